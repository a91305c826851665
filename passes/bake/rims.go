package bake

import (
	"math"
	"slices"

	"throng/passes"
)

// Rim is a stretch of the border of the floor: the share T0 to T1 of the way between two corners of a triangle. The
// corners are those of the triangle, and not of the stretch, so that what is cut out of it does not depend on how much of
// the scene is known. Two rows of the slot "rims".
type Rim struct {
	From [3]float32 // relative to the scene's box [m]
	T0   float32
	To   [3]float32
	T1   float32
}

// Gap is the widest gap between floors that is stepped over [m].
const Gap = 0.25

const (
	contact = 0.001 // floor goes on where there is more of it this close beyond its edge [m]
	overlap = 5e-4  // and not just as close as rounding makes it [m]
	sliver  = 0.01  // gaps between floors that an edge adjoins count as closed below this [m]
	facing  = -0.94 // cosine between two edges that face each other across a gap
)

// floor is a triangle that can be stood on, with its corners in one turn in the plan: two that share an edge run along it
// in opposite directions.
type floor struct {
	corners [3][3]float32
	lo, hi  [3]float32 // their box
	border  [3]bool    // whether the edge from a corner to the next is shared with no other floor
}

// edge runs from one corner to another, with the floor on one side.
type edge [2][3]float32

func (g *floor) edge(k int) edge { return edge{g.corners[k], g.corners[(k+1)%3]} }

// Rims finds the border of the floor of a block: every edge of a floor, where no other floor goes on right beyond it, no
// other one faces it across a [Gap], and none lies above it as low as heads. It takes the triangles as
// the slots have them, physical ones first.
func Rims(f *passes.Frame, corners [][4]float32, facets []Facet, attributes []Attribute) (rims []Rim) {
	var floors []floor
	for t, facet := range facets[:f.Triangles] {
		if facet.Up >= f.SlopeCos && attributes[facet.entity()].Role != RoleObstacle {
			floors = append(floors, newFloor(corners[3*t:]))
		}
	}
	known := make(map[edge]bool, 3*len(floors))
	for i := range floors {
		for k := range 3 {
			known[floors[i].edge(k)] = true
		}
	}
	for i := range floors {
		for k := range 3 {
			e := floors[i].edge(k)
			floors[i].border[k] = !known[edge{e[1], e[0]}]
		}
	}
	m := newFloorMap(f, floors)
	for i := range floors {
		for k, border := range floors[i].border {
			e := floors[i].edge(k)
			if !border || !known[e] {
				continue
			}
			delete(known, e) // of doubled floors once; nobody asks for it, as it is a border
			if lo, hi := m.around(e, 0); lo[0] <= hi[0] && lo[1] <= hi[1] {
				rims = m.open(e, rims)
			}
		}
	}
	return rims
}

func newFloor(corners [][4]float32) (g floor) {
	for k := range 3 {
		copy(g.corners[k][:], corners[k][:3])
	}
	a, b, c := g.corners[0], g.corners[1], g.corners[2]
	if (b[0]-a[0])*(c[2]-a[2]) > (b[2]-a[2])*(c[0]-a[0]) {
		g.corners[1], g.corners[2] = c, b
	}
	for k := range 3 {
		g.lo[k], g.hi[k] = min(a[k], b[k], c[k]), max(a[k], b[k], c[k])
	}
	return g
}

// meets reports whether the floor's box has points in common with another.
func (g *floor) meets(lo, hi [3]float32) bool {
	return g.lo[0] <= hi[0] && lo[0] <= g.hi[0] && g.lo[1] <= hi[1] && lo[1] <= g.hi[1] && g.lo[2] <= hi[2] && lo[2] <= g.hi[2]
}

// floorMap finds floors by tile.
type floorMap struct {
	f      *passes.Frame
	floors []floor
	tiles  [][]int32
	seen   []int // edge that a floor was last looked at for
	looks  int
}

func newFloorMap(f *passes.Frame, floors []floor) *floorMap {
	m := &floorMap{f: f, floors: floors, tiles: make([][]int32, f.TilesX*f.TilesZ), seen: make([]int, len(floors))}
	for i := range floors {
		lo, hi := m.around(floors[i].edge(0), 0)
		l, h := m.around(floors[i].edge(1), 0)
		for z := min(lo[1], l[1]); z <= max(hi[1], h[1]); z++ {
			for x := min(lo[0], l[0]); x <= max(hi[0], h[0]); x++ {
				m.tiles[z*int(f.TilesX)+x] = append(m.tiles[z*int(f.TilesX)+x], int32(i))
			}
		}
	}
	return m
}

// around gives the first and the last tile of the block, along x and z, that the box of an edge with a margin meets.
func (m *floorMap) around(e edge, margin float32) (lo, hi [2]int) {
	first, size := [2]uint32{m.f.BlockX, m.f.BlockZ}, [2]uint32{m.f.TilesX, m.f.TilesZ}
	for axis := range 2 {
		a, b := e[0][2*axis], e[1][2*axis]
		tile := func(v float32) int {
			return int(math.Floor(float64(v*m.f.PerCell-float32(first[axis])) / passes.Tile))
		}
		lo[axis] = max(tile(min(a, b)-margin), 0)
		hi[axis] = min(tile(max(a, b)+margin), int(size[axis])-1)
	}
	return lo, hi
}

