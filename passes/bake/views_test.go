package bake

import "testing"

// viewed bakes a floor of 4 × 4 m with the side views and gives the flags of its lowest layer.
func viewed(build func(*scene)) *scene {
	s := newScene(18, 18, 0.25).entity(walkable)
	s.Exact, s.Views = 0, 1
	s.floor(0.25, 0.25, 4.25, 4.25, 0, 0)
	s.entity(solid)
	build(s)
	s.layers()
	s.run(Vertical{View: Front}, Vertical{View: Side})
	return s
}

// viewed counts the cells that the views closed.
func (s *scene) viewed() (n int) {
	for _, flag := range s.b.Image("grid").Words {
		if flag == GridVertical {
			n++
		}
	}
	return n
}

// flag is the flag of the surface at height 0 in a column.
func (s *scene) flag(t *testing.T, i, j int) uint32 {
	t.Helper()
	for k := range int(s.Layers) {
		if p := s.b.Image("position").Vec4(i, j, k); p[3] != 0 && p[1] == 0 {
			return s.b.Image("grid").U32(i, j, k)
		}
	}
	t.Fatalf("column (%d, %d) has no floor", i, j)
	return 0
}

// A wall across the middle shows in a side view from step to head height, and closes the row of cells it stands in.
func TestViewsCloseTheFloorUnderWalls(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      uint32
	}{{0, 2.5, GridVertical}, {0, 0.2, GridWalkable}, {2, 2.5, GridWalkable}, {1, 1.6, GridVertical}} {
		for _, along := range []bool{false, true} {
			s := viewed(func(s *scene) {
				if along {
					s.sheet(0.25, 2.1, 4.25, 2.1, c.low, c.high)
				} else {
					s.sheet(2.1, 0.25, 2.1, 4.25, c.low, c.high)
				}
			})
			for k := 1; k < 17; k++ {
				on, beside := [2]int{8, k}, [2]int{10, k}
				if along {
					on, beside = [2]int{k, 8}, [2]int{k, 10}
				}
				if got := s.flag(t, on[0], on[1]); got != c.want {
					t.Errorf("under a wall from %g to %g m column %v has flag %d, want %d", c.low, c.high, on, got, c.want)
				}
				if got := s.flag(t, beside[0], beside[1]); got != GridWalkable {
					t.Errorf("beside a wall column %v has flag %d", beside, got)
				}
			}
			if n := s.viewed(); (n == 16) != (c.want == GridVertical) || n != 0 && n != 16 {
				t.Errorf("%d cells were closed", n)
			}
		}
	}
}

// Treads and ramps are walked on, whatever their risers look like from the side.
func TestViewsLeaveWalkableSurfaces(t *testing.T) {
	s := viewed(func(s *scene) { s.entity(walkable).sheet(2.1, 0.25, 2.1, 4.25, 0, 2) })
	if s.flag(t, 8, 8) != GridWalkable || s.viewed() != 0 {
		t.Error("the riser of a walkable surface closes the floor")
	}
}
