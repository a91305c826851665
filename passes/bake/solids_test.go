package bake

import (
	"math"
	"math/rand/v2"
	"testing"
)

// rectangle is the plan of a box along the axes.
func rectangle(x0, z0, x1, z1 float64) [4][2]float64 {
	return [4][2]float64{{x0, z0}, {x0, z1}, {x1, z1}, {x1, z0}}
}

// hollow is the inner skin of a shell: a box that faces in.
func (s *scene) hollow(plan [4][2]float64, low, high float64) {
	n, m := len(s.triangles), len(s.facets)
	s.box(plan, low, high)
	for t := n; t < len(s.triangles); t += 3 {
		s.triangles[t+1], s.triangles[t+2] = s.triangles[t+2], s.triangles[t+1]
	}
	for t := m; t < len(s.facets); t++ {
		v := s.triangles[3*t : 3*t+3]
		s.facets[t] = NewFacet([3][3]float32{[3]float32(v[0][:3]), [3]float32(v[1][:3]), [3]float32(v[2][:3])}, len(s.attributes)-1, s.closed, false)
	}
}

// flagAt is the flag of the floor nearest to y in a column, and its winding number.
func (s *scene) flagAt(t *testing.T, i, j int, y float64) (flag uint32, winding int32) {
	t.Helper()
	best := math.Inf(1)
	for k := range int(s.Layers) {
		p := s.b.Image("position").Vec4(i, j, k)
		facet := s.b.Image("surface").U32(i, j, k)
		if gap := math.Abs(float64(p[1]) - y); p[3] != 0 && s.facets[facet-1].Up > 0 && gap < best {
			best, flag, winding = gap, s.b.Image("grid").U32(i, j, k), int32(s.b.Image("winding").U32(i, j, k))
		}
	}
	if best > 0.01 {
		t.Fatalf("column (%d, %d) has no floor at %g m", i, j, y)
	}
	return flag, winding
}

// What a closed solid encloses is matter, wherever its underside lies; what it stands over or leaves hollow is not.
func TestInsideOfSolids(t *testing.T) {
	type found struct {
		y    float64
		flag uint32
		n    int32 // solids around
	}
	plan, inner := rectangle(1, 1, 3, 3), rectangle(1.5, 1.5, 2.5, 2.5)
	for _, c := range []struct {
		name   string
		closed bool
		build  func(s *scene)
		want   []found // at the middle of the plan
	}{
		{"standing", true, func(s *scene) { s.box(plan, 0, 2.5) }, []found{{0, GridInside, 1}, {2.5, GridWalkable, 0}}},
		{"standing, from a skin above", true, func(s *scene) { s.box(plan, 0.009, 2.5) }, []found{{0, GridInside, 1}, {2.5, GridWalkable, 0}}},
		{"hovering", true, func(s *scene) { s.box(plan, 0.1, 2.5) }, []found{{0, GridInside, 0}}},
		{"a step above", false, func(s *scene) { s.floor(1, 1, 3, 3, 0.1, 0.1) }, []found{{0, GridLow, 0}, {0.1, GridWalkable, 0}}},
		{"high enough to walk under", true, func(s *scene) { s.box(plan, 1.9, 2.5) }, []found{{0, GridWalkable, 0}}},
		{"sunk in", true, func(s *scene) { s.box(plan, -0.3, 2.5) }, []found{{0, GridInside, 1}, {2.5, GridWalkable, 0}}},
		{"thin, flush with the floor", true, func(s *scene) { s.box(plan, -0.3, 0) }, []found{{0, GridWalkable, 0}}},
		{"nested", true, func(s *scene) { s.box(plan, 0, 4); s.box(inner, 0.5, 2) }, []found{{0, GridInside, 1}, {2, GridInside, 1}, {4, GridWalkable, 0}}},
		{"nested on one floor", true, func(s *scene) { s.box(plan, 0, 4); s.box(inner, 0, 2) }, []found{{0, GridInside, 2}, {2, GridInside, 1}}},
		{"overlapping", true, func(s *scene) { s.box(plan, 0, 2.2); s.box(rectangle(1.5, 0.5, 3.5, 2.5), 0.6, 4) }, []found{{0, GridInside, 1}, {2.2, GridInside, 1}, {4, GridWalkable, 0}}},
		{"face to face", true, func(s *scene) { s.box(plan, 0, 1); s.box(plan, 1, 3) }, []found{{0, GridInside, 1}, {1, GridInside, 1}, {3, GridWalkable, 0}}},
		{"hollow", true, func(s *scene) { s.box(plan, 0, 4); s.hollow(inner, 0.5, 3.5) }, []found{{0, GridInside, 1}, {0.5, GridWalkable, 0}, {4, GridWalkable, 0}}},
		{"turned inside out", true, func(s *scene) { s.hollow(plan, 0, 4) }, []found{{0, GridWalkable, -1}}},
		{"open", false, func(s *scene) { s.box(plan, 0, 2.5) }, []found{{0, GridWalkable, 0}, {2.5, GridWalkable, 0}}},
		{"open and in the way", false, func(s *scene) { s.box(plan, 0, 1.5) }, []found{{0, GridInside, 0}, {1.5, GridWalkable, 0}}},
	} {
		for name, lists := range peelers {
			s := newScene(16, 16, 0.25).entity(solid)
			s.lists = lists
			s.floor(0.25, 0.25, 3.75, 3.75, 0, 0)
			s.closed = c.closed
			c.build(s)
			s.layers()
			for _, want := range c.want {
				if flag, n := s.flagAt(t, 8, 8, want.y); flag != want.flag || n != want.n {
					t.Errorf("%s, %s: the floor at %g m has flag %d inside %d solids, want flag %d inside %d", c.name, name, want.y, flag, n, want.flag, want.n)
				}
				if flag, n := s.flagAt(t, 2, 2, 0); flag != GridWalkable || n != 0 {
					t.Errorf("%s, %s: the floor beside it has flag %d inside %d solids", c.name, name, flag, n)
				}
			}
		}
	}
}

