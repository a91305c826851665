package ecs

import (
	"bytes"
	"encoding/gob"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mlange-42/arche/generic"
)

func newYard(t testing.TB) (*World, *Scene) {
	scene := yard(t)
	w := NewWorld()
	w.Load(scene, []Group{NewGroup("a", 0)})
	return w, scene
}

func TestPresenceAtTheStart(t *testing.T) {
	w, scene := newYard(t)
	out := []int{yardGate, yardLeaf, yardCrate}
	for i, e := range scene.Entities {
		if w.Present(i) == slices.Contains(out, i) || w.Motion(i) != identity {
			t.Errorf("%s: present %v, motion %v", e.Name, w.Present(i), w.Motion(i))
		}
	}
	if len(w.DrainScene(nil)) != 0 {
		t.Error("a loaded scene has changes")
	}
}

func TestChangesAreQueuedOnce(t *testing.T) {
	w, scene := newYard(t)
	there := at(0, 0, 2)
	for range 2 { // the second time nothing changes
		if err := w.CloseDoor("gate"); err != nil {
			t.Fatal(err)
		}
		if err := w.OpenDoor("fire door"); err != nil {
			t.Fatal(err)
		}
		w.AddEntity(yardCrate)
		w.MoveEntity(yardCart, there)
	}
	w.RemoveEntity(yardCart)
	w.AddEntity(yardFloor)
	want := []SceneDelta{
		{yardGate, SceneClose, identity}, {yardLeaf, SceneClose, identity}, {yardFireDoor, SceneOpen, identity},
		{yardCrate, SceneAdd, identity}, {yardCart, SceneMove, there}, {yardCart, SceneRemove, there},
	}
	if got := w.DrainScene(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("queued %+v, want %+v", got, want)
	}
	if len(w.DrainScene(nil)) != 0 {
		t.Error("drained twice")
	}
	query := generic.NewFilter3[Presence, Motion, Transform]().Query(w.Arche())
	for query.Next() {
		p, m, x := query.Get()
		if p.Present != w.Present(p.Entity) || m.Matrix != w.Motion(p.Entity) || w.SceneEntity(p.Entity) != query.Entity() {
			t.Errorf("entity %d has %+v, motion %v", p.Entity, *p, m.Matrix)
		}
		if got, want := x.Matrix, mul(w.Motion(p.Entity), scene.Entities[p.Entity].Transform); got != want {
			t.Errorf("entity %d has transform %v, want %v", p.Entity, got, want)
		}
	}
	if m := w.Motion(yardCart); m != there {
		t.Errorf("the cart's motion is %v", m)
	}
}

func TestBadChanges(t *testing.T) {
	w, _ := newYard(t)
	flat, far := identity, identity
	flat[5], far[12] = 0, math.Inf(1)
	mustPanic(t, `add of scene entity 7 "cart" does not fit its role, goal`, func() { w.AddEntity(yardGoal) })
	mustPanic(t, "remove of scene entity 3", func() { w.RemoveEntity(yardFireDoor) })
	mustPanic(t, "does not fit its role, solid", func() { w.Change(SceneDelta{Entity: yardFloor, Kind: SceneClose}) })
	mustPanic(t, "scene entity 99 does not exist", func() { w.AddEntity(99) })
	mustPanic(t, "scene entity -1 does not exist", func() { w.Present(-1) })
	mustPanic(t, "invertible", func() { w.MoveEntity(yardCart, flat) })
	mustPanic(t, "finite", func() { w.MoveEntity(yardCart, far) })
	mustPanic(t, "affine", func() { w.MoveEntity(yardCart, [16]float64{}) })
	refused(t, w.OpenDoor("cart"), `ecs: open door "cart": no such door in scene "test.glb"; expected one of "gate", "fire door"`)
	refused(t, w.CloseDoor(""), `close door ""`)
	refused(t, NewWorld().CloseDoor("gate"), "the world has no scene")
	if d := w.DrainScene(nil); len(d) != 0 {
		t.Errorf("refused changes were queued: %+v", d)
	}
}

