package bake

import (
	"math"
	"slices"
	"testing"
)

// rims gives the stretches of the border of the floor, each from its lower end, in order.
func (s *scene) rims() (lines [][2]point) {
	s.Triangles, s.Entities = uint32(len(s.facets)), uint32(len(s.attributes))
	for _, r := range Rims(s.Frame, s.triangles, s.facets, s.attributes) {
		var ends [2]point
		for k := range 3 {
			from, way := float64(r.From[k]), float64(r.To[k])-float64(r.From[k])
			ends[0][k], ends[1][k] = round(from+float64(r.T0)*way), round(from+float64(r.T1)*way)
		}
		slices.SortFunc(ends[:], func(a, b point) int { return slices.Compare(a[:], b[:]) })
		lines = append(lines, ends)
	}
	slices.SortFunc(lines, func(a, b [2]point) int {
		return slices.Compare(slices.Concat(a[0][:], a[1][:]), slices.Concat(b[0][:], b[1][:]))
	})
	return lines
}

func round(v float64) float64 { return math.Round(v*1e4)/1e4 + 0 }

// The border of a floor is what no other floor continues: beside it, a step up or down, across a gap, or above.
func TestRims(t *testing.T) {
	square := func(s *scene) { s.floor(1, 1, 3, 2, 0, 0) }
	line := func(x0, z0, x1, z1 float64) [2]point { return [2]point{{x0, 0, z0}, {x1, 0, z1}} }
	west, south, north, east := line(1, 1, 1, 2), line(1, 1, 3, 1), line(1, 2, 3, 2), line(3, 1, 3, 2)
	alone := [][2]point{west, south, north, east}
	half := [][2]point{west, south, north, line(3, 1.5, 3, 2)}
	open := [][2]point{west, south, north}
	for name, c := range map[string]struct {
		beside func(s *scene)
		want   [][2]point
	}{
		"alone":                      {func(*scene) {}, alone},
		"doubled":                    {square, alone},
		"beside a smaller floor":     {func(s *scene) { s.floor(3, 0, 5, 1.5, 0, 0) }, half},
		"over a smaller floor":       {func(s *scene) { s.floor(2, 0, 5, 1.5, -0.1, -0.1) }, [][2]point{west, line(1, 1, 2, 1), north, line(3, 1.5, 3, 2)}},
		"a step above":               {func(s *scene) { s.floor(3, 0, 5, 1.5, -0.2, -0.2) }, half},
		"more than a step above":     {func(s *scene) { s.floor(3, 0, 5, 1.5, -0.3, -0.3) }, alone},
		"across a gap":               {func(s *scene) { s.floor(3.2, 0, 5, 1.5, 0, 0) }, half},
		"across a wide gap":          {func(s *scene) { s.floor(3.3, 0, 5, 1.5, 0, 0) }, alone},
		"at the corner of a floor":   {func(s *scene) { s.floor(3, 2, 5, 4, 0, 0) }, alone},
		"beside a steep floor":       {func(s *scene) { s.floor(3, 0, 5, 1.5, 0, 5) }, alone},
		"beside an obstacle's top":   {func(s *scene) { s.entity(obstacle).floor(3, 0, 5, 1.5, 0, 0) }, alone},
		"beside a fan of triangles":  {func(s *scene) { fan(s, point{4, 0, 1.5}, 7) }, open},
		"at the foot of a ramp":      {func(s *scene) { s.floor(3, 1, 5, 2, 0, 2) }, open},
		"over the storey below":      {func(s *scene) { s.floor(0, 0, 5, 5, -3, -3) }, alone},
		"where a table top hangs in": {func(s *scene) { s.floor(2.9, 0, 5, 1.5, 0.7, 0.7) }, [][2]point{west, line(1, 1, 2.9, 1), north, line(3, 1.5, 3, 2)}},
	} {
		s := newScene(32, 32, 0.25).entity(solid)
		square(s)
		c.beside(s)
		got := slices.DeleteFunc(s.rims(), func(l [2]point) bool { return !ofSquare(l) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: the border is %v, expected %v", name, got, c.want)
		}
	}
}

// ofSquare tells whether a stretch is of the square's border.
func ofSquare(l [2]point) bool {
	for _, p := range l {
		if p[1] != 0 || p[0] > 3 || p[2] > 2 || p[2] < 1 {
			return false
		}
	}
	return true
}

// fan is a floor beyond the square's side x = 3, cut into triangles that meet at a point.
func fan(s *scene, tip point, n int) {
	at := func(k int) point { return point{3, 0, 1 + float64(k)/float64(n)} }
	for k := range n {
		s.triangle(at(k), at(k+1), tip)
	}
}

// What is known of a border does not depend on the block: the rims of a part of the scene are cut from the same corners.
func TestRimsOfABlock(t *testing.T) {
	whole := newScene(64, 64, 0.25).entity(solid)
	whole.quad(point{1, 0, 1.3}, point{0.7, 0, 2.9}, point{15, 0, 5}, point{15.3, 0, 3.4})
	whole.floor(3, 0, 5, 9, 0, 0)
	part := *whole
	frame := *whole.Frame
	part.Frame, frame.Width, frame.Height, frame.TilesX, frame.TilesZ = &frame, 16, 32, 1, 2
	cut := func(s *scene) (ends map[[8]float32]bool) {
		s.Triangles, ends = uint32(len(s.facets)), map[[8]float32]bool{}
		for _, r := range Rims(s.Frame, s.triangles, s.facets, s.attributes) {
			ends[[8]float32{r.From[0], r.From[1], r.From[2], r.To[0], r.To[1], r.To[2], r.T0, r.T1}] = true
		}
		return ends
	}
	all, known := cut(whole), cut(&part)
	if len(known) == 0 || len(known) >= len(all) {
		t.Fatalf("%d rims in a part, %d in all", len(known), len(all))
	}
	for r := range known {
		if !all[r] {
			t.Errorf("the rim %v is known to the part only", r)
		}
	}
}

// A floor at an angle has its true border as walls, and the faces of cells are none of them.
func TestTurnedFloorsHaveStraightEdges(t *testing.T) {
	for _, degrees := range turned {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		at := func(u, v float64) point { return point{2.5 + u*cos - v*sin, 0, 2.5 + u*sin + v*cos} }
		s := newScene(22, 22, 0.25).entity(solid)
		s.quad(at(-1.7, -1), at(-1.7, 1), at(1.7, 1), at(1.7, -1))
		s.bake()
		cells := 0
		for c, flag := range s.b.U32("cellFlag") {
			if flag&CellWalkable == 0 {
				continue
			}
			x, z := s.centre(uint32(c))
			u, v := (x-2.5)*cos+(z-2.5)*sin, (z-2.5)*cos-(x-2.5)*sin
			want := min(1.7-math.Abs(u), 1-math.Abs(v), float64(s.Reach))
			if got := float64(s.b.F32("clearance")[c]); math.Abs(got-want) > 1e-4 {
				t.Fatalf("at %g° the clearance at (%.3f, %.3f) of the floor is %.4f, expected %.4f", degrees, u, v, got, want)
			}
			if flag>>2 != 0 && want > crack*0.25 {
				t.Errorf("at %g° the cell at (%.3f, %.3f) of the floor has a bare side", degrees, u, v)
			}
			cells++
		}
		if cells < 80 {
			t.Errorf("at %g° the floor has %d cells", degrees, cells)
		}
	}
}
