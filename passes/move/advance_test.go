package move

import (
	"math"
	"slices"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

func state(w *passestest.World, i int) uint32 { return w.B.U32("agentState")[i] & 0xff }

func TestCorridorIsWalkedInTime(t *testing.T) {
	w := passestest.New(168, 8, 0)
	for j := range 8 {
		for i := 164; i < 168; i++ {
			w.Goal(w.Cell(i, j, 0), 0)
		}
	}
	w.Bake()
	plan(w)
	w.Crowd(1)
	w.Agent(0, w.At(1, 1.01, 0), vec{1, 1.01}, vec{}, 0.2, pace)
	for w.Tally().Arrived == 0 && w.Step().Time < 60 {
		advanceOnce(w)
	}
	if T := float64(w.Step().Time); math.Abs(T-40/pace) > 0.005*40/pace+0.1 {
		t.Errorf("40 m take %g s, want %g", T, 40/pace)
	}
	if d := w.B.Vec4("agentBody")[0][3]; math.Abs(float64(d)-40) > 0.1 {
		t.Errorf("the agent counts %g m, want 40", d)
	}
}

func TestAgentsWalkAtTheirOwnSpeed(t *testing.T) {
	w := uniform(passestest.New(16, 16, 0), vec{0, 0.5 * pace}) // the field is at half the class's speed
	w.Bake()
	w.Crowd(1)
	w.Agent(0, w.At(2, 2, 0), vec{2, 2}, vec{}, 0.2, 2)
	advanceOnce(w)
	if v := w.B.Vec2("agentVelocity")[0]; abs(v[1]-1) > 1e-4 || abs(v[0]) > 1e-6 {
		t.Errorf("velocity is %v, want (0, 1)", v)
	}
	if p := w.B.Vec2("agentPosition")[0]; abs(p[1]-2.05) > 1e-6 {
		t.Errorf("position is %v, want (2, 2.05)", p)
	}
}

func TestVelocityIsBilinear(t *testing.T) {
	w := uniform(passestest.New(16, 16, 0), vec{})
	w.Bake()
	w.Crowd(1)
	field := w.B.U32("velocity")
	for j := 8; j < 10; j++ {
		field[w.Cell(8, j, 0)], field[w.Cell(9, j, 0)] = passes.PackVelocity(vec{1, 0}), passes.PackVelocity(vec{0, 2})
	}
	at := w.Centre(w.Cell(8, 8, 0))
	for _, x := range []float32{0.01, 0.1, 0.124} {
		w.Agent(0, w.Cell(8, 8, 0), vec{at[0] + x, at[1] + 0.05}, vec{}, 0.1, pace)
		advanceOnce(w)
		s := x / 0.25
		dir, speed := vec{1 - s, 2 * s}, (1-s)+2*s
		want := scale(dir, speed/length(dir))
		if v := w.B.Vec2("agentVelocity")[0]; length(sub(v, want)) > 1e-4 {
			t.Errorf("velocity at %g is %v, want %v", x, v, want)
		}
	}
}

func TestOpposedVelocitiesDoNotStopAnyone(t *testing.T) {
	w := uniform(passestest.New(16, 16, 0), vec{-pace, 0})
	w.Bake()
	for c := range w.B.U32("velocity") {
		if w.Centre(uint32(c))[0] > 2 {
			w.B.U32("velocity")[c] = passes.PackVelocity(vec{pace, 0})
		}
	}
	w.Crowd(1)
	w.Agent(0, w.At(2.01, 2, 0), vec{2.01, 2}, vec{}, 0.1, pace)
	advanceOnce(w)
	if v := w.B.Vec2("agentVelocity")[0]; abs(v[0]-pace) > 1e-4 {
		t.Errorf("velocity is %v, want that of the agent's own cell", v)
	}
}

func TestNobodySlowsDownBeforeTheGoal(t *testing.T) {
	w := uniform(passestest.New(16, 16, 0), vec{pace, 0})
	w.Bake()
	for j := range 16 {
		w.Goal(w.Cell(8, j, 0), 0)
		w.B.U32("velocity")[w.Cell(8, j, 0)] = 0
	}
	w.Crowd(1)
	w.Agent(0, w.At(1.99, 2, 0), vec{1.93, 2}, vec{}, 0.1, pace)
	advanceOnce(w)
	if v := w.B.Vec2("agentVelocity")[0]; abs(v[0]-pace) > 1e-3 {
		t.Errorf("velocity before the goal is %v, want %g", v, pace)
	}
}

func TestArrivalFreesTheSlotAndSetsItsBit(t *testing.T) {
	w := uniform(passestest.New(16, 16, 0), vec{pace, 0})
	w.Bake()
	w.Goal(w.Cell(9, 8, 0), 0)
	w.Goal(w.Cell(5, 8, 0), 1) // another group's
	w.Crowd(70)
	w.Agent(3, w.Cell(4, 8, 0), w.Centre(w.Cell(4, 8, 0)), vec{}, 0.1, pace)
	w.Agent(69, w.Cell(8, 8, 0), w.Centre(w.Cell(8, 8, 0)), vec{}, 0.1, pace)
	w.Step().Dt = 0.3 // through 1.6 cells: over the other goal, and past its own if it did not stop there
	w.Run(Motion(w.Frame, false, 1)...)
	if state(w, 69) != passes.StateFree || state(w, 3) != passes.StateWalking {
		t.Errorf("states are %d and %d", state(w, 69), state(w, 3))
	}
	tally := *w.Tally()
	if e := w.B.U32("events"); tally.Arrived != 1 || tally.Events != 1 || !slices.Equal(e, []uint32{0, 0, 1 << 5}) || !balanced(&tally) {
		t.Errorf("tally %+v, events %v", tally, e)
	}
	w.Run(Close{})
	if e := w.B.U32("events"); !slices.Equal(e, []uint32{0, 0, 0}) || w.Tally().Events != 0 || w.Tally().Step != 1 {
		t.Errorf("after the step: tally %+v, events %v", *w.Tally(), e)
	}
}

func TestWaitingAgentsStartInTime(t *testing.T) {
	w := uniform(passestest.New(64, 8, 0), vec{pace, 0})
	w.Bake()
	w.Crowd(1)
	w.Agent(0, w.At(1, 1, 0), vec{1, 1}, vec{}, 0.2, pace)
	w.B.U32("agentState")[0] = passes.StateWaiting
	w.B.Vec4("agentBody")[0][2] = 1
	for w.Step().Time < 0.999 {
		advanceOnce(w)
		if w.B.Vec2("agentPosition")[0] != (vec{1, 1}) || w.Tally().Alive != 1 {
			t.Fatalf("the agent moved at %g s", w.Step().Time)
		}
	}
	advanceOnce(w)
	advanceOnce(w)
	if x := w.B.Vec2("agentPosition")[0][0]; x <= 1 || state(w, 0) != passes.StateWalking {
		t.Errorf("the agent has not started at %g s", w.Step().Time)
	}
}

func TestStrandedAgentsWaitForAWay(t *testing.T) {
	w := uniform(passestest.New(16, 16, 0), vec{pace, 0})
	w.Bake()
	for c := range w.B.F32("potential") {
		w.B.F32("potential")[c] = passes.Inf
	}
	w.Crowd(1)
	w.Agent(0, w.At(2, 2, 0), vec{2, 2}, vec{1, 0}, 0.2, pace)
	advanceOnce(w)
	if state(w, 0) != passes.StateStranded || w.Tally().Stranded != 1 || w.Tally().Alive != 1 || w.B.Vec2("agentVelocity")[0] != (vec{}) {
		t.Errorf("state %d, tally %+v", state(w, 0), *w.Tally())
	}
	clear(w.B.F32("potential"))
	advanceOnce(w)
	if state(w, 0) != passes.StateWalking || w.Tally().Stranded != 0 || w.B.Vec2("agentPosition")[0][0] <= 2 {
		t.Errorf("state %d after a way opened, tally %+v", state(w, 0), *w.Tally())
	}
}

func TestAgentsLeaveTheRim(t *testing.T) {
	w := passestest.New(16, 16, 0)
	w.Goal(w.Cell(14, 8, 0), 0)
	w.Bake()
	plan(w)
	corner := w.Cell(0, 0, 0) // neither it nor its neighbours are in the plan
	w.Crowd(1)
	w.Agent(0, corner, w.Centre(corner), vec{}, 0.1, pace)
	for range 200 {
		advanceOnce(w)
	}
	if tally := w.Tally(); tally.Arrived != 1 {
		t.Errorf("tally %+v, agent at %v", *tally, w.B.Vec2("agentPosition")[0])
	}
}

func TestBrokenAgentsAreCountedLost(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	w := uniform(passestest.New(16, 16, 0), vec{pace, 0})
	w.Bake()
	w.Crowd(5)
	for i := range 5 {
		w.Agent(i, w.At(2, 2, 0), vec{2, 2}, vec{}, 0.2, pace)
	}
	w.B.Vec2("agentPosition")[0][0] = nan
	w.B.Vec2("agentPosition")[1][1] = inf
	w.B.U32("agentCell")[2] = w.Cells
	w.B.U32("agentState")[3] |= 7 << 8
	advanceOnce(w)
	if tally := w.Tally(); tally.Lost != 4 || tally.Alive != 1 || !balanced(tally) {
		t.Errorf("tally %+v, want 4 lost", *tally)
	}
}

func TestAStepOfNoTimeChangesNothing(t *testing.T) {
	w := uniform(passestest.New(16, 16, 0), vec{pace, 0})
	w.Bake()
	w.Crowd(1)
	w.Agent(0, w.At(2, 2, 0), vec{2, 2}, vec{1, 1}, 0.2, pace)
	w.Step().Dt = 0
	advanceOnce(w)
	if p, v := w.B.Vec2("agentPosition")[0], w.B.Vec2("agentVelocity")[0]; p != (vec{2, 2}) || v != (vec{}) {
		t.Errorf("position %v, velocity %v", p, v)
	}
}
