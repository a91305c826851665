package move

import (
	"math"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// parted is a corridor of 16 m with the goal in the west, and agents of one party and speed at some places along it.
func parted(gap float32, speeds []float32, xs ...float32) *passestest.World {
	w := passestest.New(64, 8, 0)
	w.Bake()
	for j := range 8 {
		w.Goal(w.Cell(0, j, 0), 0)
	}
	w.Frame.Parties = 1
	w.Groups([]passes.Class{class0}, []passes.Group{{Goal: 0}})
	w.Each(func(c uint32, _, _, _ int) {
		w.B.F32("potential")[c] = w.Centre(c)[0] * 2 // twice the metres: what a metre costs with weights of 1 at 1 m/s
		w.B.U32("velocity")[c] = passes.PackVelocity(vec{-pace, 0})
	})
	w.B.F32("partyGap")[0] = 2 * gap
	w.Crowd(len(xs))
	for i, x := range xs {
		w.Agent(i, w.At(x, 1, 0), vec{x, 1}, vec{}, 0.2, speeds[i])
		w.B.U32("agentParty")[i] = 1
	}
	w.Step().Dt = 0.1
	return w
}

func walkParty(w *passestest.World) {
	w.Run(Parties(w.Frame)...)
	advanceOnce(w)
}

// Who is no more than the gap ahead of the last goes at its own speed, who is twice that ahead stands, and between it is linear; the
// last is never held, and other parties do not count.
func TestPartySlowsDownWhoIsAhead(t *testing.T) {
	w := parted(2, []float32{pace, pace, pace, pace, pace, pace}, 15.125, 14.125, 12.125, 11.125, 10.125, 9.125)
	w.B.U32("agentParty")[5] = 2
	walkParty(w)
	for i, want := range []float32{1, 1, 0.5, 0, 0, 1} {
		if v := length(w.B.Vec2("agentVelocity")[i]); abs(v-want*pace) > 1e-3 {
			t.Errorf("agent %d goes at %g m/s, want %g", i, v, want*pace)
		}
	}
}

// Neither who waits, nor who stands in line, nor who is cut off holds up the others; nor does a party with nobody else.
func TestPartyDoesNotWaitForWhoDoesNotCome(t *testing.T) {
	for name, change := range map[string]func(w *passestest.World){
		"waits": func(w *passestest.World) {
			w.B.U32("agentState")[1] = passes.StateWaiting
			w.B.Vec4("agentBody")[1][2] = 1e5
		},
		"cut off": func(w *passestest.World) { w.B.F32("potential")[w.B.U32("agentCell")[1]] = passes.Inf },
		"left":    func(w *passestest.World) { w.B.U32("agentState")[1] = passes.StateFree },
		"in line": func(w *passestest.World) {
			w.Frame.Stages = 1
			w.B.Alloc(w.Frame, "agentStage")
			w.B.U32("agentStage")[0], w.B.U32("agentStage")[1] = passes.StageWord(0, passes.PhaseWay), passes.StageWord(0, passes.PhaseLine)
		},
	} {
		w := parted(1, []float32{pace, pace}, 5.125, 15.125)
		walkParty(w)
		if v := length(w.B.Vec2("agentVelocity")[0]); v != 0 {
			t.Fatalf("the first goes at %g m/s", v)
		}
		change(w)
		walkParty(w)
		if v := length(w.B.Vec2("agentVelocity")[0]); abs(v-pace) > 1e-3 {
			t.Errorf("%s: the first goes at %g m/s, want %g", name, v, pace)
		}
	}
}

// A party stays together though its members would go at different speeds, and gets to the goal not much later than its slowest; without
// the party they come apart.
func TestPartyStaysTogether(t *testing.T) {
	for _, together := range []bool{true, false} {
		w := parted(1, []float32{0.8 * pace, pace, 1.2 * pace}, 15.5, 15, 14.5)
		if !together {
			clear(w.B.U32("agentParty"))
		}
		widest := float32(0)
		for w.Step().Time < 60 && w.Tally().Arrived == 0 {
			walkParty(w)
			lo, hi := float32(math.Inf(1)), float32(0)
			for _, p := range w.B.Vec2("agentPosition") {
				lo, hi = min(lo, p[0]), max(hi, p[0])
			}
			widest = max(widest, hi-lo)
		}
		for w.Step().Time < 60 && w.Tally().Arrived < 3 {
			walkParty(w)
		}
		if together && widest > 1.75 || !together && widest < 4 {
			t.Errorf("together %v: they were up to %g m apart", together, widest)
		}
		if want := 15.25 / (0.8 * pace); w.Tally().Arrived != 3 || w.Step().Time > float32(want)+0.5 {
			t.Errorf("together %v: %d have arrived after %g s, want 3 after %g", together, w.Tally().Arrived, w.Step().Time, want)
		}
	}
}
