package scenes

import (
	"math"
	"slices"
)

// loft is the closed surface of a body given by cross-sections: convex rings of as many
// points each, in millimetres, joined one to the next and closed by the first and the
// last. It faces outward whichever way the rings run.
func loft(rings ...[][3]int) *mesh {
	out := newMesh()
	for k := range len(rings) - 1 {
		this, next := rings[k], rings[k+1]
		for a := range this {
			b := (a + 1) % len(this)
			out.polygon(this[a], this[b], next[b], next[a])
		}
	}
	first, last := rings[0], rings[len(rings)-1]
	for k := range len(first) - 2 {
		out.polygon(first[0], first[k+2], first[k+1])
		out.polygon(last[0], last[k+1], last[k+2])
	}
	if out.volume() < 0 {
		out.turn()
	}
	return out
}

// polygon adds a convex face.
func (m *mesh) polygon(corners ...[3]int) {
	first := m.vertex(corners[0])
	for k := range len(corners) - 2 {
		m.indices = append(m.indices, first, m.vertex(corners[k+1]), m.vertex(corners[k+2]))
	}
}

// volume is what the surface encloses in m³, negative where it faces inward.
func (m *mesh) volume() float64 {
	sum := 0.0
	for i := 0; i < len(m.indices); i += 3 {
		var p [3][3]float64
		for k := range 3 {
			for axis, x := range m.positions[m.indices[i+k]] {
				p[k][axis] = float64(x)
			}
		}
		a, b, c := p[0], p[1], p[2]
		sum += a[0]*(b[1]*c[2]-b[2]*c[1]) + a[1]*(b[2]*c[0]-b[0]*c[2]) + a[2]*(b[0]*c[1]-b[1]*c[0])
	}
	return sum / 6
}

// turn lets the surface face the other way.
func (m *mesh) turn() {
	for i := 0; i < len(m.indices); i += 3 {
		m.indices[i], m.indices[i+1] = m.indices[i+1], m.indices[i]
	}
}

// place is a point of the plan and a height, in metres.
type place struct{ x, y, z float64 }

// incline is a sloping slab along x between two places; their z is not used.
func incline(from, to place, z span) *mesh {
	section := func(p place) [][3]int {
		x, y, t := millimetres(p.x), millimetres(p.y), millimetres(slabThickness)
		return [][3]int{{x, y, z.lo}, {x, y, z.hi}, {x, y - t, z.hi}, {x, y - t, z.lo}}
	}
	return loft(section(from), section(to))
}

// ring is a circle in plan as a polygon, at a height in metres.
func ring(at place, radius float64, corners int) (points [][3]int) {
	for k := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(corners))
		points = append(points, [3]int{millimetres(at.x + radius*cos), millimetres(at.y), millimetres(at.z + radius*sin)})
	}
	return points
}

// disc is a round marker that hovers over a floor.
func disc(at place, radius float64) *mesh {
	at.y += hover
	points := ring(at, radius, 64)
	slices.Reverse(points) // the plan's sense from x to z is clockwise seen from above
	out := newMesh()
	out.polygon(points...)
	return out
}

// sheet is a wall without thickness, at z and along x.
func sheet(x, y span, z int) *mesh {
	out := newMesh()
	out.rectangle(2, +1, [3]span{x, y, {z, z}})
	return out
}
