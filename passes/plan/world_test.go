package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

var walker = passes.Class{Speed: 1.34, Radius: 0.2, RhoMin: 0.7, Sample: 1}

// planned bakes a world and gives it one group per goal and a solver of four cycles a step.
func planned(w *passestest.World, goals ...uint32) *passestest.World {
	w.Bake()
	mutual(w)
	w.Stencil, w.Sweeps, w.Tolerance, w.Told, w.WarmTolerance = 4, 2*passes.Tile, 1e-6, 1e-6, 0
	return budget(w, 4, goals...)
}

// mutual cuts the links to a cell that a way to another storey has taken away, as the bake does.
func mutual(w *passestest.World) {
	links := w.Links()
	for c := range w.Cells {
		for d, n := range links.All(c) {
			if n != passes.None && links.To(n, d^2) != c {
				links.Set(c, d, passes.None)
			}
		}
	}
}

// budget starts the groups anew with a solver of so many cycles of the colours a step.
func budget(w *passestest.World, cycles uint32, goals ...uint32) *passestest.World {
	w.Rounds = cycles * w.Colours
	var groups []passes.Group
	for _, g := range goals {
		groups = append(groups, passes.Group{Goal: g, Reset: passes.ResetPlace})
	}
	w.Groups([]passes.Class{walker}, groups)
	return w
}

// price sets the costs of every open step, then wakes the pages where they changed, as the pass "cost" does; groups that are
// being solved in the back plane only note that. It belongs between begin and the first round.
func price(w *passestest.World, cost func(c uint32, d int) float32) {
	links, clearance, stored := w.Links(), w.B.F32("clearance"), w.B.Vec4("cost")
	changed := map[uint32]bool{}
	for c := range w.Cells {
		for d, n := range links.All(c) {
			k := passes.Inf
			if n != passes.None && clearance[c] >= walker.Radius && clearance[n] >= walker.Radius {
				k = cost(c, d)
			}
			if stored[c][d] != k {
				stored[c][d] = k
				changed[c/passes.PageCells] = true
			}
		}
	}
	for page := range w.Pages {
		for g := range w.Frame.Groups {
			group, state := passes.As[passes.Group](w.B, "groups")[g], w.B.U32("solveState")
			if !changed[page] {
				continue
			}
			if passes.InBack(group.Cold) && state[passes.SolveSince(w.Frame, g)] != state[passes.SolveBase] {
				state[passes.SolveNotes(w.Frame, g)] |= passes.NoteMissed
			} else {
				passes.Wake(w.Frame, w.B, g, page, w.B.UVec4("pages")[page][3])
			}
		}
	}
}

func flat(k float32) func(uint32, int) float32 { return func(uint32, int) float32 { return k } }

// rough gives every step a cost of its own between 0.1 and 2.
func rough(seed uint64) func(uint32, int) float32 {
	return func(c uint32, d int) float32 {
		r := rand.New(rand.NewPCG(seed, uint64(c)*4+uint64(d)))
		return 0.1 + 1.9*r.Float32()
	}
}

// round is the pass that relaxes in the tests: the form for GPUs or, in inBothForms, also that for CPUs.
var round = func(r Relax) passes.Pass { return r }

// inBothForms runs a test with the one and the other.
func inBothForms(t *testing.T, test func(t *testing.T)) {
	t.Run("relax", test)
	usual := round
	defer func() { round = usual }()
	round = func(r Relax) passes.Pass { return Sweep(r) }
	t.Run("sweep", test)
}

// rounds runs the rounds of a step and checks their lists: every pair once, on the list of its page's colour.
func rounds(t *testing.T, w *passestest.World) {
	t.Helper()
	for r := range w.Rounds {
		start := passes.ListStart(w.Frame, w.B.U32("solveState")[passes.SolveBase]+r)
		seen := map[uint32]bool{}
		for _, pair := range w.B.U32("solveList")[start:][:w.B.UVec4("solveArgs")[r][0]] {
			if page := pair & 0xffffff; seen[pair] || w.B.UVec4("pages")[page][3] != r%w.Colours {
				t.Fatalf("round %d relaxes pair %#x of colour %d, seen %v", r, pair, w.B.UVec4("pages")[page][3], seen[pair])
			}
			seen[pair] = true
		}
		w.Run(round(Relax{r, w.Stencil}))
	}
}

// step runs one step of the solver with new costs, or the old ones where cost is nil.
func step(t *testing.T, w *passestest.World, cost func(uint32, int) float32) {
	t.Helper()
	if w.Tally().Waiting > 0 {
		w.Run(Turn{}, Seed{})
	}
	w.Run(Begin{})
	if cost != nil {
		price(w, cost)
	}
	rounds(t, w)
	w.Run(Publish{})
}

// settle steps until nothing is pending and gives the number of steps.
func settle(t *testing.T, w *passestest.World, cost func(uint32, int) float32) int {
	t.Helper()
	for n := range 20000 {
		step(t, w, cost)
		if cost = nil; w.Tally().Pending+w.Tally().Waiting == 0 {
			return n + 1
		}
	}
	t.Fatal("the solver does not settle")
	return 0
}

// agrees fails where the published potential of a group is off the oracle by more than the relative tolerance.
func agrees(t *testing.T, w *passestest.World, group uint32, tolerance float64) {
	t.Helper()
	want, reached := march(w, group), 0
	for c, stored := range w.B.F32("potential")[group*w.Cells:][:w.Cells] {
		phi := passes.Potential(stored)
		if math.IsInf(want[c], 1) {
			if phi < passes.Inf {
				t.Fatalf("cell %d has potential %g, but there is no way from it", c, phi)
			}
			continue
		}
		reached++
		if !(math.Abs(float64(phi)-want[c]) <= tolerance*want[c]) {
			t.Fatalf("cell %d has potential %.8g, want %.8g", c, phi, want[c])
		}
	}
	if reached < 50 {
		t.Fatalf("only %d cells have a way", reached)
	}
}

// room is a floor with random blocks and thin walls, and a goal in a corner.
func room(r *rand.Rand, w, h int) *passestest.World {
	world := passestest.New(w, h, 0)
	clutter(world, r, 0)
	world.Goal(world.Cell(2, 2, 0), 0)
	world.Goal(world.Cell(2, 3, 0), 0)
	return world
}

func clutter(w *passestest.World, r *rand.Rand, layer int) {
	for range w.Width * w.Height / 40 {
		if i, j := r.IntN(int(w.Width)), r.IntN(int(w.Height)); i > 5 || j > 5 {
			w.Block(i, j, layer)
		}
	}
	for range 4 {
		x, z := 2+10*r.Float64(), 2+10*r.Float64()
		w.Wall(layer, x, z, x+4*r.Float64()-2, z+4*r.Float64()-2)
	}
}

// tower is three cluttered floors joined by ways in both directions, some of them within one tile, with two goals.
func tower(r *rand.Rand) *passestest.World {
	w := passestest.New(36, 28, 0, 3, 6)
	for k := range 3 {
		clutter(w, r, k)
	}
	for k := range 2 {
		for j := range 6 {
			w.Join(w.Cell(8+7*k, 10+j, k), 1, w.Cell(9+7*k, 10+j, k+1))
			w.Join(w.Cell(15+j, 20, k+1), 0, w.Cell(15+j, 21, k))
		}
	}
	w.Goal(w.Cell(2, 2, 0), 0)
	w.Goal(w.Cell(3, 2, 2), 1)
	w.Goal(w.Cell(3, 3, 2), 1)
	return w
}
