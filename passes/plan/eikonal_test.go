package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// star is a random cell: potentials of its neighbours and the costs of the steps to them. Some ways are closed.
func star(r *rand.Rand) (u, c [4]float32) {
	scale := float32(math.Exp(8*r.Float64() - 4))
	for d := range 4 {
		u[d], c[d] = scale*3*r.Float32(), scale*float32(math.Exp(4*r.Float64()-2))
		switch r.IntN(8) {
		case 0:
			u[d] = passes.Inf // closed
		case 1:
			u[d] = passes.Inf // a neighbour that nothing has reached yet
		case 2:
			u[d] = u[0]
		}
	}
	return u, c
}

func wide(v [4]float32) (w [4]float64) {
	for d, x := range v {
		w[d] = float64(x)
		if x >= passes.Inf {
			w[d] = math.Inf(1)
		}
	}
	return w
}

func TestEikonalIsTheRoot(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200000 {
		u, c := star(r)
		got, want := float64(Eikonal(u, c)), bisect(wide(u), wide(c))
		if math.IsInf(want, 1) {
			if float32(got) < passes.Inf {
				t.Fatalf("Eikonal(%v, %v) = %g, want infinite", u, c, got)
			}
			continue
		}
		if !(math.Abs(got-want) <= 1e-6*want) {
			t.Fatalf("Eikonal(%v, %v) = %.9g, want %.9g", u, c, got, want)
		}
	}
}

// Raising any neighbour never lowers the result: this is what lets warm iteration settle.
func TestEikonalIsMonotone(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 500000 {
		u, c := star(r)
		before, d := Eikonal(u, c), r.IntN(4)
		raised := u
		raised[d] = min(u[d]*(1+r.Float32()), passes.Inf)
		if after := Eikonal(raised, c); after < before*(1-4e-7) {
			t.Fatalf("Eikonal(%v, %v) = %g falls to %g when neighbour %d rises to %g", u, c, before, after, d, raised[d])
		}
	}
}

// The published choice of the cheaper neighbour of each axis gives 8.74 here, and less once neighbour E is raised.
func TestEikonalTakesTheBestQuadrant(t *testing.T) {
	u, c := [4]float32{2, 8, passes.Inf, 0}, [4]float32{10, 1, 1, 10}
	if got := Eikonal(u, c); math.Abs(float64(got)-8) > 1e-5 {
		t.Errorf("the potential is %g, want 8", got)
	}
}

// The result lies above every neighbour it rests on: only lower ones matter, and the least by at least a share of its cost.
func TestEikonalIsCausal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200000 {
		u, c := star(r)
		phi := Eikonal(u, c)
		if phi >= passes.Inf {
			continue
		}
		least := min(u[0], u[1], u[2], u[3])
		if phi <= least {
			t.Fatalf("Eikonal(%v, %v) = %g does not lie above %g", u, c, phi, least)
		}
		higher := u
		for d := range higher {
			if u[d] >= phi {
				higher[d] = u[d] * 2
			}
		}
		if again := Eikonal(higher, c); again != phi {
			t.Fatalf("Eikonal(%v, %v) = %g depends on higher neighbours: %g", u, c, phi, again)
		}
	}
}

func TestEikonalScalesAndShifts(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 100000 {
		u, c := star(r)
		k := float32(math.Exp(4*r.Float64() - 2))
		v, e := u, c
		for d := range 4 {
			if u[d] < passes.Inf {
				v[d] *= k
			}
			if c[d] < passes.Inf {
				e[d] *= k
			}
		}
		phi := Eikonal(u, c)
		if got := Eikonal(v, e); phi < passes.Inf && math.Abs(float64(got)/float64(k*phi)-1) > 2e-6 {
			t.Fatalf("Eikonal(%v, %v) = %g, but %g with everything %g times as large", u, c, phi, got, k)
		}
	}
}

func TestEikonalByHand(t *testing.T) {
	inf := passes.Inf
	for _, k := range []struct {
		u, c [4]float32
		want float64
	}{
		{[4]float32{0, 0, inf, inf}, [4]float32{2, 2, 1, 1}, math.Sqrt2},
		{[4]float32{0, 0, inf, inf}, [4]float32{3, 4, 1, 1}, 2.4}, // 1/√(1/9+1/16)
		{[4]float32{0, 5, inf, inf}, [4]float32{3, 4, 1, 1}, 3},
		{[4]float32{1, inf, 0, inf}, [4]float32{1, 1, 1.5, 1}, 1.5}, // opposite neighbours do not combine
		{[4]float32{inf, inf, inf, inf}, [4]float32{1, 1, 1, 1}, float64(inf)},
	} {
		if got := float64(Eikonal(k.u, k.c)); !(math.Abs(got-k.want) <= 1e-6*k.want) {
			t.Errorf("Eikonal(%v, %v) = %g, want %g", k.u, k.c, got, k.want)
		}
	}
}
