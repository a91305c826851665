package move

import (
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// give runs the commands.
func give(w *passestest.World, ms ...passes.Command) {
	copy(passes.As[passes.Command](w.B, "commands"), ms)
	w.Step().Commands = uint32(len(ms))
	w.Run(Commands{})
	w.Step().Commands = 0
}

func spawnAt(w *passestest.World, slot uint32, x, z float32) passes.Command {
	return passes.Command{Kind: passes.CommandSpawn, Slot: slot, Cell: w.At(x, z, 0), X: x, Z: z,
		Radius: 0.2, Speed: pace, ID: 100 + slot}
}

// plane is a sloped floor with two groups and four slots.
func plane() *passestest.World {
	w := passestest.New(16, 16, 0)
	w.Groups([]passes.Class{class0}, []passes.Group{{Goal: 0}, {Goal: 1}})
	w.Raise(0, func(x, _ float64) float64 { return 0.5 * x })
	w.Bake()
	w.Crowd(4)
	w.Step().Dt = 0.05
	return w
}

func TestSpawnFillsEveryColumn(t *testing.T) {
	w := plane()
	w.Step().Time = 2
	first, second := spawnAt(w, 1, 1.3, 2.1), spawnAt(w, 2, 2, 2)
	first.Group, second.Start = 1, 3
	give(w, first, second)
	if s := w.B.U32("agentState"); s[1] != passes.StateWalking|1<<8 || s[2] != passes.StateWaiting || s[0] != 0 {
		t.Errorf("states are %v", s)
	}
	if p, y := w.B.Vec2("agentPosition")[1], w.B.F32("agentHeight")[1]; p != (vec{1.3, 2.1}) || abs(y-0.65) > 1e-4 {
		t.Errorf("position %v, height %g", p, y)
	}
	if b := w.B.Vec4("agentBody")[2]; b != [4]float32{0.2, pace, 3, 0} {
		t.Errorf("body %v", b)
	}
	if w.B.U32("agentID")[1] != 101 || w.B.U32("agentCell")[1] != w.At(1.3, 2.1, 0) || w.B.Vec2("agentVelocity")[1] != (vec{}) {
		t.Error("identity, cell or velocity is wrong")
	}
	if tally := w.Tally(); tally.Spawned != 2 || tally.Lost != 0 {
		t.Errorf("tally %+v", *tally)
	}
}

func TestImpossibleSpawnsAreCountedLost(t *testing.T) {
	w := plane()
	give(w, spawnAt(w, 0, 1, 1))
	taken, slot, cell, group := spawnAt(w, 0, 2, 2), spawnAt(w, 4, 1, 1), spawnAt(w, 1, 1, 1), spawnAt(w, 2, 1, 1)
	taken.ID, cell.Cell, group.Group = 7, passes.None, 2
	give(w, taken, slot, cell, group)
	if tally := w.Tally(); tally.Spawned != 5 || tally.Lost != 4 {
		t.Errorf("tally %+v, want 5 spawned and 4 lost", *tally)
	}
	if w.B.U32("agentID")[0] != 100 {
		t.Error("a spawn took the place of a living agent")
	}
	advanceOnce(w)
	if !balanced(w.Tally()) {
		t.Errorf("the books do not balance: %+v", *w.Tally())
	}
}

func TestCommandsReachOnlyTheAgentTheyName(t *testing.T) {
	w := plane()
	give(w, spawnAt(w, 0, 1, 1), spawnAt(w, 1, 1, 1), spawnAt(w, 2, 1, 1))
	give(w,
		passes.Command{Kind: passes.CommandRemove, Slot: 0, ID: 99},
		passes.Command{Kind: passes.CommandSet, Fields: passes.SetGroup, Slot: 1, ID: 101, Group: 2},
		passes.Command{Kind: passes.CommandSet, Fields: passes.SetPlace, Slot: 2, ID: 102, Cell: passes.None},
		passes.Command{Kind: passes.CommandRemove, Slot: 3, ID: 0}, // free, with the identity of nobody
		passes.Command{Kind: passes.CommandRemove, Slot: 1 << 30, ID: 0})
	for i := range 3 {
		if w.B.U32("agentState")[i] != passes.StateWalking || w.B.Vec2("agentPosition")[i] != (vec{1, 1}) {
			t.Errorf("agent %d was changed", i)
		}
	}
	give(w,
		passes.Command{Kind: passes.CommandRemove, Slot: 0, ID: 100},
		passes.Command{Kind: passes.CommandSet, Fields: passes.SetGroup, Slot: 1, ID: 101, Group: 1},
		passes.Command{Kind: passes.CommandSet, Fields: passes.SetPlace, Slot: 2, ID: 102, Cell: w.At(3, 2, 0), X: 3, Z: 2})
	if s := w.B.U32("agentState"); s[0] != passes.StateFree || s[1] != passes.StateWalking|1<<8 {
		t.Errorf("states are %v", s)
	}
	if p, y := w.B.Vec2("agentPosition")[2], w.B.F32("agentHeight")[2]; p != (vec{3, 2}) || abs(y-1.5) > 1e-4 {
		t.Errorf("position %v, height %g after a teleport", p, y)
	}
	if e, tally := w.B.U32("events")[0], w.Tally(); e != 1 || tally.Removed != 1 || tally.Events != 1 {
		t.Errorf("events %b, tally %+v", e, *tally)
	}
}

// Spawns, removals and arrivals at random: the books balance after every step.
func TestBooksBalance(t *testing.T) {
	const n = 50
	w := passestest.New(24, 24, 0)
	for j := range 24 {
		w.Goal(w.Cell(22, j, 0), 0)
	}
	w.Bake()
	plan(w)
	w.Crowd(n)
	r := rand.New(rand.NewPCG(12, 12))
	id := uint32(0)
	for range 400 {
		var ms []passes.Command
		for slot := range uint32(n) {
			free := state(w, int(slot)) == passes.StateFree
			switch {
			case free && r.IntN(10) == 0:
				p := clearPoint(w, r, 0, 0.2)
				m := spawnAt(w, slot, p[0], p[1])
				m.ID, m.Start = id, w.Step().Time+r.Float32()-0.5
				id++
				ms = append(ms, m)
			case r.IntN(100) == 0:
				ms = append(ms, passes.Command{Kind: passes.CommandRemove, Slot: slot, ID: w.B.U32("agentID")[slot]})
			}
		}
		give(w, ms...)
		advanceOnce(w)
		if tally := w.Tally(); !balanced(tally) || tally.Lost != 0 {
			t.Fatalf("the books do not balance: %+v", *tally)
		}
	}
	if tally := w.Tally(); tally.Arrived < 100 || tally.Removed < 20 {
		t.Errorf("too little happened: %+v", *tally)
	}
}