// An exact bake lets nobody into closed solids, however their walls lie.
func TestNobodyWalksIntoSolids(t *testing.T) {
	for _, low := range []float64{-0.3, 0, 0.009} {
		s := newScene(16, 16, 0.25).entity(solid)
		s.floor(0.25, 0.25, 3.75, 3.75, 0, 0)
		s.closed = true
		s.box([4][2]float64{{2, 0.9}, {1, 2}, {2, 3.1}, {3, 2}}, low, 2.5)
		s.bake()
		s.mutual(t)
		for c := range s.flood(s.cell(t, 2, 2, 0), 0) {
			if x, z := s.centre(c); math.Abs(x-2)/1+math.Abs(z-2)/1.1 < 1-1e-6 {
				t.Fatalf("with its underside at %g m the solid is entered at (%g, %g)", low, x, z)
			}
		}
	}
}

// Upper and lower sides of a solid cancel below it in every column, with corners and edges on the centres of texels or a
// bit beside them, and the two sides split along different diagonals: nothing leaks downwards.
func TestSolidsDoNotLeakDownwards(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 1))
	inside, outside := 0, 0
	for _, l := range cellSizes {
		for n := range 60 {
			s := newScene(24, 24, l).entity(solid)
			s.lists = n%2 == 0
			size := 24 * float64(l)
			s.floor(0, 0, size, size, 0, 0)
			s.closed = true
			for range 6 {
				plan := convex(r, l, n%3 == 0)
				low := 0.5 + 2*r.Float64()
				high := low + 0.3 + r.Float64()
				s.box(plan, low, high)
				s.closed = false
				s.floor(0, 0, size, size, (low+high)/2, (low+high)/2) // between the two sides
				s.closed = true
			}
			s.layers()
			eachTexel(s, func(i, j, k int) {
				if s.b.Image("position").Vec4(i, j, k)[3] == 0 {
					return
				}
				y, turns := s.b.Image("position").Vec4(i, j, k)[1], int32(s.b.Image("winding").U32(i, j, k))
				switch {
				case turns < 0 || y < 0.4 && turns != 0:
					t.Fatalf("cells of %g m: the surface at %g m in column (%d, %d) is inside %d solids", l, y, i, j, turns)
				case turns > 0:
					inside++
				default:
					outside++
				}
			})
		}
	}
	if inside < 10000 || outside < 10000 {
		t.Errorf("only %d texels inside solids and %d outside were looked at", inside, outside)
	}
}

// convex is a convex quadrilateral that faces up with its corners on the centres of cells, or a bit beside them.
func convex(r *rand.Rand, l float32, beside bool) (plan [4][2]float64) {
	for {
		for k := range plan {
			for axis := range plan[k] {
				v := (float32(r.IntN(24)) + 0.5) * l
				if beside {
					v = math.Float32frombits(math.Float32bits(v) + uint32(r.IntN(5)) - 2)
				}
				plan[k][axis] = float64(v)
			}
		}
		ok := true
		for k := range plan {
			a, b, c := plan[k], plan[(k+1)%4], plan[(k+2)%4]
			ok = ok && (b[0]-a[0])*(c[1]-b[1])-(b[1]-a[1])*(c[0]-b[0]) < -0.1*float64(l)
		}
		if ok {
			return plan
		}
	}
}