// open adds the stretches of an edge beyond which there is no floor.
func (m *floorMap) open(e edge, rims []Rim) []Rim {
	line, ok := newLine(e)
	if !ok {
		return rims
	}
	var covers [][2]float32
	m.near(e, line, func(g *floor) {
		covers = line.cover(covers, g.corners[:], contact, -m.f.Step, m.f.Clearance)
		for k, border := range g.border {
			if o := g.edge(k); border && line.faces(o) {
				covers = line.cover(covers, o[:], Gap, -m.f.Step, m.f.Step)
			}
		}
	})
	slices.SortFunc(covers, func(a, b [2]float32) int { return slices.Compare(a[:], b[:]) })
	at := float32(0)
	take := func(to float32) {
		if to-at > sliver || at == 0 && to == line.length {
			rims = append(rims, Rim{From: e[0], T0: at / line.length, To: e[1], T1: to / line.length})
		}
	}
	for _, c := range covers {
		take(c[0])
		at = max(at, c[1])
	}
	take(line.length)
	return rims
}

// near visits floors, each once, among them all that an edge runs beside.
func (m *floorMap) near(e edge, line line, visit func(g *floor)) {
	m.looks++
	size := passes.Tile * m.f.Cell
	low := [3]float32{min(e[0][0], e[1][0]) - Gap, min(e[0][1], e[1][1]) - m.f.Step, min(e[0][2], e[1][2]) - Gap}
	high := [3]float32{max(e[0][0], e[1][0]) + Gap, max(e[0][1], e[1][1]) + m.f.Clearance, max(e[0][2], e[1][2]) + Gap}
	lo, hi := m.around(e, Gap)
	for z := lo[1]; z <= hi[1]; z++ {
		for x := lo[0]; x <= hi[0]; x++ {
			middle := [3]float32{(float32(x)+0.5)*size + float32(m.f.BlockX)*m.f.Cell, 0, (float32(z)+0.5)*size + float32(m.f.BlockZ)*m.f.Cell}
			if abs(line.place(middle)[2]) > 0.7072*size+Gap {
				continue
			}
			for _, i := range m.tiles[z*int(m.f.TilesX)+x] {
				if g := &m.floors[i]; m.seen[i] != m.looks && g.meets(low, high) {
					m.seen[i] = m.looks
					visit(g)
				}
			}
		}
	}
}

// line is an edge seen from above.
type line struct {
	from   [3]float32
	x, z   float64 // direction
	rise   float64
	length float32 // in the plan [m]
}

// newLine fails for an edge that is a point in the plan.
func newLine(e edge) (l line, ok bool) {
	x, z := float64(e[1][0])-float64(e[0][0]), float64(e[1][2])-float64(e[0][2])
	length := math.Sqrt(x*x + z*z)
	if float32(length) == 0 {
		return l, false
	}
	return line{e[0], x / length, z / length, (float64(e[1][1]) - float64(e[0][1])) / length, float32(length)}, true
}

// place tells how far a point lies along the line, above and beyond it [m].
func (l *line) place(p [3]float32) [3]float32 {
	x, y, z := float64(p[0])-float64(l.from[0]), float64(p[1])-float64(l.from[1]), float64(p[2])-float64(l.from[2])
	along := x*l.x + z*l.z
	return [3]float32{float32(along), float32(y - along*l.rise), float32(z*l.x - x*l.z)}
}

// faces reports whether an edge runs against the line.
func (l *line) faces(e edge) bool {
	o, ok := newLine(e)
	return ok && o.x*l.x+o.z*l.z < facing
}

// cover adds the stretch of the line beyond which a polygon lies, at most so far and between two heights above it.
func (l *line) cover(covers [][2]float32, corners [][3]float32, far, low, high float32) [][2]float32 {
	g := make(polygon, len(corners), 8)
	lo, hi := [3]float32{passes.Inf, passes.Inf, passes.Inf}, [3]float32{-passes.Inf, -passes.Inf, -passes.Inf}
	for i, p := range corners {
		g[i] = l.place(p)
		for k, v := range g[i] {
			lo[k], hi[k] = min(lo[k], v), max(hi[k], v)
		}
	}
	if hi[0] <= 0 || lo[0] >= l.length || hi[1] < low || lo[1] > high || hi[2] < overlap || lo[2] > far {
		return covers
	}
	g = g.clip([3]float32{0, 0, 1}, overlap).clip([3]float32{0, 0, -1}, -far)
	g = g.clip([3]float32{0, 1, 0}, low).clip([3]float32{0, -1, 0}, -high)
	if len(g) == 0 {
		return covers
	}
	stretch := [2]float32{l.length, 0}
	for _, p := range g {
		stretch[0], stretch[1] = min(stretch[0], max(p[0], 0)), max(stretch[1], min(p[0], l.length))
	}
	return append(covers, stretch)
}
