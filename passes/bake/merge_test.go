package bake

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// cut gives the pieces of a straight wall, in any order and direction, touching, overlapping or twice.
func cut(r *rand.Rand, s [4]float64, n int) (pieces []passes.Segment) {
	at := func(t float64) (x, z float32) { return float32(s[0] + t*(s[2]-s[0])), float32(s[1] + t*(s[3]-s[1])) }
	for _, k := range r.Perm(n) {
		from, to := float64(k)/float64(n), min(1, (float64(k)+1+0.3*float64(r.IntN(2)))/float64(n))
		if r.IntN(2) == 0 {
			from, to = to, from
		}
		var p passes.Segment
		p[0], p[1] = at(from)
		p[2], p[3] = at(to)
		pieces = append(pieces, p)
		if r.IntN(4) == 0 {
			pieces = append(pieces, p)
		}
	}
	return pieces
}

// Pieces of one straight wall become the wall again, however they come.
func TestPiecesOfAWallAreJoined(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	for range 500 {
		a := 2 * math.Pi * r.Float64()
		x, z := 20*r.Float64(), 20*r.Float64()
		w := [4]float64{x, z, x + 2*math.Cos(a), z + 2*math.Sin(a)}
		var m merger
		for _, p := range cut(r, w, 2) {
			m.take(p)
		}
		if all := m.all(); len(all) != 1 || math.Abs(float64(extent(all[0]))-2) > 1e-5 {
			t.Fatalf("two pieces of a wall of 2 m become %v", all)
		}
	}
}

// Joining changes nothing about where walls are: every point of a piece is on a segment, and every point of a segment on a
// piece, in clutter of more walls than are held open, with parallel ones a millimetre apart.
func TestJoiningKeepsTheOutline(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 2))
	fewer := 0
	for range 300 {
		var m merger
		var pieces []passes.Segment
		for range 6 {
			a, x, z := 2*math.Pi*r.Float64(), 5*r.Float64(), 5*r.Float64()
			for _, aside := range []float64{0, 1e-3} {
				x, z := x-aside*math.Sin(a), z+aside*math.Cos(a)
				pieces = append(pieces, cut(r, [4]float64{x, z, x + 2*math.Cos(a), z + 2*math.Sin(a)}, 1+r.IntN(5))...)
			}
		}
		r.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
		for _, p := range pieces {
			m.take(p)
		}
		all := m.all()
		fewer += len(pieces) - len(all)
		for _, pair := range [2][2][]passes.Segment{{pieces, all}, {all, pieces}} {
			for _, s := range pair[0] {
				for k := range 9 {
					x, z := s[0]+float32(k)/8*(s[2]-s[0]), s[1]+float32(k)/8*(s[3]-s[1])
					gap := float32(math.Inf(1))
					for _, o := range pair[1] {
						gap = min(gap, passes.Distance(o, x, z))
					}
					if gap > 5e-5 {
						t.Fatalf("(%g, %g) of %v is %g m from the outline", x, z, s, gap)
					}
				}
			}
		}
	}
	if fewer < 300 {
		t.Errorf("only %d pieces were joined: the test shows little", fewer)
	}
}

// Walls that meet at an angle, run beside each other, or follow at a distance stay apart.
func TestOtherWallsAreNotJoined(t *testing.T) {
	for _, pair := range [][2]passes.Segment{
		{{0, 0, 1, 0}, {1, 0, 1, 1}}, {{0, 0, 1, 0}, {0, 1e-3, 1, 1e-3}}, {{0, 0, 1, 0}, {1.001, 0, 2, 0}}, {{0, 0, 1, 0}, {1, 0, 2, 1e-3}},
		{{0, 0, 0, 0}, {1e-3, 0, 1e-3, 0}},
	} {
		if both, ok := joins(pair[0], pair[1]); ok {
			t.Errorf("%v and %v become %v", pair[0], pair[1], both)
		}
	}
}
