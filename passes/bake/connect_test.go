package bake

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// joined reports whether the floor at height y0 in a column links east to the floor at height y1.
func (s *scene) joined(t *testing.T, i, j int, y0, y1 float64) bool {
	t.Helper()
	return s.link(s.cell(t, i, j, y0), 1) == s.cell(t, i+1, j, y1)
}

// A ramp of 45° rises a whole cell per cell, four times the step: it connects, at both ends too.
func TestRampConnects(t *testing.T) {
	for _, rise := range []float64{0.5, 0.75, 1, 1.15} {
		s := newScene(20, 8, 0.25).entity(solid)
		s.floor(0.25, 0.25, 1.5, 1.75, 0, 0)
		s.floor(1.5, 0.25, 3, 1.75, 0, 1.5*rise)
		s.floor(3, 0.25, 4.75, 1.75, 1.5*rise, 1.5*rise)
		s.bake()
		s.mutual(t)
		y := func(i int) float64 { return rise * min(max((float64(i)+0.5)/4-1.5, 0), 1.5) }
		for i := 1; i < 18; i++ {
			if !s.joined(t, i, 4, y(i), y(i+1)) {
				t.Errorf("a ramp of slope %g is cut at column %d", rise, i)
			}
		}
		tilt := passes.UnpackSlope(s.b.U32("slope")[s.cell(t, 9, 4, y(9))])
		if math.Abs(float64(tilt[0])-rise) > 1e-5+0.5/4096 || tilt[1] != 0 {
			t.Errorf("a ramp of slope %g has slope %v", rise, tilt)
		}
	}
}

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		height float64
		want   bool
	}{{0.05, true}, {0.2, true}, {0.24, true}, {0.26, false}, {0.6, false}} {
		s := newScene(12, 8, 0.25).entity(solid)
		s.floor(0.25, 0.25, 1.5, 1.75, 0, 0)
		s.floor(1.5, 0.25, 2.75, 1.75, c.height, c.height)
		s.sheet(1.5, 0.25, 1.5, 1.75, 0, c.height) // the riser
		s.bake()
		s.mutual(t)
		if got := s.joined(t, 5, 4, 0, c.height); got != c.want {
			t.Errorf("a step of %g m connects: %v, want %v", c.height, got, c.want)
		}
	}
}

// A stair of treads shorter than a step's limit rises like a ramp, and its risers do not block it.
func TestStairConnects(t *testing.T) {
	s := newScene(28, 8, 0.25).entity(solid)
	s.floor(0.25, 0.25, 1, 1.75, 0, 0)
	for k := range 16 {
		x, y := 1+0.3*float64(k), 0.17*float64(k+1)
		s.sheet(x, 0.25, x, 1.75, y-0.17, y)
		s.floor(x, 0.25, x+0.3, 1.75, y, y)
	}
	s.bake()
	s.mutual(t)
	top := s.cell(t, 21, 4, 3)
	if y := s.b.F32("height")[top]; math.Abs(float64(y)-0.17*15) > 1e-5 || !s.flood(s.cell(t, 2, 4, 0), 0.2)[top] {
		t.Errorf("the stair does not lead to its top at %g m", y)
	}
}

// Storeys one above the other are different places.
func TestStoreysDoNotMix(t *testing.T) {
	s := newScene(16, 16, 0.25).entity(solid)
	for y := range 3 {
		s.floor(0.25, 0.25, 3.75, 3.75, 2.5*float64(y), 2.5*float64(y))
	}
	s.bake()
	s.mutual(t)
	for y := range 3 {
		reached := s.flood(s.cell(t, 3, 3, 2.5*float64(y)), 0)
		for c := range reached {
			if got := float64(s.b.F32("height")[c]); math.Abs(got-2.5*float64(y)) > 1e-5 {
				t.Fatalf("storey %d leads to height %g", y, got)
			}
		}
		if len(reached) != 14*14 {
			t.Errorf("storey %d has %d cells, want %d", y, len(reached), 14*14)
		}
	}
}

// A plate lies on a low obstacle. The floor beside it meets the plate and the floor inside the obstacle, which is nearer
// but where nobody can go: the way is up onto the plate and back.
func TestPlateOnALowObstacle(t *testing.T) {
	s := newScene(12, 8, 0.25).entity(solid)
	s.floor(0.25, 0.25, 2.75, 1.75, 0, 0)
	s.entity(obstacle).box([4][2]float64{{1.5, 0.25}, {1.5, 1.75}, {2.75, 1.75}, {2.75, 0.25}}, 0, 0.1)
	s.entity(walkable).floor(1.5, 0.25, 2.75, 1.75, 0.12, 0.12)
	s.bake()
	s.mutual(t)
	if !s.joined(t, 5, 4, 0, 0.12) {
		t.Error("the floor does not lead onto the plate")
	}
}

// Whatever lies about, every link has a way back.
func TestLinksAreMutual(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	linked := 0
	for range 60 {
		s := newScene(24, 24, 0.25).entity(solid)
		s.Step, s.Clearance = 0.1+0.5*r.Float32(), 0.3+1.5*r.Float32()
		s.floor(0, 0, 6, 6, 0, 0)
		for range 14 {
			x, z := 6*r.Float64(), 6*r.Float64()
			w, d, y := 3*r.Float64(), 3*r.Float64(), 0.05*float64(r.IntN(50))
			switch s.entity([]Attribute{solid, obstacle, walkable}[r.IntN(3)]); r.IntN(3) {
			case 0:
				s.floor(x, z, x+w, z+d, y, y+w*(r.Float64()-0.5))
			case 1:
				s.box([4][2]float64{{x, z}, {x, z + d}, {x + w, z + d}, {x + w, z}}, y, y+2*r.Float64())
			case 2:
				s.sheet(x, z, x+w, z+d, y, y+2*r.Float64())
			}
		}
		s.bake()
		s.mutual(t)
		s.neverShares(t)
		links := s.links()
		for c := range s.Cells {
			for _, n := range links.All(c) {
				if n != passes.None {
					linked++
				}
			}
		}
	}
	if linked < 50000 {
		t.Errorf("only %d links were looked at", linked)
	}
}