func TestAddMesh(t *testing.T) {
	w, scene := newYard(t)
	other := NewWorld()
	other.Load(scene, nil)
	before := *scene
	box := moved(unitBox(), [3]float64{20, 0, 0})
	i, err := w.AddMesh(Entity{Name: "stall", Role: RoleObstacle}, append(box, Triangle{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.AddMesh(Entity{Name: "sheet"}, unitBox()[10:]); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*scene, before) {
		t.Error("the loaded scene changed")
	}
	now := w.Scene()
	e := &now.Entities[i]
	if i != len(scene.Entities) || e.Name != "stall" || e.Node != -1 || !slices.Equal(now.Of(e), box) || now.Max[0] != 21 {
		t.Errorf("entity %d is %+v with %d triangles, in a box to %v", i, *e, len(now.Of(e)), now.Max)
	}
	if len(now.Closed) != len(now.Triangles) || slices.Contains(now.Closed[e.First:], false) || slices.Contains(now.Closed[:e.First], true) {
		t.Errorf("closed %v; want the last 12", now.Closed)
	}
	if want := []SceneDelta{{i, SceneAdd, identity}}; !w.Present(i) || !reflect.DeepEqual(w.DrainScene(nil), want) {
		t.Error("the new entity is not queued")
	}
	w.MoveEntity(i, at(1, 0, 0))
	w.RemoveEntity(i)
	if len(w.DrainScene(nil)) != 2 || w.Present(i) {
		t.Error("the new entity cannot be moved and removed")
	}
}

func TestAddMeshForms(t *testing.T) {
	w := NewWorld() // without a scene
	w.Load(nil, nil)
	open, err := w.AddMesh(Entity{Name: "door", Role: RoleDoor}, unitBox())
	if err != nil || w.Present(open) || len(w.DrainScene(nil)) != 0 {
		t.Errorf("an open door: present %v, %v", w.Present(open), err)
	}
	shut, err := w.AddMesh(Entity{Name: "door", Role: RoleDoor, DoorClosed: true}, unitBox())
	if want := []SceneDelta{{shut, SceneClose, identity}}; err != nil || !reflect.DeepEqual(w.DrainScene(nil), want) {
		t.Errorf("a closed door: %v", err)
	}
	if err := w.CloseDoor("door"); err != nil || len(w.DrainScene(nil)) != 1 {
		t.Errorf("added doors do not close: %v", err)
	}
	if s := w.Scene(); s.Min != [3]float64{} || s.Max != [3]float64{1, 1, 1} {
		t.Errorf("box %v to %v", s.Min, s.Max)
	}
	goal := Entity{Name: "g", Role: RoleGoal}
	far := []Triangle{{{1e8, 0, 0}, {0, 0, 1}, {1, 0, 0}}}
	nan := []Triangle{{{math.NaN(), 0, 0}, {0, 0, 1}, {1, 0, 0}}}
	for want, f := range map[string]func() (int, error){
		`add mesh "g": role goal; expected solid, walkable, obstacle or door`: func() (int, error) { return w.AddMesh(goal, unitBox()) },
		`add mesh "": 0 triangles that have an area`:                          func() (int, error) { return w.AddMesh(Entity{}, []Triangle{{}}) },
		`triangle 0 is [[1e+08`:                                               func() (int, error) { return w.AddMesh(Entity{}, far) },
		`triangle 0 is [[NaN`:                                                 func() (int, error) { return w.AddMesh(Entity{}, nan) },
	} {
		_, err := f()
		refused(t, err, want)
	}
	if _, err := meshOf(&Entity{}, unitBox(), 11); err == nil {
		t.Error("12 triangles went where 11 have room")
	}
}

func TestSnapshotOfTheScene(t *testing.T) {
	w, scene := newYard(t)
	stall, err := w.AddMesh(Entity{Name: "stall"}, unitBox())
	if err != nil {
		t.Fatal(err)
	}
	w.MoveEntity(stall, at(3, 0, 0))
	w.DrainScene(nil)
	w.MoveEntity(yardCart, at(0, 0, 1))
	if err := w.CloseDoor("gate"); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := gob.NewEncoder(&file).Encode(w.Snapshot()); err != nil {
		t.Fatal(err)
	}
	var snap Snapshot
	if err := gob.NewDecoder(&file).Decode(&snap); err != nil {
		t.Fatal(err)
	}
	other := NewWorld()
	other.Load(scene, []Group{NewGroup("a", 0)})
	if _, err := other.AddMesh(Entity{Name: "must leave no trace"}, unitBox()[:3]); err != nil {
		t.Fatal(err)
	}
	other.RemoveEntity(yardFloor)
	for range 2 {
		other.Restore(&snap)
		if !reflect.DeepEqual(other.Snapshot(), w.Snapshot()) {
			t.Errorf("restored\n%+v\nwant\n%+v", other.Snapshot(), w.Snapshot())
		}
		if !reflect.DeepEqual(other.Scene(), w.Scene()) {
			t.Errorf("restored scene\n%+v\nwant\n%+v", other.Scene(), w.Scene())
		}
	}
	if a, b := w.DrainScene(nil), other.DrainScene(nil); len(a) != 3 || !reflect.DeepEqual(a, b) {
		t.Errorf("the queues differ: %+v, %+v", a, b)
	}
	bare := NewWorld()
	bare.Load(nil, []Group{NewGroup("a", 0)})
	mustPanic(t, "its scene has 9 entities; expected 0", func() { bare.Restore(&snap) })
}

func TestDamagedSnapshots(t *testing.T) {
	for want, harm := range map[string]func(s *Snapshot){
		"slot 0 is of group 4; expected one of 1 groups": func(s *Snapshot) { s.Slots[0].Member.Group = 4 },
		"its scene has 8 entities; expected 9":           func(s *Snapshot) { s.Scene = s.Scene[1:] },
		"scene entity 2: motion":                         func(s *Snapshot) { s.Scene[2].Motion[7] = 1 },
		"added mesh 0: 0 triangles":                      func(s *Snapshot) { s.Added[0].Triangles = nil },
		"change 0 is move of scene entity 10":            func(s *Snapshot) { s.SceneQueue = []SceneDelta{{Entity: 10, Kind: SceneMove}} },
		"change 0 is SceneDeltaKind(9)":                  func(s *Snapshot) { s.SceneQueue = []SceneDelta{{Kind: 9}} },
	} {
		w, _ := newYard(t)
		mustSpawn(t, w, 0, row(1)...)
		if _, err := w.AddMesh(Entity{}, unitBox()); err != nil {
			t.Fatal(err)
		}
		snap := w.Snapshot()
		if err := w.Fits(snap); err != nil {
			t.Fatal(err)
		}
		harm(snap)
		if err := w.Fits(snap); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

// The way of a scenario's events: from the schedule through the world to the engine.
func TestEventsReachTheQueue(t *testing.T) {
	w, scene := newYard(t)
	s := NewSchedule([]Event{
		{At: 0, Kind: SceneOpen, Name: "gate"}, // open already
		{At: 1, Kind: SceneMove, Name: "cart", By: [3]float64{2, 0, 0}, Over: 2},
		{At: 2, Kind: SceneAdd, Name: "crate"},
	}, scene)
	counts := []int{}
	for step := range 5 {
		w.Change(s.Between(nil, float64(step), float64(step+1))...)
		counts = append(counts, len(w.DrainScene(nil)))
	}
	if want := []int{0, 2, 3, 0, 0}; !slices.Equal(counts, want) {
		t.Errorf("%v deltas per step, want %v", counts, want)
	}
	if w.Motion(yardCart) != at(2, 0, 0) || !w.Present(yardCrate) {
		t.Errorf("the cart has moved by %v, the crate is present: %v", w.Motion(yardCart), w.Present(yardCrate))
	}
}
