package field

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// crowd is an open floor of w×h cells with n agents in its middle, at least `margin` metres from the edge.
func crowd(w, h, n int, margin float32, seed uint64) *passestest.World {
	wd := passestest.New(w, h, 0)
	SetKernel(wd.Frame, passes.KernelJiang, 0.7, 0.3, 0.5)
	wd.Bake()
	wd.Crowd(n)
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		x := margin + r.Float32()*(float32(w)*wd.Frame.Cell-2*margin)
		z := margin + r.Float32()*(float32(h)*wd.Frame.Cell-2*margin)
		wd.Agent(i, wd.At(x, z, 0), [2]float32{x, z}, [2]float32{r.Float32()*4 - 2, r.Float32()*4 - 2}, 0.2, 1.3)
	}
	return wd
}

// take gives a world the kernel of a frame.
func take(w *passestest.World, k *passes.Frame) {
	w.Kernel, w.KernelA, w.KernelSupport = k.Kernel, k.KernelA, k.KernelSupport
	w.KernelNorm, w.KernelLambda, w.FootCells = k.KernelNorm, k.KernelLambda, k.FootCells
}

func TestDensityEqualsTheSumOfFootprints(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *passes.Frame) {
		w := crowd(40, 40, 50, 1, 3)
		if k.Cell != w.Frame.Cell {
			return // floors are made of cells of 0.25 m
		}
		take(w, k)
		w.Run(Clear{}, Splat{}, Flow{})
		rho, position := density(w), w.B.Vec2("agentPosition")
		// Each agent's share is rounded to 2^-18 and computed within the footprint's tolerance.
		bound := 50 * (footprintTolerance + 1.0/weightUnit) * float64(w.KernelNorm)
		w.Each(func(c uint32, _, _, _ int) {
			p, want := w.Centre(c), 0.0
			for _, q := range position {
				want += oracle(w.Frame, float64(p[0]-q[0]), float64(p[1]-q[1])) * float64(w.KernelNorm)
			}
			if got := float64(rho[c]); math.Abs(got-want) > bound {
				t.Fatalf("density at %v is %g, want %g", p, got, want)
			}
		})
	})
}

func TestTreuilleKeepsItsOwnCellAboveRhoBar(t *testing.T) {
	const rhoBar = 0.6
	w := crowd(12, 12, 1, 1, 1)
	SetKernel(w.Frame, passes.KernelTreuille, w.Frame.Cell, 0, rhoBar)
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		x, z := 1+r.Float32(), 1+r.Float32()
		own := w.At(x, z, 0)
		w.Agent(0, own, [2]float32{x, z}, [2]float32{}, 0.2, 1)
		w.Run(Clear{}, Splat{}, Flow{})
		for c, rho := range density(w) {
			share := rho / w.KernelNorm
			if uint32(c) == own && share < rhoBar-1e-4 || uint32(c) != own && share > rhoBar+1e-4 {
				t.Fatalf("agent at (%g, %g) gives cell %d a share of %g (its own is %d)", x, z, c, share, own)
			}
		}
	}
}

func TestSplatIsContinuousOverCellEdges(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *passes.Frame) {
		if k.Kernel == passes.KernelTreuille && k.KernelLambda < 0.6 || k.Cell != 0.25 {
			return // no bounded slope, or another cell size
		}
		w := crowd(24, 24, 1, 1, 1)
		take(w, k)
		at := func(x, z float32) []float32 {
			w.Agent(0, w.At(x, z, 0), [2]float32{x, z}, [2]float32{}, 0.2, 1)
			w.Run(Clear{}, Splat{}, Flow{})
			return slices.Clone(density(w))
		}
		const e = 2e-5
		for _, across := range []float32{0.01, 0.07, 0.125, 0.2, 0.249} {
			for edge := float32(2); edge < 4; edge += 0.25 {
				for _, pair := range [][2][]float32{
					{at(edge-e, 2+across), at(edge+e, 2+across)}, {at(2+across, edge-e), at(2+across, edge+e)}} {
					for c := range pair[0] {
						if d := math.Abs(float64(pair[0][c]-pair[1][c])) / float64(w.KernelNorm); d > 2e-3 {
							t.Fatalf("share of cell %d jumps by %g at the edge %g", c, d, edge)
						}
					}
				}
			}
		}
	})
}

func TestBilinearConservesMass(t *testing.T) {
	const n = 500
	w := crowd(60, 40, n, 0.5, 9)
	SetKernel(w.Frame, passes.KernelBilinear, 0.7, 0, 0.5)
	w.Run(Clear{}, Splat{}, Flow{})
	mass := 0.0
	for _, rho := range density(w) {
		mass += float64(rho) * float64(w.Frame.Cell) * float64(w.Frame.Cell)
	}
	if math.Abs(mass-n) > 1e-5*n {
		t.Errorf("the field holds %g agents, want %d", mass, n)
	}
}

