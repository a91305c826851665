package tests

import (
	"math"
	"slices"

	"throng/ecs"
)

// wallsModel is a scene that a test puts together out of plain shapes.
type wallsModel struct{ ecs.Scene }

func newWallsModel(name string) *wallsModel {
	m := &wallsModel{}
	m.Name = name
	for i := range 3 {
		m.Min[i], m.Max[i] = math.Inf(1), math.Inf(-1)
	}
	return m
}

// part adds an entity, with a node of its own.
func (m *wallsModel) part(e ecs.Entity, shapes ...[]ecs.Triangle) {
	e.Node = len(m.Entities)
	if n := len(m.Entities); n > 0 {
		e.Node = m.Entities[n-1].Node + 1
	}
	m.primitive(e, shapes...)
}

// primitive adds an entity to the node that it names.
func (m *wallsModel) primitive(e ecs.Entity, shapes ...[]ecs.Triangle) {
	ts := slices.Concat(shapes...)
	e.SpeedUp, e.SpeedDown, e.First, e.Count = 1, 1, len(m.Triangles), len(ts)
	if e.Role != ecs.RoleGoal {
		e.Goal = -1
	}
	if e.Name == "" {
		e.Name = e.Role.String()
	}
	m.Entities = append(m.Entities, e)
	m.Triangles = append(m.Triangles, ts...)
	for _, t := range ts {
		for _, p := range t {
			for i := range 3 {
				m.Min[i], m.Max[i] = min(m.Min[i], p[i]), max(m.Max[i], p[i])
			}
		}
	}
}

func (m *wallsModel) solid(shapes ...[]ecs.Triangle) { m.part(ecs.Entity{}, shapes...) }

func (m *wallsModel) goal(n int, shapes ...[]ecs.Triangle) {
	m.part(ecs.Entity{Role: ecs.RoleGoal, Goal: n}, shapes...)
}

// wallsFrame is a place in the plan, turned: u runs along +x where it is not turned, v along +z.
type wallsFrame struct{ x, z, sin, cos float64 }

// wallsAt is the frame at a place, turned from +x towards +z by an angle in degrees.
func wallsAt(x, z, degrees float64) wallsFrame {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return wallsFrame{x, z, sin, cos}
}

// plan gives the place of (u, v).
func (f wallsFrame) plan(u, v float64) (x, z float64) {
	return f.x + u*f.cos - v*f.sin, f.z + u*f.sin + v*f.cos
}

// local gives the (u, v) of a place.
func (f wallsFrame) local(x, z float64) (u, v float64) {
	x, z = x-f.x, z-f.z
	return x*f.cos + z*f.sin, z*f.cos - x*f.sin
}

func (f wallsFrame) point(p [2]float64, y float64) [3]float64 {
	x, z := f.plan(p[0], p[1])
	return [3]float64{x, y, z}
}

// wallsFan is the convex polygon of points of the world, as triangles.
func wallsFan(p ...[3]float64) (ts []ecs.Triangle) {
	for k := 2; k < len(p); k++ {
		ts = append(ts, ecs.Triangle{p[0], p[k-1], p[k]})
	}
	return ts
}

// wallsTurnOver is a shape with its faces turned round.
func wallsTurnOver(ts []ecs.Triangle) (out []ecs.Triangle) {
	for _, t := range ts {
		out = append(out, ecs.Triangle{t[0], t[2], t[1]})
	}
	return out
}

// wallsRing are the corners of a rectangle in the order in which a face over them looks up.
func wallsRing(u0, v0, u1, v1 float64) [][2]float64 {
	return [][2]float64{{u0, v0}, {u0, v1}, {u1, v1}, {u1, v0}}
}

// sheet is a level rectangle that faces up.
func (f wallsFrame) sheet(u0, v0, u1, v1, y float64) []ecs.Triangle {
	var p [][3]float64
	for _, c := range wallsRing(u0, v0, u1, v1) {
		p = append(p, f.point(c, y))
	}
	return wallsFan(p...)
}

// fence is an upright sheet along a line of points; of a line that runs round as in wallsRing it faces outwards.
func (f wallsFrame) fence(low, high float64, line ...[2]float64) (ts []ecs.Triangle) {
	for k := 1; k < len(line); k++ {
		a, b := line[k-1], line[k]
		ts = append(ts, wallsFan(f.point(a, high), f.point(a, low), f.point(b, low), f.point(b, high))...)
	}
	return ts
}

// box is a closed box.
func (f wallsFrame) box(u0, v0, u1, v1, low, high float64) []ecs.Triangle {
	return f.prism(low, high, wallsRing(u0, v0, u1, v1))
}

// prism is the closed solid over plan polygons that look up, each convex; edges that two of them share are inside it.
func (f wallsFrame) prism(low, high float64, floors ...[][2]float64) (ts []ecs.Triangle) {
	inner := map[[2][2]float64]bool{}
	for _, ring := range floors {
		for k, a := range ring {
			inner[[2][2]float64{ring[(k+1)%len(ring)], a}] = true
		}
	}
	for _, ring := range floors {
		var top, bottom [][3]float64
		for k, a := range ring {
			b := ring[(k+1)%len(ring)]
			top, bottom = append(top, f.point(a, high)), append(bottom, f.point(a, low))
			if !inner[[2][2]float64{a, b}] {
				ts = append(ts, f.fence(low, high, a, b)...)
			}
		}
		ts = append(ts, wallsFan(top...)...)
		ts = append(ts, wallsTurnOver(wallsFan(bottom...))...)
	}
	return ts
}
