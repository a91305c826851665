package audit

import (
	"math"

	"throng/ecs"
)

// sketch builds scenes by hand, so that these tests depend on no reader and no generator.
type sketch struct{ scene ecs.Scene }

// add appends an entity of a role made of triangles.
func (s *sketch) add(role ecs.Role, triangles ...ecs.Triangle) *ecs.Entity {
	s.scene.Entities = append(s.scene.Entities, ecs.Entity{
		Role: role, Goal: -1, First: len(s.scene.Triangles), Count: len(triangles),
	})
	s.scene.Triangles = append(s.scene.Triangles, triangles...)
	return &s.scene.Entities[len(s.scene.Entities)-1]
}

// box appends a closed box between two corners.
func (s *sketch) box(role ecs.Role, lo, hi [3]float64) {
	at := func(x, y, z int) [3]float64 {
		pick := func(axis, k int) float64 { return [2]float64{lo[axis], hi[axis]}[k] }
		return [3]float64{pick(0, x), pick(1, y), pick(2, z)}
	}
	var triangles []ecs.Triangle
	for _, f := range [][4][3]float64{
		{at(0, 1, 0), at(0, 1, 1), at(1, 1, 1), at(1, 1, 0)}, // up
		{at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)}, // down
		{at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)}, // east
		{at(0, 0, 0), at(0, 0, 1), at(0, 1, 1), at(0, 1, 0)}, // west
		{at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)}, // north
		{at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0)}, // south
	} {
		triangles = append(triangles, ecs.Triangle{f[0], f[1], f[2]}, ecs.Triangle{f[0], f[2], f[3]})
	}
	s.add(role, triangles...)
}

// quad appends two triangles through four corners.
func (s *sketch) quad(role ecs.Role, a, b, c, d [3]float64) *ecs.Entity {
	return s.add(role, ecs.Triangle{a, b, c}, ecs.Triangle{a, c, d})
}

// audit gives the audit with the default step, clearance and slope.
func (s *sketch) audit() *Audit {
	s.scene.Min = [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
	s.scene.Max = [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, t := range s.scene.Triangles {
		for _, p := range t {
			for axis := range 3 {
				s.scene.Min[axis] = min(s.scene.Min[axis], p[axis])
				s.scene.Max[axis] = max(s.scene.Max[axis], p[axis])
			}
		}
	}
	return New(&s.scene, 0.25, 1.8, 50)
}

// hall is a floor of 10 × 10 m at height 0.
func hall() *sketch {
	s := &sketch{}
	s.box(ecs.RoleSolid, [3]float64{0, -0.2, 0}, [3]float64{10, 0, 10})
	return s
}
