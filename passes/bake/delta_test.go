package bake

import (
	"maps"
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// place is a walkable cell wherever it is stored.
type place struct {
	i, j int
	y    float32
}

// walkableCells gives the neighbours of every walkable cell.
func (s *scene) walkableCells() map[place][4]place {
	at := func(c uint32) place {
		if c == passes.None {
			return place{-1, -1, 0}
		}
		i, j := passes.Column(s.b.UVec4("pages"), c)
		return place{i, j, s.b.F32("height")[c]}
	}
	all, links := map[place][4]place{}, s.links()
	for c, flag := range s.b.U32("cellFlag") {
		if flag&CellWalkable != 0 {
			var n [4]place
			for d, to := range links.All(uint32(c)) {
				n[d] = at(to)
			}
			all[at(uint32(c))] = n
		}
	}
	return all
}

// sameForEveryDelta bakes a scene with the peeling biases that a scenario may choose.
func sameForEveryDelta(t *testing.T, name string, build func(s *scene)) (cells int) {
	t.Helper()
	var want map[place][4]place
	for _, delta := range []float32{1e-4, 1e-3, 1e-2} {
		for _, lists := range peelers {
			s := newScene(20, 20, 0.25).entity(solid)
			s.Delta, s.lists = delta, lists
			build(s)
			s.bake()
			s.mutual(t)
			got := s.walkableCells()
			if want == nil {
				want = got
			}
			if !maps.Equal(got, want) {
				for p, n := range want {
					if other, ok := got[p]; !ok || other != n {
						t.Fatalf("%s: δ = %g changes the links of %v from %v to %v (cell: %v)", name, delta, p, n, other, ok)
					}
				}
				t.Fatalf("%s: δ = %g makes %d cells of %d", name, delta, len(got), len(want))
			}
		}
	}
	return len(want)
}

// under is a rectangle that faces down.
func (s *scene) under(x0, z0, x1, z1, y float64) {
	s.quad(point{x1, y, z0}, point{x1, y, z1}, point{x0, y, z1}, point{x0, y, z0})
}

// Coincident, doubled and flipped floors make one floor, and the value of δ is not felt.
func TestDoubledFloors(t *testing.T) {
	for name, build := range map[string]func(s *scene){
		"single":              func(*scene) {},
		"doubled":             func(s *scene) { s.floor(0.25, 0.25, 4.75, 4.75, 1, 1) },
		"doubled in part":     func(s *scene) { s.floor(0.25, 0.25, 2.1, 4.75, 1, 1) },
		"flipped too":         func(s *scene) { s.under(0.25, 0.25, 4.75, 4.75, 1) },
		"flipped, a bit up":   func(s *scene) { s.under(0.25, 0.25, 4.75, 4.75, 1.0005) },
		"flipped, a bit down": func(s *scene) { s.under(0.25, 0.25, 4.75, 4.75, 0.9995) },
		"0.5 mm below":        func(s *scene) { s.floor(0.25, 0.25, 4.75, 4.75, 0.9995, 0.9995) },
		"5 mm below":          func(s *scene) { s.floor(0.25, 0.25, 4.75, 4.75, 0.995, 0.995) },
		"a slab on a slab": func(s *scene) {
			s.closed = true
			s.box(rectangle(0.25, 0.25, 4.75, 4.75), 0.8, 1)
			s.box(rectangle(0.25, 0.25, 4.75, 4.75), 0.6, 0.8)
		},
		"crossing a slope": func(s *scene) { s.floor(0.25, 0.25, 4.75, 4.75, 0.98, 1) },
	} {
		if n := sameForEveryDelta(t, name, func(s *scene) {
			s.floor(0.25, 0.25, 4.75, 4.75, 1, 1)
			build(s)
		}); n != 18*18 {
			t.Errorf("%s: the floor has %d cells, want %d", name, n, 18*18)
		}
	}
	for name, build := range map[string]func(s *scene){
		"0.5 mm above": func(s *scene) { s.floor(0.25, 0.25, 4.75, 4.75, 1.0005, 1.0005) },
		"crossing":     func(s *scene) { s.floor(0.25, 0.25, 4.75, 4.75, 0.99, 1.01) },
		"a plate":      func(s *scene) { s.closed = true; s.box(rectangle(1.1, 1.1, 3.1, 3.1), 1, 1.008) },
	} {
		if n := sameForEveryDelta(t, name, func(s *scene) {
			s.floor(0.25, 0.25, 4.75, 4.75, 1, 1)
			build(s)
		}); n != 18*18 {
			t.Errorf("%s: the floor has %d cells, want %d", name, n, 18*18)
		}
	}
}

// In random heaps of slabs, some of them face to face, δ is not felt either.
func TestDeltaIsNotFelt(t *testing.T) {
	cells := 0
	for seed := range uint64(40) {
		cells += sameForEveryDelta(t, "slabs", func(s *scene) {
			r := rand.New(rand.NewPCG(seed, 16))
			s.floor(0.25, 0.25, 4.75, 4.75, 0, 0)
			for range 10 {
				s.entity([]Attribute{solid, walkable, obstacle}[r.IntN(3)])
				s.closed = r.IntN(3) > 0
				x, z, y := 4*r.Float64(), 4*r.Float64(), 0.19*float64(r.IntN(20)) // head room and steps are not within δ of their limits
				if r.IntN(2) == 0 {
					y += 0.001 * r.Float64() * float64(r.IntN(20))
				}
				plan := rectangle(x, z, x+0.5+3*r.Float64(), z+0.5+3*r.Float64())
				switch r.IntN(4) {
				case 0:
					s.floor(plan[0][0], plan[0][1], plan[2][0], plan[2][1], y, y+0.5*r.Float64())
				case 1:
					s.closed = true // an open obstacle thinner than δ would have no underside
					s.box(plan, y-0.02*r.Float64(), y)
				default:
					s.box(plan, y-0.19, y)
				}
			}
		})
	}
	if cells < 10000 {
		t.Errorf("only %d cells were looked at", cells)
	}
}
