package ecs

import "slices"

// Snapshot is a copy of a world's agents, slots and queued changes: plain data
// for any encoder. The scene, the groups and the host's own components are not
// part of it.
type Snapshot struct {
	Slots   []SnapshotSlot
	Queue   []Delta
	Spawned int
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

// Snapshot copies the agents out.
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
	return snap
}

// Restore replaces every agent by those of a snapshot of a world with the same
// groups. Slots and the order of reuse are the old ones; handles are new ones.
func (w *World) Restore(snap *Snapshot) {
	w.agents.RemoveEntities(false)
	w.slots = slots{all: make([]slot, len(snap.Slots))}
	w.queue, w.spawned, w.live = slices.Clone(snap.Queue), snap.Spawned, 0
	for i := range snap.Slots {
		from, to := &snap.Slots[i], &w.slots.all[i]
		to.generation = from.Generation
		switch {
		case from.Live:
			w.groupEntity(int(from.Member.Group)) // panics for a group that does not exist
			pos, vel, body, member, state := from.Position, from.Velocity, from.Body, from.Member, from.State
			to.status = slotLive
			to.entity = w.agents.NewWith(&Agent{uint32(i), from.Generation}, &pos, &vel, &body, &member, &state)
			w.live++
		case from.Leaving:
			to.status = slotLeaving
		default:
			w.slots.push(uint32(i))
		}
	}
}
