package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// tilted is a cell on a floor of slope h: costs of its four steps, in seconds a metre of floor each its own.
func tilted(r *rand.Rand) (c [4]float32, h [2]float32) {
	h = [2]float32{1.6*r.Float32() - 0.8, 1.6*r.Float32() - 0.8}
	for d := range c {
		rise := h[1-d%2]
		c[d] = float32(math.Hypot(1, float64(rise))) * float32(math.Exp(2*r.Float64()-1))
	}
	return c, h
}

// least goes through the points of the square around a cell, and gives the least of their potential, linear between
// neighbours, plus the cost of the straight way there in the quadrant's metric.
func least(u, v, c [4]float32, diagonals uint32, h [2]float32) float64 {
	cosine := float64(h[0]) * float64(h[1]) / math.Sqrt((1+float64(h[0]*h[0]))*(1+float64(h[1]*h[1])))
	best := math.Inf(1)
	for q, side := range [4][2]int{{1, 0}, {1, 2}, {3, 2}, {3, 0}} {
		cx, cz, cross := float64(c[side[0]]), float64(c[side[1]]), cosine
		if q%2 == 1 {
			cross = -cosine
		}
		length := func(x, z float64) float64 { // of x and z steps
			return math.Sqrt(x*x*cx*cx + 2*x*z*cx*cz*cross + z*z*cz*cz)
		}
		const n = 4000
		for k := range n + 1 {
			t := float64(k) / n
			mix := func(a, b float32, x0, z0, x1, z1 float64) {
				if a < passes.Inf && b < passes.Inf {
					best = min(best, (1-t)*float64(a)+t*float64(b)+length((1-t)*x0+t*x1, (1-t)*z0+t*z1))
				} else if end := min(float64(a)+length(x0, z0), float64(b)+length(x1, z1)); end < float64(passes.Inf) {
					best = min(best, end)
				}
			}
			if diagonals>>q&1 != 0 {
				mix(u[side[0]], v[q], 1, 0, 1, 1)
				mix(u[side[1]], v[q], 0, 1, 1, 1)
			} else {
				mix(u[side[0]], u[side[1]], 1, 0, 0, 1)
			}
		}
	}
	return best
}

func octet(r *rand.Rand) (u, v, c [4]float32, diagonals uint32, h [2]float32) {
	c, h = tilted(r)
	for d := range u {
		u[d], v[d] = 3*r.Float32(), 3*r.Float32()
		if r.IntN(8) == 0 {
			u[d] = passes.Inf
		}
		if r.IntN(8) == 0 {
			v[d] = passes.Inf
		}
	}
	return u, v, c, uint32(r.IntN(16)), h
}

func TestEikonal8IsTheLeastWay(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for range 3000 {
		u, v, c, diagonals, h := octet(r)
		got, want := float64(Eikonal8(u, v, c, diagonals, stepCosine(h))), least(u, v, c, diagonals, h)
		if math.IsInf(want, 1) && got >= float64(passes.Inf) {
			continue
		}
		if !(math.Abs(got-want) <= 2e-6*want) {
			t.Fatalf("Eikonal8(%v, %v, %v, %04b) on a slope of %v is %.9g, want %.9g", u, v, c, diagonals, h, got, want)
		}
	}
}

// Raising a neighbour never lowers the result, on whatever slope: this is what lets warm iteration settle.
func TestEikonal8IsMonotone(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	for range 500000 {
		u, v, c, diagonals, h := octet(r)
		before := Eikonal8(u, v, c, diagonals, stepCosine(h))
		d, by := r.IntN(8), 1+r.Float32()
		if d < 4 {
			u[d] = min(u[d]*by, passes.Inf)
		} else {
			v[d-4] = min(v[d-4]*by, passes.Inf)
		}
		if after := Eikonal8(u, v, c, diagonals, stepCosine(h)); after < before*(1-6e-7) {
			t.Fatalf("Eikonal8(%v, %v, %v, %04b) on a slope of %v: %g falls to %g", u, v, c, diagonals, h, before, after)
		}
	}
}

func TestEikonal8ByHand(t *testing.T) {
	inf := passes.Inf
	one, level := [4]float32{1, 1, 1, 1}, [2]float32{}
	for _, k := range []struct {
		u, v, c   [4]float32
		diagonals uint32
		h         [2]float32
		want      float64
	}{
		{[4]float32{inf, inf, inf, inf}, [4]float32{0, inf, inf, inf}, one, 1, level, math.Sqrt2},
		{[4]float32{inf, inf, inf, inf}, [4]float32{0, inf, inf, inf}, one, 0, level, 1e30}, // a closed diagonal
		{[4]float32{0, 0, inf, inf}, [4]float32{inf, inf, inf, inf}, one, 0, level, math.Sqrt(0.5)},
		{[4]float32{1, 1, inf, inf}, [4]float32{math.Sqrt2, inf, inf, inf}, one, 1, level, 2}, // far from the source: a plane
		// On a floor that climbs by 1 along both axes, the way up the diagonal is √(2 + 4), that across it √2.
		{[4]float32{inf, inf, inf, inf}, [4]float32{0, inf, inf, inf}, [4]float32{math.Sqrt2, math.Sqrt2, math.Sqrt2, math.Sqrt2}, 1, [2]float32{1, 1}, math.Sqrt(6)},
		{[4]float32{inf, inf, inf, inf}, [4]float32{inf, 0, inf, inf}, [4]float32{math.Sqrt2, math.Sqrt2, math.Sqrt2, math.Sqrt2}, 2, [2]float32{1, 1}, math.Sqrt2},
	} {
		if got := float64(Eikonal8(k.u, k.v, k.c, k.diagonals, stepCosine(k.h))); !(math.Abs(got-k.want) <= 1e-6*k.want) {
			t.Errorf("Eikonal8(%v, %v, %v, %04b) on a slope of %v = %g, want %g", k.u, k.v, k.c, k.diagonals, k.h, got, k.want)
		}
	}
}
