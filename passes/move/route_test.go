package move

import (
	"math"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// Two goals of a hall: group 0 leads to that in the west, group 1 to that in the east.
const (
	toWest = iota
	toEast
)

// routed is a hall with a goal of 1 m at either end, potentials that are the distance from them, and room for agents on a route of
// stages, the first of which is number 2: 0 and 1 are what the groups begin with.
func routed(agents int, counters []passes.Counter, choices []passes.Choice, waits []float32, stages ...passes.Stage) *passestest.World {
	w := passestest.New(64, 16, 0)
	w.Bake()
	for j := range 4 {
		for i := range 4 {
			w.Goal(w.Cell(i, 6+j, 0), 0)
			w.Goal(w.Cell(60+i, 6+j, 0), 1)
		}
	}
	f := w.Frame
	f.Stages, f.Choices, f.Counters, f.Laws = uint32(2+len(stages)), uint32(len(choices)), uint32(len(counters)), uint32(len(waits))
	w.Groups([]passes.Class{class0}, []passes.Group{{Goal: 0}, {Goal: 1}})
	phi, field := w.B.F32("potential"), w.B.U32("velocity")
	w.Each(func(c uint32, _, _, _ int) {
		x := w.Centre(c)[0]
		phi[c], phi[f.Cells+c] = x, 16-x
		field[c], field[f.Cells+c] = passes.PackVelocity(vec{-pace, 0}), passes.PackVelocity(vec{pace, 0})
	})
	s := passes.As[passes.Stage](w.B, "stages")
	s[0].Next, s[1].Next = 2, passes.StageLeave
	copy(s[2:], stages)
	copy(passes.As[passes.Choice](w.B, "choices"), choices)
	copy(passes.As[passes.Counter](w.B, "counters"), counters)
	for law, t := range waits {
		for k := range passes.LawSteps { // uniform from 0 to 2t
			w.B.F32("waits")[law*passes.LawSteps+k] = 2 * t * (float32(k) + 0.5) / passes.LawSteps
		}
	}
	w.Crowd(agents)
	w.Step().Dt = 0.1
	return w
}

// board puts a walking agent of group 0 down that begins its route.
func board(w *passestest.World, i int, x, z float32) {
	w.Agent(i, w.At(x, z, 0), vec{x, z}, vec{}, 0.2, pace)
	w.B.U32("agentStage")[i], w.B.U32("agentSeed")[i] = passes.StageWord(0, passes.PhaseEnter), uint32(7919*i+1)
}

// walkRoutes runs a step.
func walkRoutes(w *passestest.World) {
	w.Run(Close{})
	w.Run(Routes(w.Frame)...)
	w.Run(Motion(w.Frame, false, 1)...)
	w.Step().Number++
	w.Step().Time += w.Step().Dt
}

// An agent goes to one stop after the other, waits there, and leaves after the last; the books balance at every step.
func TestRouteGoesFromStopToStop(t *testing.T) {
	w := routed(1, nil, []passes.Choice{{Group: toEast}, {Group: toWest}}, []float32{3},
		passes.Stage{First: 0, Choices: 1, Wait: 1, Next: 3}, passes.Stage{First: 1, Choices: 1, Next: passes.StageLeave})
	board(w, 0, 8, 2)
	first := w.Step().Time
	came, went := float32(0), float32(0)
	for w.Tally().Arrived == 0 && w.Step().Time < 100 {
		was := w.B.U32("agentState")[0]
		walkRoutes(w)
		switch s := w.B.U32("agentState")[0]; {
		case s == passes.StateWaiting|toEast<<8 && s != was:
			came = w.Step().Time
			if x := w.B.Vec2("agentPosition")[0][0]; x < 15 {
				t.Errorf("it waits at x = %g m, before the stop", x)
			}
		case s == passes.StateWalking|toWest<<8 && was != s:
			went = w.Step().Time
		}
		if !balanced(w.Tally()) {
			t.Fatalf("the books are %+v", *w.Tally())
		}
	}
	x := uint32(1)
	want := 6 * (float32(passes.DrawBits(&x)>>22) + 0.5) / passes.LawSteps
	if came-first < 5 || abs(went-came-want) > 0.11 {
		t.Errorf("it came after %g s and left %g s later, want more than 5 and %g", came-first, went-came, want)
	}
	if total := w.Step().Time; w.Tally().Arrived != 1 || total-went < 14/pace || total-went > 16/pace+1 {
		t.Errorf("it has arrived %d times, %g s after it went on", w.Tally().Arrived, total-went)
	}
}

// Who stays at the goal stays, and who continues begins again; nobody is absorbed.
func TestRouteEndsAsAsked(t *testing.T) {
	stay := routed(1, nil, []passes.Choice{{Group: toWest}}, nil, passes.Stage{First: 0, Choices: 1, Next: passes.StageStay})
	again := routed(1, nil, []passes.Choice{{Group: toWest}, {Group: toEast}}, nil,
		passes.Stage{First: 0, Choices: 1, Next: 3}, passes.Stage{First: 1, Choices: 1, Next: 2})
	ends := 0
	for _, w := range []*passestest.World{stay, again} {
		board(w, 0, 3, 2)
		last := uint32(99)
		for w.Step().Time < 60 {
			walkRoutes(w)
			if g := w.B.U32("agentState")[0] >> 8; w == again && g != last {
				ends, last = ends+1, g
			}
		}
		if w.Tally().Alive != 1 || w.Tally().Arrived != 0 || !balanced(w.Tally()) {
			t.Errorf("the books are %+v", *w.Tally())
		}
	}
	if x := stay.B.Vec2("agentPosition")[0][0]; x > 1 || stay.B.U32("agentStage")[0]>>24 != passes.PhaseStay {
		t.Errorf("who stays is at x = %g m", x)
	}
	if ends < 5 || ends > 7 { // 14 m each, after 2 m
		t.Errorf("in a minute it has turned %d times", ends)
	}
}

// Choices by weight have their shares, and choices by potential take the nearest goal.
func TestRouteChoices(t *testing.T) {
	const n = 20_000
	shares := func(a, b uint32) (east int) {
		w := routed(n, nil, []passes.Choice{{Group: toWest, Share: a}, {Group: toEast, Share: b}}, nil,
			passes.Stage{First: 0, Choices: 2, Next: passes.StageLeave})
		for i := range n {
			board(w, i, 1.5+13*float32(i)/n, 2)
		}
		w.Run(Route{})
		for i, s := range w.B.U32("agentState") {
			if s>>8 == toEast {
				east++
			}
			if near := w.B.Vec2("agentPosition")[i][0] >= 8; b == 0 && near != (s>>8 == toEast) {
				t.Fatalf("an agent at %v goes to goal %d", w.B.Vec2("agentPosition")[i], s>>8)
			}
		}
		return east
	}
	const all = math.MaxUint32
	for share, want := range map[uint32]float64{all / 4: 0.75, 0: 1, all: 0} {
		got, bound := float64(shares(share, all))/n, 4*math.Sqrt(want*(1-want)/n)
		if math.Abs(got-want) > bound {
			t.Errorf("a share of %g goes east, want %g", got, want)
		}
	}
	shares(0, 0)
}

// A counter serves so many at a time, each for its time, in the order in which they came; the others stand in line.
func TestCountersServeInOrder(t *testing.T) {
	for _, capacity := range []uint32{1, 3} {
		const n = 12
		w := routed(n, []passes.Counter{{Capacity: capacity, First: passes.None, Now: passes.None, Next: passes.None}},
			[]passes.Choice{{Group: toEast, Counter: 1}, {Group: toWest}}, []float32{2},
			passes.Stage{First: 0, Choices: 1, Wait: 1, Next: 3}, passes.Stage{First: 1, Choices: 1, Next: passes.StageLeave})
		for k := range n { // the slots' order is not that of coming; two come together
			board(w, 5*k%n, 14.5-0.6*float32(k/2*2), 2)
		}
		var came, served []int
		longest, busiest := uint32(0), uint32(0)
		phase := make([]uint32, n)
		for w.Tally().Arrived < n && w.Step().Time < 200 {
			walkRoutes(w)
			busy := uint32(0)
			for i, word := range w.B.U32("agentStage") {
				if w.B.U32("agentState")[i]&0xff == passes.StateFree {
					continue
				}
				now := word >> 24
				if now == passes.PhaseWait {
					busy++
				}
				if word == passes.None || now == phase[i] {
					continue
				}
				if phase[i] < passes.PhaseLine && now >= passes.PhaseLine {
					came = append(came, i)
				}
				if now == passes.PhaseWait {
					served = append(served, i)
				}
				phase[i] = now
			}
			k := passes.As[passes.Counter](w.B, "counters")[0]
			longest, busiest = max(longest, k.Line), max(busiest, busy)
			if w.Tally().InLine != k.Line || k.Busy > capacity || busy > capacity || !balanced(w.Tally()) {
				t.Fatalf("%d are served, counted %+v, the books are %+v", busy, k, *w.Tally())
			}
		}
		if w.Tally().Arrived != n || busiest != capacity || longest < 3 || len(served) != n {
			t.Errorf("capacity %d: %d have left, at most %d were served at a time and %d in line", capacity, w.Tally().Arrived, busiest, longest)
		}
		for k := range served {
			if came[k] != served[k] {
				t.Errorf("capacity %d: they came in the order %v and were served in the order %v", capacity, came, served)
				break
			}
		}
	}
}

// Who is removed while it is served, or while its turn is called, holds up nobody.
func TestCountersForgetWhoIsGone(t *testing.T) {
	w := routed(3, []passes.Counter{{Capacity: 1, First: passes.None, Now: passes.None, Next: passes.None}},
		[]passes.Choice{{Group: toEast, Counter: 1}, {Group: toWest}}, []float32{1e5},
		passes.Stage{First: 0, Choices: 1, Wait: 1, Next: 3}, passes.Stage{First: 1, Choices: 1, Next: passes.StageLeave})
	for k := range 3 {
		board(w, k, 14.5-0.6*float32(k), 2)
	}
	for range 40 {
		walkRoutes(w)
	}
	for gone := range 2 {
		give(w, passes.Command{Kind: passes.CommandRemove, Slot: uint32(gone), ID: uint32(gone)})
		for range 4 {
			walkRoutes(w)
		}
		if now := w.B.U32("agentStage")[gone+1] >> 24; now != passes.PhaseWait {
			t.Errorf("after agent %d has gone, the next is in phase %d", gone, now)
		}
	}
}

// A new member of a group begins the group's route: by a spawn, and by a change of group.
func TestCommandsBeginRoutes(t *testing.T) {
	w := routed(4, nil, []passes.Choice{{Group: toEast}}, nil, passes.Stage{First: 0, Choices: 1, Next: passes.StageLeave})
	m := spawnAt(w, 2, 8, 2)
	m.Seed = 77
	give(w, m)
	if w.B.U32("agentStage")[2] != passes.StageWord(0, passes.PhaseEnter) || w.B.U32("agentSeed")[2] != 77 {
		t.Errorf("who is spawned is on stage %#x with draws %d", w.B.U32("agentStage")[2], w.B.U32("agentSeed")[2])
	}
	w.B.U32("agentStage")[2] = passes.StageWord(2, passes.PhaseLine)
	give(w, passes.Command{Kind: passes.CommandSet, Fields: passes.SetGroup, Slot: 2, ID: 102, Group: 1})
	if w.B.U32("agentStage")[2] != passes.StageWord(1, passes.PhaseEnter) {
		t.Errorf("who has changed its group is on stage %#x", w.B.U32("agentStage")[2])
	}
	walkRoutes(w)
	if w.B.U32("agentStage")[2] != passes.None || w.B.U32("agentState")[2] != passes.StateWalking|1<<8 {
		t.Errorf("who has no route is on stage %#x", w.B.U32("agentStage")[2])
	}
}
