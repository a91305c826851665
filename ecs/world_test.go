package ecs

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"
)

func newTestWorld(t testing.TB) *World {
	t.Helper()
	w := NewWorld()
	fast := NewGroup("fast", 3)
	fast.Speed, fast.Radius = 2, 0.3
	w.Load(nil, []Group{NewGroup("slow", 0), fast})
	return w
}

func mustSpawn(t testing.TB, w *World, group int, at ...SpawnAt) []Handle {
	t.Helper()
	es, err := w.Spawn(group, at)
	if err != nil {
		t.Fatal(err)
	}
	return es
}

// row is n places in a line.
func row(n int) []SpawnAt {
	at := make([]SpawnAt, n)
	for i := range at {
		at[i] = SpawnAt{Position: [3]float64{float64(i), 1, 2}, Cell: uint32(100 + i)}
	}
	return at
}

func slotsOf(t testing.TB, w *World, es []Handle) []uint32 {
	t.Helper()
	out := make([]uint32, len(es))
	for i, e := range es {
		s, ok := w.Slot(e)
		if !ok {
			t.Fatalf("entity %d is no living agent", i)
		}
		out[i] = s
	}
	return out
}

func mustPanic(t *testing.T, says string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		p, _ := recover().(string)
		if !strings.Contains(p, says) || !strings.HasSuffix(p, ".") {
			t.Errorf("panic %q, want a sentence that says %q", p, says)
		}
	}()
	f()
}

func TestLimit(t *testing.T) {
	w := newTestWorld(t)
	w.SetLimit(4)
	mustSpawn(t, w, 0, row(3)...)
	_, err := w.Spawn(1, row(2))
	if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), `spawn 2 agents of group "fast": 1 of 4 slots are free`) {
		t.Errorf("error %v", err)
	}
	if w.Alive() != 3 || len(w.Drain(nil)) != 3 || w.Capacity() != 3 {
		t.Error("a refused spawn left something behind")
	}
	w.Released([]uint32{0})
	mustSpawn(t, w, 1, row(2)...)
	if w.Capacity() != 4 {
		t.Errorf("capacity %d, want 4", w.Capacity())
	}
	mustPanic(t, "slot limit 3", func() { w.SetLimit(3) })
	mustPanic(t, "MaxAgents", func() { w.SetLimit(MaxAgents + 1) })
}

func TestMisuseIsTold(t *testing.T) {
	w := newTestWorld(t)
	es := mustSpawn(t, w, 0, row(1)...)
	mustPanic(t, "goal group 2 does not exist", func() { _, _ = w.Spawn(2, row(1)) })
	mustPanic(t, "goal group 7 does not exist", func() { _ = w.Set(es[0], joins(7)) })
	mustPanic(t, "slot 1 was released", func() { w.Released([]uint32{1}) })
	w.Released([]uint32{0})
	mustPanic(t, "slot 0 was released", func() { w.Released([]uint32{0}) })
	mustPanic(t, "257 goal groups", func() { w.Load(nil, make([]Group, 257)) })
}

func TestLoadMakesSceneAndGroups(t *testing.T) {
	w := newTestWorld(t)
	own := generic.NewMap1[hostTag](w.Arche())
	kept := own.New()
	old := mustSpawn(t, w, 0, row(3)...)
	scene := mustScene(t, house())
	for range 2 { // the second time must not double anything
		w.Load(scene, []Group{NewGroup("a", 3)})
	}
	if w.Arche().Alive(old[0]) || w.Alive() != 0 || w.Capacity() != 0 || w.Spawned() != 0 || len(w.Drain(nil)) != 0 {
		t.Error("agents of before survived Load")
	}
	if !w.Arche().Alive(kept) {
		t.Error("the host's own entity did not survive Load")
	}
	if w.Groups() != 1 || w.Group(0) != (GoalGroup{"a", 0, 3, 1.34, 0.2}) {
		t.Errorf("%d groups, the first %+v", w.Groups(), w.Group(0))
	}
	if g := generic.NewMap1[GoalGroup](w.Arche()); g.Get(w.GroupEntity(0)).Goal != 3 {
		t.Error("the group's entity has another goal")
	}
	query := generic.NewFilter5[Node, Mesh, Transform, RoleOf, GoalOf]().Query(w.Arche())
	n := 0
	for query.Next() {
		node, mesh, transform, role, goal := query.Get()
		e := scene.Entities[n]
		if *node != (Node{e.Node, e.Name}) || *mesh != (Mesh{e.First, e.Count}) || transform.Matrix != e.Transform || role.Role != e.Role || goal.Goal != e.Goal {
			t.Errorf("scene entity %d is %v %v %v %v", n, *node, *mesh, *role, *goal)
		}
		n++
	}
	if n != len(scene.Entities) {
		t.Errorf("%d scene entities, want %d", n, len(scene.Entities))
	}
	if es := mustSpawn(t, w, 0, row(1)...); slotsOf(t, w, es)[0] != 0 {
		t.Error("slots do not begin again at 0")
	}
}

