package passes_test

import (
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// lists is a solver without a scene.
func lists(groups, pages, colours, rounds uint32) (*passes.Frame, *passes.Buffers) {
	f, b := &passes.Frame{Groups: groups, Pages: pages, Colours: colours, Rounds: rounds}, passes.NewBuffers()
	b.Alloc(f, "solveArgs", "solveList", "solveStamp", "solveState")
	return f, b
}

// Whatever is woken, every pair is on the list of its round once, and the books count it.
func TestWakeListsEveryPairOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	f, b := lists(3, 20, 4, 8)
	state, args, list := b.U32("solveState"), b.UVec4("solveArgs"), b.U32("solveList")
	state[passes.SolveBase] = 4000
	type place struct{ round, pair uint32 }
	woken := map[place]bool{}
	for round := range uint32(4) { // one round per colour, as far ahead as one round can look
		for range 200 {
			g, p := r.Uint32N(3), r.Uint32N(5)*4+round // pages of the round's colour
			passes.Wake(f, b, g, p, round)
			woken[place{round, g<<24 | p}] = true
		}
	}
	listed, pending := 0, 0
	for round := range uint32(4) {
		start := passes.ListStart(f, 4000+round)
		for _, pair := range list[start:][:args[round][0]] {
			if !woken[place{round, pair}] {
				t.Fatalf("round %d lists %#x twice, or unasked", round, pair)
			}
			delete(woken, place{round, pair})
			listed++
		}
	}
	for g := range 3 {
		pending += int(state[passes.SolvePending+g])
	}
	if len(woken) != 0 || listed != 60 || pending != 60 {
		t.Errorf("%d pairs are missing; %d listed, %d pending, want 60", len(woken), listed, pending)
	}
}

// A pair that was on the list of one round can go on that of a later one, but not back.
func TestWakeLooksAhead(t *testing.T) {
	f, b := lists(1, 4, 2, 4)
	args := b.UVec4("solveArgs")
	passes.Wake(f, b, 0, 3, 1)
	passes.Wake(f, b, 0, 3, 3)
	passes.Wake(f, b, 0, 3, 1)
	if args[1][0] != 1 || args[3][0] != 1 {
		t.Errorf("rounds 1 and 3 have %d and %d pairs, want one each", args[1][0], args[3][0])
	}
}

// The lists that are in use at one time do not overlap, and lie in the buffer, to the last round before numbers wrap.
func TestListsDoNotOverlap(t *testing.T) {
	for colours := uint32(1); colours < 9; colours++ {
		f, b := lists(2, 5, colours, colours)
		for _, first := range []uint32{0, 1, 12345, ^uint32(0) - 9} {
			seen := map[uint32]bool{}
			for k := range colours + 1 {
				at := passes.ListStart(f, first+k)
				if seen[at] || at%10 != 0 || int(at)+10 > len(b.U32("solveList")) {
					t.Errorf("%d colours: the list of round %d starts at %d", colours, first+k, at)
				}
				seen[at] = true
			}
		}
	}
}
