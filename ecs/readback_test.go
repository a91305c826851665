package ecs

import (
	"testing"

	"github.com/mlange-42/arche/generic"
)

func TestApply(t *testing.T) {
	w := newTestWorld(t)
	es := mustSpawn(t, w, 0, row(3)...)
	// A component of the host moves one agent to another archetype, and the
	// columns must still find it.
	hosts := generic.NewMap1[hostTag](w.Arche())
	hosts.Add(es[0])
	w.Released([]uint32{1})
	mustSpawn(t, w, 1, row(1)...) // a later agent, of generation 2, in slot 1
	w.Apply(Columns{
		Generation: []uint32{1, 1, 1},
		Position:   [][3]float64{{10, 11, 12}, {20, 21, 22}, {30, 31, 32}},
		Velocity:   [][3]float64{{1, 0, 0}, {2, 0, 0}}, // shorter: slot 2 keeps its own
		State:      []State{StateArrived, StateArrived, StateStranded},
	})
	get := generic.NewMap3[Position, Velocity, State](w.Arche())
	for slot, want := range []struct {
		pos   Position
		vel   Velocity
		state State
	}{
		{Position{10, 11, 12}, Velocity{1, 0, 0}, StateArrived},
		{Position{0, 1, 2}, Velocity{}, StateWalking},
		{Position{30, 31, 32}, Velocity{}, StateStranded},
	} {
		e, ok := w.At(uint32(slot))
		if !ok {
			t.Fatalf("slot %d is empty", slot)
		}
		pos, vel, state := get.Get(e)
		if *pos != want.pos || *vel != want.vel || *state != want.state {
			t.Errorf("slot %d has %v %v %v, want %+v", slot, *pos, *vel, *state, want)
		}
	}
	w.Apply(Columns{State: []State{StateWalking}})
	if _, _, state := get.Get(es[0]); *state != StateWalking {
		t.Error("a column without generations was not taken")
	}
	w.Apply(Columns{Generation: []uint32{1}, State: []State{StateArrived, StateArrived, StateArrived}})
	if e, _ := w.At(2); e == (Handle{}) {
		t.Error("slot 2 is empty")
	} else if _, _, state := get.Get(e); *state != StateStranded {
		t.Error("a slot beyond the generations was changed")
	}
}

func BenchmarkApply(b *testing.B) {
	w := newTestWorld(b)
	const n = 100_000
	mustSpawn(b, w, 0, row(n)...)
	cols := Columns{Position: make([][3]float64, n), Velocity: make([][3]float64, n), State: make([]State, n)}
	b.ReportAllocs()
	for b.Loop() {
		w.Apply(cols)
	}
}
