package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

var longSlots = []string{"regions", "regionWays", "hops", "ways", "ends", "endsNext"}

// lengthen has the world's new starts guessed and corrected, in enough rounds for all corrections in one step.
func lengthen(w *passestest.World) *passestest.World {
	w.Long, w.Told = 1, w.Tolerance
	w.Rounds = (Corrections + 2) * w.Colours
	w.B.Alloc(w.Frame, append(longSlots, "solveArgs")...)
	w.Run(Survey(w.Frame)...)
	return w
}

// solveLong starts all groups anew and solves them, with corrections in the first step, and gives the rounds that had work.
func solveLong(t *testing.T, w *passestest.World, cost func(uint32, int) float32) (used uint32) {
	t.Helper()
	w.Run(Turn{})
	w.Run(Start(w.Frame)...)
	w.Run(Begin{})
	price(w, cost)
	w.Run(Rounds(w.Frame, Corrections, true)...)
	w.Run(Publish{})
	for used = w.Rounds; w.Tally().Pending == 0 && used > 0 && w.B.UVec4("solveArgs")[used-1][0] == 0; {
		used--
	}
	settle(t, w, nil)
	return used
}

// What the corrections come to is the solution, on plans with obstacles and storeys, from goals and from above a mark.
func TestCorrectionsSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 40))
	for seed := range uint64(6) {
		w := room(r, 40+r.IntN(40), 40+r.IntN(40))
		if seed%2 == 1 {
			w = tower(r)
		}
		lengthen(planned(w, uint32(seed%2)))
		solveLong(t, w, rough(seed))
		agrees(t, w, 0, 1e-4)

		w.B.U32("solveState")[passes.SolveMark(w.Frame, 0)] = passes.Mark(3)
		passes.As[passes.Group](w.B, "groups")[0].Reset = passes.ResetAbove
		solveLong(t, w, rough(seed))
		agrees(t, w, 0, 1e-4)
	}
}

// serpentine is a corridor that goes to and fro over a floor, with the goal near its beginning: 5 cells wide, n lengths of it.
func serpentine(n int) *passestest.World {
	w := passestest.New(64, 6*n, 0)
	for k := 1; k < n; k++ {
		for i := range 64 {
			if open := k % 2 * 59; i < open || i >= open+5 {
				w.Block(i, 6*k-1, 0)
			}
		}
	}
	w.Goal(w.Cell(32, 2, 0), 0)
	return w
}

// A long corridor is solved in as many rounds as there are corrections, not in one for every page of the way.
func TestCorrectionsSpareRounds(t *testing.T) {
	w := lengthen(planned(serpentine(24), 0))
	used := solveLong(t, w, flat(1))
	agrees(t, w, 0, 1e-4)
	plain := planned(serpentine(24), 0)
	plain.Run(Seed{})
	if rounds := settle(t, plain, flat(1)) * int(plain.Rounds); rounds < 60 {
		t.Errorf("the corridor takes %d rounds without corrections, which is not long", rounds)
	}
	if used > (Corrections+1)*w.Colours {
		t.Errorf("the corridor takes %d rounds with corrections", used)
	}
}

// Every cell that can be stood on has the region that a flood fill gives it, and ways between regions lead both ways.
func TestRegions(t *testing.T) {
	w := lengthen(planned(serpentine(24), 0))
	links, clearance, words := w.Links(), w.B.F32("clearance"), w.B.U32("regions")
	for c := range w.Cells {
		own := regionOf(w.Frame, words, 0, c)
		if stands := clearance[c] >= walker.Radius; stands != (own != passes.None) {
			t.Fatalf("cell %d is in region %d, and can be stood on: %v", c, own, stands)
		}
		for _, n := range links.All(c) {
			if own != passes.None && n != passes.None && n/passes.PageCells == c/passes.PageCells && clearance[n] >= walker.Radius {
				if other := regionOf(w.Frame, words, 0, n); other != own {
					t.Fatalf("cells %d and %d of a page hang together, in regions %d and %d", c, n, own, other)
				}
			}
		}
	}
	ways := func(r uint32) []uint32 { return w.B.U32("regionWays")[r*passes.RegionWays:][:passes.RegionWays] }
	several := 0
	for r := range w.Pages * passes.PageRegions {
		for _, to := range ways(r) {
			if to == passes.None {
				continue
			}
			if r%passes.PageRegions > 0 {
				several++
			}
			back := false
			for _, from := range ways(to) {
				back = back || from == r
			}
			if !back {
				t.Errorf("a way leads from region %d to %d, and none back", r, to)
			}
		}
	}
	if several < 10 {
		t.Errorf("only %d ways lead out of a page's further regions", several)
	}
}

// Hops rise by one from region to region, from the goal's on, and the last word tells how many there are.
func TestHops(t *testing.T) {
	w := lengthen(planned(serpentine(24), 0))
	w.Run(Turn{})
	w.Run(Start(w.Frame)...)
	n := w.Pages * passes.PageRegions
	hops, most := w.B.U32("hops"), uint32(0)
	for r := range n {
		most = max(most, hops[r])
		if hops[r] <= passes.HopsKept {
			continue
		}
		least := uint32(math.MaxUint32)
		for _, to := range w.B.U32("regionWays")[r*passes.RegionWays:][:passes.RegionWays] {
			if to != passes.None && hops[to] > 0 {
				least = min(least, hops[to])
			}
		}
		if least+1 != hops[r] {
			t.Errorf("region %d has %d hops, and beside it are %d", r, hops[r], least)
		}
	}
	if hops[n] != most || most < 50 {
		t.Errorf("the longest way has %d hops, the last word is %d", most, hops[n])
	}
}

// Ways of border cells lead to their ends, with the sum of the changes on them; ways in a circle lead nowhere.
func TestJumps(t *testing.T) {
	w := lengthen(planned(serpentine(24), 0))
	w.Run(Turn{})
	w.Run(Start(w.Frame)...)
	w.Run(Begin{})
	ends := w.B.UVec2("ends")
	const length = 100 // of a way
	for k := range ends {
		if ends[k] = wayOf(uint32(k)+1, 1); k%length == length-1 || k+1 == len(ends) {
			ends[k] = wayOf(passes.WayHeld, 0.5)
		}
	}
	ends[5], ends[6] = wayOf(6, 1), wayOf(5, 1)
	for k := range jumps(w.Frame) {
		w.Run(Jump{Correction{Of: 1}, k})
	}
	for k := range uint32(10 * length) {
		to, sum := ends[k][0], math.Float32frombits(ends[k][1])
		switch want := float32(length-1-k%length) + 0.5; {
		case k <= 6 && to >= passes.WayInside:
			t.Errorf("the way from %d, into a circle, ends at %#x", k, to)
		case k > 6 && (to != passes.WayHeld || sum != want):
			t.Errorf("the way from %d ends at %#x with %g, expected %g", k, to, sum, want)
		}
	}
}