type hostTag struct{ _ uint8 }

// A random history: the world against a model of maps, and the slots against the
// rule that no two agents share one.
func TestWorldAgainstModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	w := newTestWorld(t)
	living := map[Handle]uint32{}
	leaving := map[uint32]bool{}
	spawned := 0
	pick := func() (Handle, bool) {
		// Map order is random by itself; the lowest slot makes runs repeatable.
		best, found := Handle{}, false
		for e, s := range living {
			if !found || s < living[best] {
				best, found = e, true
			}
		}
		return best, found
	}
	for range 3000 {
		switch rng.IntN(4) {
		case 0, 1:
			es := mustSpawn(t, w, rng.IntN(2), row(rng.IntN(4))...)
			spawned += len(es)
			for i, s := range slotsOf(t, w, es) {
				for e, other := range living {
					if other == s {
						t.Fatalf("slot %d has two agents, %v and %v", s, e, es[i])
					}
				}
				if leaving[s] {
					t.Fatalf("slot %d was given before its release", s)
				}
				living[es[i]] = s
			}
		case 2:
			if e, ok := pick(); ok {
				leaving[living[e]] = true
				delete(living, e)
				w.Despawn(e)
			}
		case 3:
			if e, ok := pick(); ok {
				w.Released([]uint32{living[e]})
				delete(living, e)
			}
			for s := range leaving {
				w.Released([]uint32{s})
				delete(leaving, s)
			}
		}
		if w.Alive() != len(living) || w.Spawned() != spawned {
			t.Fatalf("alive %d, spawned %d; want %d, %d", w.Alive(), w.Spawned(), len(living), spawned)
		}
	}
	for e, s := range living {
		if got, ok := w.Slot(e); !ok || got != s {
			t.Errorf("agent %v is in slot %d %v, want %d", e, got, ok, s)
		}
	}
}

func TestSteadyCallsDoNotAllocate(t *testing.T) {
	w := newTestWorld(t)
	es := mustSpawn(t, w, 0, row(100)...)
	cols := Columns{Position: make([][3]float64, 100), Velocity: make([][3]float64, 100), State: make([]State, 100)}
	deltas, other := w.Drain(nil), joins(1)
	if n := testing.AllocsPerRun(100, func() {
		_ = w.Set(es[5], other)
		deltas = w.Drain(deltas[:0])
		w.Apply(cols)
		w.Slot(es[7])
	}); n != 0 {
		t.Errorf("%v allocations for each round of Set, Drain, Apply and Slot", n)
	}
}

func TestStructuralChangeInAQueryIsArchesPanic(t *testing.T) {
	w := newTestWorld(t)
	es := mustSpawn(t, w, 0, row(1)...)
	query := w.Arche().Query(arche.All())
	defer query.Close()
	defer func() {
		if recover() == nil {
			t.Error("a despawn inside a query went through")
		}
	}()
	w.Despawn(es[0])
}

func BenchmarkSpawnAndRelease(b *testing.B) {
	w := newTestWorld(b)
	at := row(1000)
	slots := make([]uint32, len(at))
	for i := range slots {
		slots[i] = uint32(i)
	}
	var deltas []Delta
	b.ReportAllocs()
	for b.Loop() {
		mustSpawn(b, w, 0, at...)
		deltas = w.Drain(deltas[:0])
		w.Released(slots)
	}
}