func TestLoneAgentGivesItsVelocity(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		w := crowd(16, 16, 1, 1.2, r.Uint64())
		v := [2]float32{r.Float32()*4 - 2, r.Float32()*4 - 2}
		w.B.Vec2("agentVelocity")[0] = v
		w.Run(Splat{})
		sums := slices.Clone(w.B.U32("crowd"))
		w.Run(Flow{})
		for c, moves := range mean(w) {
			if sums[c] == 0 {
				if moves != [2]float32{} {
					t.Fatalf("an empty cell moves at %v", moves)
				}
				continue
			}
			bound := math.Ldexp(1, -15)/(float64(sums[c])/weightUnit) + 1e-6 // as documented, and rounding
			for d := range v {
				if math.Abs(float64(moves[d]-v[d])) > bound {
					t.Fatalf("cell %d moves at %v within %g, want %v", c, moves, bound, v)
				}
			}
		}
	}
}

func TestUniformStreamKeepsItsVelocity(t *testing.T) {
	w := crowd(40, 40, 400, 0.3, 11)
	v := [2]float32{-1.1, 0.7}
	for i := range w.B.Vec2("agentVelocity") {
		w.B.Vec2("agentVelocity")[i] = v
	}
	w.Run(Clear{}, Splat{}, Flow{})
	for c, moves := range mean(w) {
		if density(w)[c] > 0.5 && (abs(moves[0]-v[0]) > 1e-3 || abs(moves[1]-v[1]) > 1e-3) {
			t.Fatalf("cell %d moves at %v, want %v", c, moves, v)
		}
	}
}

func TestSpeedsBeyondTheLimitKeepTheirDirection(t *testing.T) {
	w := crowd(16, 16, 1, 1.5, 1)
	w.B.Vec2("agentVelocity")[0] = [2]float32{30, -40}
	w.Run(Clear{}, Splat{}, Flow{})
	c := w.B.U32("agentCell")[0]
	if v := mean(w)[c]; abs(v[0]-4.8) > 1e-3 || abs(v[1]+6.4) > 1e-3 {
		t.Errorf("velocity is %v, want (4.8, -6.4)", v)
	}
}

func TestOrderOfAgentsIsNoMatter(t *testing.T) {
	w := crowd(30, 30, 300, 0.2, 2)
	w.Run(Clear{}, Splat{}, Flow{})
	before := slices.Clone(w.B.U32("crowd"))
	slices.Reverse(w.B.Vec2("agentPosition"))
	slices.Reverse(w.B.Vec2("agentVelocity"))
	slices.Reverse(w.B.U32("agentCell"))
	w.Run(Clear{}, Splat{}, Flow{})
	if !slices.Equal(before, w.B.U32("crowd")) {
		t.Error("the fields depend on the order of the agents")
	}
}

func TestSumsAreClearedForTheNextStep(t *testing.T) {
	w := crowd(16, 16, 20, 0.2, 2)
	w.Run(Clear{}, Splat{}, Flow{})
	if !slices.ContainsFunc(w.B.U32("crowd"), func(v uint32) bool { return v != 0 }) {
		t.Error("nobody is counted")
	}
	clear(w.B.U32("agentState"))
	w.Run(Clear{}, Splat{}, Flow{})
	if slices.ContainsFunc(w.B.U32("crowd"), func(v uint32) bool { return v != 0 }) {
		t.Error("free slots have density")
	}
}

func TestNothingCrossesStoreysOrWalls(t *testing.T) {
	w := passestest.New(24, 24, 0, 3)
	SetKernel(w.Frame, passes.KernelJiang, 0.7, 0.3, 0.5)
	w.Wall(0, -1, 3.01, 9, 3.02) // right across the lower floor, thinner than a cell
	w.Bake()
	w.Crowd(2)
	w.Agent(0, w.At(3, 2.95, 0), [2]float32{3, 2.95}, [2]float32{1, 0}, 0.2, 1)
	w.Agent(1, w.At(3, 2.95, 1), [2]float32{3, 2.95}, [2]float32{1, 0}, 0.2, 1)
	w.Run(Clear{}, Splat{}, Flow{})
	rho := density(w)
	w.Each(func(c uint32, i, j, layer int) {
		beyond := j > 12 || j == 12 && layer == 0 && w.Centre(c)[1] > 3.02
		if layer == 0 && beyond && rho[c] != 0 {
			t.Fatalf("density %g at (%d, %d) beyond the wall", rho[c], i, j)
		}
	})
	if rho[w.At(3, 3.3, 1)] == 0 {
		t.Error("the upper floor has no wall there, yet no density")
	}
	both := slices.Clone(rho)
	w.B.U32("agentState")[1] = passes.StateFree
	w.Run(Clear{}, Splat{}, Flow{})
	w.Each(func(c uint32, _, _, layer int) {
		if layer == 0 && rho[c] != both[c] || layer == 1 && rho[c] != 0 {
			t.Fatalf("people upstairs change cell %d", c)
		}
	})
}

// mean is the average velocity of every cell.
func mean(w *passestest.World) [][2]float32 {
	_, x, z := planes(w.Frame, w.B.F32("crowd"))
	v := make([][2]float32, len(x))
	for c := range v {
		v[c] = [2]float32{x[c], z[c]}
	}
	return v
}
