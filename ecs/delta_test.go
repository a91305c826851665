package ecs

import (
	"errors"
	"reflect"
	"testing"

	"github.com/mlange-42/arche/generic"
)

func TestSpawnFillsComponentsAndQueue(t *testing.T) {
	w := newTestWorld(t)
	es := mustSpawn(t, w, 1,
		SpawnAt{Position: [3]float64{1, 2, 3}, Cell: 9},
		SpawnAt{Position: [3]float64{4, 5, 6}, Cell: 8, Radius: 0.5, Speed: 1, Start: 7})
	const all = SetGroup | SetPlace | SetRadius | SetSpeed | SetControl
	want := []Delta{
		{Kind: DeltaSpawn, Slot: 0, Generation: 1, Settings: Settings{Fields: all, Group: 1, Cell: 9, Position: [3]float64{1, 2, 3}, Radius: 0.3, Speed: 2}},
		{Kind: DeltaSpawn, Slot: 1, Generation: 1, Settings: Settings{Fields: all, Group: 1, Cell: 8, Position: [3]float64{4, 5, 6}, Radius: 0.5, Speed: 1}, Start: 7},
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

// joins is the setting that moves an agent to another group.
func joins(group uint16) *Settings { return &Settings{Fields: SetGroup, Group: group} }

// Whatever is done to an agent in a step becomes one delta of its slot.
func TestOneDeltaForASlot(t *testing.T) {
	w := newTestWorld(t)
	a := mustSpawn(t, w, 0, row(3)...)
	if err := w.Set(a[1], joins(1)); err != nil {
		t.Error(err)
	}
	if n := w.Despawn(a[0], a[2]); n != 2 {
		t.Errorf("despawned %d, want 2", n)
	}
	b := mustSpawn(t, w, 1, row(1)...)
	type brief struct {
		kind  DeltaKind
		slot  uint32
		group uint16
		gone  bool
	}
	drained := func(prefix ...Delta) (got []brief) {
		for _, d := range w.Drain(prefix) {
			got = append(got, brief{d.Kind, d.Slot, d.Group, d.Fields&SetGone != 0})
		}
		return got
	}
	want := []brief{{0, 77, 0, false}, {DeltaSpawn, 0, 0, true}, {DeltaSpawn, 1, 1, false}, {DeltaSpawn, 2, 0, true}, {DeltaSpawn, 3, 1, false}}
	if got := drained(Delta{Slot: 77}); !reflect.DeepEqual(got, want) {
		t.Errorf("queue %v, want %v", got, want)
	}
	if s := slotsOf(t, w, b); s[0] != 3 {
		t.Errorf("slot %d was given although nobody released it; want 3", s[0])
	}
	for _, group := range []uint16{0, 1} {
		if err := w.Set(b[0], joins(group)); err != nil {
			t.Error(err)
		}
	}
	w.Despawn(a[1])
	want = []brief{{DeltaSet, 3, 1, false}, {DeltaDespawn, 1, 0, false}}
	if got := drained(); !reflect.DeepEqual(got, want) {
		t.Errorf("queue %v, want %v", got, want)
	}
	if w.Living(0) != 0 || w.Living(1) != 1 {
		t.Errorf("%d and %d live in the groups, want 0 and 1", w.Living(0), w.Living(1))
	}
}

// Settings of one step add up: the last of each counts, and a place takes a target before it along.
func TestSettingsAddUp(t *testing.T) {
	w := newTestWorld(t)
	e := mustSpawn(t, w, 0, row(1)...)[0]
	w.Drain(nil)
	at := [3]float64{5, 0, 6}
	for _, s := range []Settings{
		{Fields: SetTarget | SetSpeed, Target: [3]float64{9, 9, 9}, Speed: 3},
		{Fields: SetPlace | SetSpeed, Position: at, Cell: 4, Speed: 1.5},
		{Fields: SetRadius | SetVelocity | SetControl, Radius: 0.3, Velocity: at, Control: ControlDriven},
	} {
		if err := w.Set(e, &s); err != nil {
			t.Fatal(err)
		}
	}
	d := w.Drain(nil)
	want := Settings{Fields: SetPlace | SetSpeed | SetRadius | SetVelocity | SetControl, Control: ControlDriven, Cell: 4,
		Position: at, Target: [3]float64{9, 9, 9}, Velocity: at, Radius: 0.3, Speed: 1.5}
	if len(d) != 1 || d[0].Kind != DeltaSet || d[0].Settings != want {
		t.Errorf("queued %+v, want one set of %+v", d, want)
	}
	bodies := generic.NewMap1[Body](w.Arche())
	if body := bodies.Get(e); *body != (Body{0.3, 1.5}) {
		t.Errorf("body %+v", *body)
	}
}

func TestWorldKnowsOfHosts(t *testing.T) {
	for name, s := range map[string]struct {
		settings Settings
		hosts    bool
	}{
		"speed":   {Settings{Fields: SetSpeed, Control: ControlDriven}, false},
		"engine":  {Settings{Fields: SetControl}, false},
		"advised": {Settings{Fields: SetControl, Control: ControlAdvised}, true},
		"target":  {Settings{Fields: SetTarget}, true},
	} {
		w := newTestWorld(t)
		e := mustSpawn(t, w, 0, row(1)...)[0]
		if err := w.Set(e, &s.settings); err != nil || w.Hosts() != s.hosts {
			t.Errorf("%s: hosts %v, error %v", name, w.Hosts(), err)
		}
		w.Load(nil, nil)
		if w.Hosts() {
			t.Errorf("%s: Load has not forgotten", name)
		}
	}
	w := newTestWorld(t)
	if mustSpawn(t, w, 0, SpawnAt{Control: ControlDriven}); !w.Hosts() {
		t.Error("a driven spawn is not known of")
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
	if w.Despawn(es[0]) != 0 || !errors.Is(w.Set(es[0], joins(1)), ErrStale) {
		t.Error("the handle of a former agent reached the slot's next one")
	}
	stranger := w.Arche().NewEntity()
	if w.Despawn(stranger, Handle{}) != 0 || !errors.Is(w.Set(stranger, joins(0)), ErrStale) {
		t.Error("an entity that is no agent was taken for one")
	}
	if d := w.Drain(nil); len(d) != 1 || d[0].Kind != DeltaSpawn || d[0].Generation != 2 || d[0].Group != 1 {
		t.Errorf("queue %+v, want the spawn alone, as the agent that was despawned is gone", d)
	}
	if e, ok := w.Holder(0, 2); !ok || w.GroupOf(e) != 1 {
		t.Error("the slot's second agent is not found")
	}
	if _, ok := w.Holder(0, 1); ok {
		t.Error("the slot's first agent is found")
	}
}
