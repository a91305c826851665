package passes_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

func random(r *rand.Rand) (s passes.Segment, q passestest.Segment) {
	for k := range s {
		s[k] = 4 * r.Float32()
		if r.IntN(3) == 0 {
			s[k] = float32(r.IntN(4)) // aligned, degenerate and touching ones too
		}
		q[k] = float64(s[k])
	}
	return s, q
}

func TestDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 100000 {
		s, q := random(r)
		x, z := 6*r.Float32()-1, 6*r.Float32()-1
		want := q.Gap(float64(x), float64(z))
		if got := float64(passes.Distance(s, x, z)); math.Abs(got-want) > 2e-6 {
			t.Fatalf("Distance(%v, %g, %g) = %g, want %g", s, x, z, got, want)
		}
		nx, nz := passes.Nearest(s, x, z)
		if q.Gap(float64(nx), float64(nz)) > 1e-6 {
			t.Fatalf("Nearest(%v, %g, %g) = %g, %g is not on the segment", s, x, z, nx, nz)
		}
	}
}

// apart reports whether the ends of q lie strictly on different sides of p's line.
func apart(p, q passestest.Segment) bool {
	side := func(x, z float64) float64 { return (p[2]-p[0])*(z-p[1]) - (p[3]-p[1])*(x-p[0]) }
	return side(q[0], q[1])*side(q[2], q[3]) < 0
}

// Gap is the least distance between the points of two segments, in either order.
func TestGap(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	crossing := 0
	for range 50000 {
		a, p := random(r)
		b, q := random(r)
		want := min(p.Gap(q[0], q[1]), p.Gap(q[2], q[3]), q.Gap(p[0], p[1]), q.Gap(p[2], p[3]))
		if apart(p, q) && apart(q, p) && want > 1e-5 {
			want = 0
			crossing++
		}
		if got := float64(passes.Gap(a, b)); math.Abs(got-want) > 1e-5 {
			t.Fatalf("Gap(%v, %v) = %g, want %g", a, b, got, want)
		}
		if passes.Gap(a, b) != passes.Gap(b, a) {
			t.Fatalf("Gap(%v, %v) depends on the order", a, b)
		}
	}
	if crossing < 5000 {
		t.Errorf("only %d pairs cross", crossing)
	}
}

func TestCross(t *testing.T) {
	for _, c := range []struct {
		a, b passes.Segment
		want bool
	}{
		{passes.Segment{0, 0, 2, 2}, passes.Segment{0, 2, 2, 0}, true},
		{passes.Segment{0, 0, 2, 2}, passes.Segment{0, 2, 0.9, 1.1}, false},
		{passes.Segment{0, 0, 2, 0}, passes.Segment{0, 1, 2, 1}, false},
		{passes.Segment{0, 0, 2, 0}, passes.Segment{3, 0, 5, 0}, false},
		{passes.Segment{1, 1, 1, 1}, passes.Segment{0, 0, 2, 2}, false}, // a point crosses nothing
	} {
		if got := passes.Cross(c.a, c.b); got != c.want {
			t.Errorf("Cross(%v, %v) = %v", c.a, c.b, got)
		}
	}
}
