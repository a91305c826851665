package ecs

import (
	"reflect"
	"testing"

	"github.com/mlange-42/arche/generic"
)

func TestSpawnFillsComponentsAndQueue(t *testing.T) {
	w := newTestWorld(t)
	es := mustSpawn(t, w, 1,
		SpawnAt{Position: [3]float64{1, 2, 3}, Cell: 9},
		SpawnAt{Position: [3]float64{4, 5, 6}, Cell: 8, Radius: 0.5, Speed: 1, Start: 7})
	want := []Delta{
		{Kind: DeltaSpawn, Group: 1, Slot: 0, Generation: 1, Cell: 9, Position: [3]float64{1, 2, 3}, Radius: 0.3, Speed: 2},
		{Kind: DeltaSpawn, Group: 1, Slot: 1, Generation: 1, Cell: 8, Position: [3]float64{4, 5, 6}, Radius: 0.5, Speed: 1, Start: 7},
	}
	if got := w.Drain(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("queued\n%+v\nwant\n%+v", got, want)
	}
	if got := w.Drain(nil); len(got) != 0 {
		t.Errorf("drained twice: %+v", got)
	}
	get := generic.NewMap6[Agent, Position, Velocity, Body, Member, State](w.Arche())
	agent, pos, vel, body, member, state := get.Get(es[1])
	if *agent != (Agent{1, 1}) || *pos != (Position{4, 5, 6}) || *vel != (Velocity{}) || *body != (Body{0.5, 1}) ||
		*member != (Member{1}) || *state != StateWaiting {
		t.Errorf("components %v %v %v %v %v %v", *agent, *pos, *vel, *body, *member, *state)
	}
	if _, _, _, _, _, state := get.Get(es[0]); *state != StateWalking {
		t.Errorf("an agent without a start is in state %d, want walking", *state)
	}
	if w.Alive() != 2 || w.Spawned() != 2 || w.Capacity() != 2 {
		t.Errorf("alive %d, spawned %d, capacity %d; want 2 each", w.Alive(), w.Spawned(), w.Capacity())
	}
	if es, err := w.Spawn(0, nil); es != nil || err != nil || len(w.Drain(nil)) != 0 {
		t.Errorf("spawning nobody gives %v, %v", es, err)
	}
}

func TestDeltasKeepTheirOrder(t *testing.T) {
	w := newTestWorld(t)
	a := mustSpawn(t, w, 0, row(3)...)
	if !w.SetGroup(a[1], 1) {
		t.Error("a living agent could not change its group")
	}
	if n := w.Despawn(a[0], a[2]); n != 2 {
		t.Errorf("despawned %d, want 2", n)
	}
	b := mustSpawn(t, w, 1, row(1)...)
	type brief struct {
		kind  DeltaKind
		slot  uint32
		group uint16
	}
	var got []brief
	prefix := []Delta{{Slot: 77}}
	for _, d := range w.Drain(prefix) {
		got = append(got, brief{d.Kind, d.Slot, d.Group})
	}
	want := []brief{{0, 77, 0}, {DeltaSpawn, 0, 0}, {DeltaSpawn, 1, 0}, {DeltaSpawn, 2, 0}, {DeltaSetGroup, 1, 1},
		{DeltaDespawn, 0, 0}, {DeltaDespawn, 2, 0}, {DeltaSpawn, 3, 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("queue %v, want %v", got, want)
	}
	if s := slotsOf(t, w, b); s[0] != 3 {
		t.Errorf("slot %d was given although nobody released it; want 3", s[0])
	}
}

func TestSlotsComeBackAfterRelease(t *testing.T) {
	w := newTestWorld(t)
	es := mustSpawn(t, w, 0, row(5)...)
	w.Despawn(es[3], es[1])
	if w.Alive() != 3 || w.Arche().Alive(es[1]) {
		t.Errorf("alive %d, want 3", w.Alive())
	}
	if _, ok := w.At(1); ok {
		t.Error("a slot that is being left still has an agent")
	}
	w.Drain(nil)
	w.Released([]uint32{3, 1}) // confirmed
	w.Released([]uint32{4})    // arrived
	if w.Alive() != 2 || w.Capacity() != 5 || w.Spawned() != 5 {
		t.Errorf("alive %d, capacity %d, spawned %d; want 2, 5, 5", w.Alive(), w.Capacity(), w.Spawned())
	}
	again := mustSpawn(t, w, 1, row(4)...)
	if got, want := slotsOf(t, w, again), []uint32{1, 3, 4, 5}; !reflect.DeepEqual(got, want) {
		t.Errorf("slots %v, want %v", got, want)
	}
	for i, d := range w.Drain(nil) {
		if want := []uint32{2, 2, 2, 1}[i]; d.Generation != want {
			t.Errorf("slot %d has generation %d, want %d", d.Slot, d.Generation, want)
		}
	}
	for _, i := range []int{1, 3, 4} {
		if _, ok := w.Slot(es[i]); ok {
			t.Errorf("old handle %d names an agent", i)
		}
	}
	if e, ok := w.At(4); !ok || e != again[2] {
		t.Errorf("slot 4 has %v, want %v", e, again[2])
	}
}

func TestStaleHandlesDoNothing(t *testing.T) {
	w := newTestWorld(t)
	es := mustSpawn(t, w, 0, row(2)...)
	w.Drain(nil)
	if n := w.Despawn(es[0], es[0]); n != 1 {
		t.Errorf("despawning one agent twice counts %d", n)
	}
	w.Released([]uint32{0})
	mustSpawn(t, w, 1, row(1)...) // takes slot 0 again
	if w.Despawn(es[0]) != 0 || w.SetGroup(es[0], 1) {
		t.Error("the handle of a former agent reached the slot's next one")
	}
	stranger := w.Arche().NewEntity()
	if w.Despawn(stranger, Handle{}) != 0 || w.SetGroup(stranger, 0) {
		t.Error("an entity that is no agent was taken for one")
	}
	if got := len(w.Drain(nil)); got != 2 {
		t.Errorf("%d deltas, want one despawn and one spawn", got)
	}
}

func TestReleaseBeforeTheDespawnIsTaken(t *testing.T) {
	w := newTestWorld(t)
	es := mustSpawn(t, w, 0, row(1)...)
	w.Despawn(es[0])
	w.Released([]uint32{0}) // it arrived in the meantime
	mustSpawn(t, w, 0, row(1)...)
	d := w.Drain(nil)
	if len(d) != 3 || d[1].Kind != DeltaDespawn || d[1].Generation != 1 || d[2].Slot != 0 || d[2].Generation != 2 {
		t.Errorf("queue %+v; want the late despawn to name generation 1 and the new agent 2", d)
	}
	if w.Alive() != 1 {
		t.Errorf("alive %d, want 1", w.Alive())
	}
}
