package scenes

// mesh is an indexed triangle list in metres.
type mesh struct {
	positions [][3]float32
	indices   []uint32
	seen      map[[3]int]uint32 // millimetres to vertex
}

func newMesh() *mesh { return &mesh{seen: map[[3]int]uint32{}} }

func (m *mesh) vertex(p [3]int) uint32 {
	if i, ok := m.seen[p]; ok {
		return i
	}
	i := uint32(len(m.positions))
	m.seen[p] = i
	m.positions = append(m.positions, [3]float32{metres(p[0]), metres(p[1]), metres(p[2])})
	return i
}

func metres(mm int) float32 { return float32(float64(mm) / 1000) }

// rectangle adds two triangles across an axis. They run counterclockwise seen from
// the given side of it.
func (m *mesh) rectangle(axis, side int, r [3]span) {
	u, v := (axis+1)%3, (axis+2)%3
	corner := func(cu, cv int) uint32 {
		p := [3]int{r[0].lo, r[1].lo, r[2].lo}
		p[u], p[v] = cu, cv
		return m.vertex(p)
	}
	a, b := corner(r[u].lo, r[v].lo), corner(r[u].hi, r[v].lo)
	c, d := corner(r[u].hi, r[v].hi), corner(r[u].lo, r[v].hi)
	if side < 0 {
		b, d = d, b
	}
	m.indices = append(m.indices, a, b, c, a, c, d)
}

// hover is the height in metres of goal and spawn planes over their floor.
const hover = 0.05

// area is a rectangle of the plan.
type area struct{ x, z span }

// inset is the area without a margin in metres on every side.
func (a area) inset(margin float64) area {
	d := millimetres(margin)
	return area{span{a.x.lo + d, a.x.hi - d}, span{a.z.lo + d, a.z.hi - d}}
}

// marker is a mesh of upward planes that hover over a floor at a height in metres.
func marker(floor float64, areas ...area) *mesh {
	out := newMesh()
	y := millimetres(floor + hover)
	for _, a := range areas {
		out.rectangle(1, +1, [3]span{a.x, {y, y}, a.z})
	}
	return out
}
