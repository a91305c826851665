package ecs

import "fmt"

// DeltaKind says what a Delta changes.
type DeltaKind uint8

const (
	DeltaSpawn    DeltaKind = iota // an agent appears in Slot
	DeltaDespawn                   // the agent of Slot goes
	DeltaSetGroup                  // the agent of Slot joins Group
)

// Delta is one change for the engine to apply, in the order of the queue. A
// despawn or a change of group may name an agent that has arrived meanwhile:
// compare Generation, and ignore a delta that comes too late.
type Delta struct {
	Kind       DeltaKind
	Group      uint16
	Slot       uint32
	Generation uint32 // of the slot; 1 for its first agent

	// The rest is set for a spawn only.
	Cell     uint32     // as given in SpawnAt
	Position [3]float64 // world metres
	Radius   float64    // metres
	Speed    float64    // m/s
	Start    float64    // seconds
}

// SpawnAt is where and how one agent appears.
type SpawnAt struct {
	Position [3]float64 // world metres
	Cell     uint32     // the engine's number of the cell there; passed on as it is
	Radius   float64    // metres; 0: the group's
	Speed    float64    // m/s; 0: the group's
	Start    float64    // simulated seconds at which it starts to walk
}

// Spawn makes agents of a group in one batch and queues them for the engine.
// Slots are given lowest first, in the order of at, and so are the handles.
//
// It returns ErrFull, and makes none, when they do not all fit.
func (w *World) Spawn(group int, at []SpawnAt) ([]Handle, error) {
	g := w.Group(group)
	if free := w.slots.available(w.limit); len(at) > free {
		return nil, fmt.Errorf("ecs: spawn %d agents of group %q: %d of %d slots are free: %w", len(at), g.Name, free, w.limit, ErrFull)
	}
	if len(at) == 0 {
		return nil, nil
	}
	handles := make([]Handle, 0, len(at))
	query := w.agents.NewBatchQ(len(at))
	for query.Next() {
		p := at[len(handles)]
		if p.Radius == 0 {
			p.Radius = g.Radius
		}
		if p.Speed == 0 {
			p.Speed = g.Speed
		}
		i := w.slots.take()
		s := &w.slots.all[i]
		s.entity = query.Entity()
		agent, pos, vel, body, member, state := query.Get()
		*agent = Agent{i, s.generation}
		*pos = Position{p.Position[0], p.Position[1], p.Position[2]}
		*vel = Velocity{}
		*body = Body{p.Radius, p.Speed}
		*member = Member{uint16(group)}
		*state = StateWalking
		if p.Start > 0 {
			*state = StateWaiting
		}
		w.queue = append(w.queue, Delta{
			Kind: DeltaSpawn, Group: uint16(group), Slot: i, Generation: s.generation,
			Cell: p.Cell, Position: p.Position, Radius: p.Radius, Speed: p.Speed, Start: p.Start,
		})
		handles = append(handles, s.entity)
	}
	w.spawned += len(at)
	w.live += len(at)
	w.living[group] += len(at)
	return handles, nil
}

// Despawn removes agents, queues that for the engine, and returns how many there
// were: a handle whose agent has arrived meanwhile is no error. A slot can be
// taken again only after Released.
func (w *World) Despawn(es ...Handle) int {
	n := 0
	for _, e := range es {
		i, ok := w.Slot(e)
		if !ok {
			continue
		}
		s := &w.slots.all[i]
		w.queue = append(w.queue, Delta{Kind: DeltaDespawn, Slot: i, Generation: s.generation})
		s.status, s.entity = slotLeaving, Handle{}
		w.living[w.member.GetUnchecked(e).Group]--
		w.arche.RemoveEntity(e)
		n++
	}
	w.live -= n
	return n
}

// SetGroup moves an agent to another group, queues that for the engine, and
// reports whether the agent was there.
func (w *World) SetGroup(e Handle, group int) bool {
	w.groupEntity(group) // panics for a group that does not exist
	i, ok := w.Slot(e)
	if !ok {
		return false
	}
	member := w.member.GetUnchecked(e)
	w.living[member.Group]--
	w.living[group]++
	member.Group = uint16(group)
	w.queue = append(w.queue, Delta{
		Kind: DeltaSetGroup, Group: uint16(group), Slot: i, Generation: w.slots.all[i].generation,
	})
	return true
}

// Drain appends the queued changes to dst, oldest first, and empties the queue.
func (w *World) Drain(dst []Delta) []Delta {
	dst = append(dst, w.queue...)
	w.queue = w.queue[:0]
	return dst
}

// Released is the engine's word that the agents of these slots are gone from the
// GPU: arrived, lost, or despawned. Their entities go and the slots can be taken
// again. Each agent is released once; a free slot here is a fault of the caller.
func (w *World) Released(slots []uint32) {
	for _, i := range slots {
		if int(i) >= len(w.slots.all) || w.slots.all[i].status == slotFree {
			panic(fmt.Sprintf("ecs: slot %d was released, but no agent has it.", i))
		}
		if s := &w.slots.all[i]; s.status == slotLive {
			w.living[w.member.GetUnchecked(s.entity).Group]--
			w.arche.RemoveEntity(s.entity)
			w.live--
		}
		w.slots.release(i)
	}
}
