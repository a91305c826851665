package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func checkClosed(t *testing.T, name string, mesh *mesh) {
	t.Helper()
	if err := closed(mesh); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// closed tells whether a mesh bounds a solid: along every line, the edges that run
// one way cover the same length as those that run the other way. Rectangles of different
// sizes may meet, so that edges are first cut at every vertex on their way.
func closed(mesh *mesh) error {
	vertex := make([][3]int, len(mesh.positions))
	for p, i := range mesh.seen {
		vertex[i] = p
	}
	type edge struct{ from, to [3]int }
	balance := map[edge]int{}
	count := func(from, to [3]int) {
		for _, piece := range cutEdge(mesh, from, to) {
			if less(piece[0], piece[1]) {
				balance[edge{piece[0], piece[1]}]++
			} else {
				balance[edge{piece[1], piece[0]}]--
			}
		}
	}
	for i := 0; i < len(mesh.indices); i += 3 {
		a, b, c := vertex[mesh.indices[i]], vertex[mesh.indices[i+1]], vertex[mesh.indices[i+2]]
		count(a, b)
		count(b, c)
		count(c, a)
	}
	for e, n := range balance {
		if n != 0 {
			return fmt.Errorf("the surface is open at the edge %v–%v mm", e.from, e.to)
		}
	}
	return nil
}

// cutEdge cuts an edge along one axis at the vertices on it. Diagonals stay whole: they
// lie within one rectangle.
func cutEdge(mesh *mesh, from, to [3]int) [][2][3]int {
	axis, differing := 0, 0
	for a := range 3 {
		if from[a] != to[a] {
			axis, differing = a, differing+1
		}
	}
	if differing != 1 {
		return [][2][3]int{{from, to}}
	}
	dir := 1
	if to[axis] < from[axis] {
		dir = -1
	}
	var pieces [][2][3]int
	last := from
	for p := from; p != to; {
		p[axis] += dir
		if _, ok := mesh.seen[p]; ok {
			pieces = append(pieces, [2][3]int{last, p})
			last = p
		}
	}
	return pieces
}

func less(a, b [3]int) bool {
	for axis := range 3 {
		if a[axis] != b[axis] {
			return a[axis] < b[axis]
		}
	}
	return false
}

func TestBox(t *testing.T) {
	s := &solid{}
	s.fill(m(1, 2), m(0, 3), m(-1, 1))
	mesh := s.mesh()
	if len(mesh.positions) != 8 || len(mesh.indices) != 36 {
		t.Errorf("a box has %d vertices and %d indices; want 8 and 36", len(mesh.positions), len(mesh.indices))
	}
	checkClosed(t, "box", mesh)
	if v := mesh.volume(); math.Abs(v-6) > 1e-5 {
		t.Errorf("a box of 6 m³ encloses %g m³", v)
	}
}

func TestEmptySolid(t *testing.T) {
	if mesh := (&solid{}).mesh(); len(mesh.indices) != 0 {
		t.Errorf("nothing has %d indices", len(mesh.indices))
	}
	s := &solid{}
	s.fill(m(0, 1), m(0, 1), m(0, 1))
	s.cut(m(-1, 2), m(0, 1), m(0, 1))
	if mesh := s.mesh(); len(mesh.indices) != 0 {
		t.Errorf("a box cut away has %d indices", len(mesh.indices))
	}
}

// A surface must not pass for closed when a triangle is missing or turned.
func TestClosedSeesHoles(t *testing.T) {
	s := &solid{}
	s.fill(m(0, 1), m(0, 1), m(0, 1))
	turned, open := s.mesh(), s.mesh()
	turned.indices[0], turned.indices[1] = turned.indices[1], turned.indices[0]
	open.indices = open.indices[3:]
	for name, mesh := range map[string]*mesh{"turned": turned, "missing": open} {
		if closed(mesh) == nil {
			t.Errorf("a %s triangle went unseen", name)
		}
	}
}

// Random fills and cuts on a small lattice against one bool per cell of it.
func TestSolidAgainstCells(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 0))
	const n = 6
	interval := func() span {
		a, b := random.IntN(n+1), random.IntN(n+1)
		return span{1000 * min(a, b), 1000 * max(a, b)}
	}
	for trial := range 200 {
		s := &solid{}
		var cells [n][n][n]bool
		for range 1 + random.IntN(8) {
			x, y, z := interval(), interval(), interval()
			full := random.IntN(3) > 0
			s.ops = append(s.ops, operation{[3]span{x, y, z}, full})
			for i := x.lo / 1000; i < x.hi/1000; i++ {
				for j := y.lo / 1000; j < y.hi/1000; j++ {
					for k := z.lo / 1000; k < z.hi/1000; k++ {
						cells[i][j][k] = full
					}
				}
			}
		}
		want := 0
		for _, plane := range cells {
			for _, row := range plane {
				for _, full := range row {
					if full {
						want++
					}
				}
			}
		}
		mesh := s.mesh()
		checkClosed(t, "random solid", mesh)
		if v := mesh.volume(); math.Abs(v-float64(want)) > 1e-3 {
			t.Fatalf("trial %d: the surface encloses %g m³; want %d", trial, v, want)
		}
	}
}
