package ecs

import (
	"fmt"
	"slices"
)

// Snapshot is a copy of a world's agents, slots, queued changes and what became of
// the scene since it was loaded: plain data for any encoder. The loaded scene, the
// groups and the host's own components are not part of it.
type Snapshot struct {
	Slots   []SnapshotSlot
	Queue   []Delta
	Spawned int

	Scene      []SnapshotEntity // by index in Scene.Entities
	SceneQueue []SceneDelta
	Added      []AddedMesh // the last entities of the scene
}

// SnapshotEntity is how a scene entity is now.
type SnapshotEntity struct {
	Present bool
	Motion  [16]float64
}

// AddedMesh is an entity that AddMesh added, and its triangles.
type AddedMesh struct {
	Entity    Entity
	Triangles []Triangle
}

// SnapshotSlot is one slot; the components mean something only if Live.
type SnapshotSlot struct {
	Generation uint32
	Live       bool
	Leaving    bool // despawned, but not released by the engine yet
	Position   Position
	Velocity   Velocity
	Body       Body
	Member     Member
	State      State
}

// Snapshot copies the agents and the changes of the scene out.
func (w *World) Snapshot() *Snapshot {
	snap := &Snapshot{Slots: make([]SnapshotSlot, len(w.slots.all)), Queue: slices.Clone(w.queue), Spawned: w.spawned}
	for i := range snap.Slots {
		from, to := &w.slots.all[i], &snap.Slots[i]
		to.Generation, to.Leaving = from.generation, from.status == slotLeaving
		if to.Live = from.status == slotLive; to.Live {
			_, pos, vel, body, member, state := w.agents.Get(from.entity)
			to.Position, to.Velocity, to.Body, to.Member, to.State = *pos, *vel, *body, *member, *state
		}
	}
	w.snapshotScene(snap)
	return snap
}

func (w *World) snapshotScene(snap *Snapshot) {
	snap.SceneQueue = slices.Clone(w.changes)
	for i := range w.entities {
		snap.Scene = append(snap.Scene, SnapshotEntity{w.Present(i), w.Motion(i)})
	}
	if w.scene == nil {
		return
	}
	for _, e := range w.scene.Entities[w.loadedEntities():] {
		snap.Added = append(snap.Added, AddedMesh{e, slices.Clone(w.scene.Of(&e))})
	}
}

func (w *World) loadedEntities() int {
	if w.loaded == nil {
		return 0
	}
	return len(w.loaded.Entities)
}

// Restore replaces every agent, and all changes of the scene, by those of a
// snapshot of a world with the same scene and groups. Slots and the order of reuse
// are the old ones; handles are new ones. It panics where Fits gives an error.
func (w *World) Restore(snap *Snapshot) {
	if err := w.Fits(snap); err != nil {
		panic(fmt.Sprintf("ecs: a snapshot was restored that does not fit: %v.", err))
	}
	w.restoreScene(snap)
	w.agents.RemoveEntities(false)
	w.slots = slots{all: make([]slot, len(snap.Slots))}
	w.queue, w.spawned, w.live = slices.Clone(snap.Queue), snap.Spawned, 0
	clear(w.living)
	for i := range snap.Slots {
		from, to := &snap.Slots[i], &w.slots.all[i]
		to.generation = from.Generation
		switch {
		case from.Live:
			pos, vel, body, member, state := from.Position, from.Velocity, from.Body, from.Member, from.State
			to.status = slotLive
			to.entity = w.agents.NewWith(&Agent{uint32(i), from.Generation}, &pos, &vel, &body, &member, &state)
			w.live++
			w.living[member.Group]++
		case from.Leaving:
			to.status = slotLeaving
		default:
			w.slots.push(uint32(i))
		}
	}
	for k := range w.queue {
		w.slots.all[w.queue[k].Slot].queued = uint32(k + 1)
		w.hosts = w.hosts || w.queue[k].hosts()
	}
}

// Fits checks a snapshot, which may come from a file, against the world's groups
// and loaded scene. It changes nothing.
func (w *World) Fits(snap *Snapshot) error {
	for i := range snap.Slots {
		if s := &snap.Slots[i]; s.Live && int(s.Member.Group) >= len(w.groups) {
			return fmt.Errorf("the agent of slot %d is of group %d; expected one of %d groups", i, s.Member.Group, len(w.groups))
		}
	}
	due := make([]bool, len(snap.Slots))
	for i := range snap.Queue {
		d := &snap.Queue[i]
		if int(d.Slot) >= len(due) || due[d.Slot] || int(d.Group) >= len(w.groups) {
			return fmt.Errorf("queued change %d is of slot %d and group %d; expected one for each of at most %d slots, and %d groups", i, d.Slot, d.Group, len(due), len(w.groups))
		}
		due[d.Slot] = true
	}
	if n := len(snap.Scene) - len(snap.Added); n != w.loadedEntities() {
		return fmt.Errorf("its scene has %d entities; expected %d", n, w.loadedEntities())
	}
	for i := range snap.Scene {
		if err := checkMotion(&snap.Scene[i].Motion); err != nil {
			return fmt.Errorf("scene entity %d: %w", i, err)
		}
	}
	room := MaxTriangles
	if w.loaded != nil {
		room -= len(w.loaded.Triangles)
	}
	for i := range snap.Added {
		m := &snap.Added[i]
		if _, err := meshOf(&m.Entity, m.Triangles, room); err != nil {
			return fmt.Errorf("added mesh %d: %w", i, err)
		}
		room -= len(m.Triangles)
	}
	for i, d := range snap.SceneQueue {
		if d.Entity < 0 || d.Entity >= len(snap.Scene) || d.Kind >= numSceneDeltas {
			return fmt.Errorf("change %d is %v of scene entity %d; expected one of %d entities", i, d.Kind, d.Entity, len(snap.Scene))
		}
	}
	return nil
}

func (w *World) restoreScene(snap *Snapshot) {
	w.own(w.loaded)
	for _, m := range snap.Added {
		_, _ = w.AddMesh(m.Entity, m.Triangles) // Fits has seen that it goes
	}
	for i, e := range snap.Scene {
		w.presence.Get(w.entities[i]).Present = e.Present
		w.place(i, e.Motion)
	}
	w.changes = slices.Clone(snap.SceneQueue)
}
