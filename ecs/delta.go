package ecs

import "fmt"

// DeltaKind says what a Delta changes.
type DeltaKind uint8

const (
	DeltaSpawn   DeltaKind = iota // an agent appears in Slot
	DeltaDespawn                  // the agent of Slot goes
	DeltaSet                      // the agent of Slot gets what Fields names
)

// Delta is what becomes of one slot in the coming step: the queue has at most one
// for each, so its order does not matter. A despawn or a set may name an agent
// that has arrived meanwhile: compare Generation, and ignore a delta that comes too
// late.
type Delta struct {
	Kind       DeltaKind
	Slot       uint32
	Generation uint32 // of the slot; 1 for its first agent
	Settings
	Start float64 // seconds, for a spawn
	Seed  uint32  // of its draws, likewise
	Party uint32  // that it belongs to, 0 none
}

// SpawnAt is where and how one agent appears.
type SpawnAt struct {
	Position [3]float64 // world metres
	Cell     uint32     // the engine's number of the cell there; passed on as it is
	Radius   float64    // metres; 0: the group's
	Speed    float64    // m/s; 0: the group's
	Start    float64    // simulated seconds at which it starts to walk
	Control  Control    // who moves it
	Seed     uint32     // of what it draws on its way; 0: the engine gives one
	Party    uint32     // number of those it stays together with, 0: nobody
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
		w.hosts = w.hosts || p.Control != ControlEngine
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
		*w.due(i) = Delta{Kind: DeltaSpawn, Slot: i, Generation: s.generation, Start: p.Start, Seed: p.Seed, Party: p.Party, Settings: Settings{
			Fields: SetGroup | SetPlace | SetRadius | SetSpeed | SetControl,
			Group:  uint16(group), Cell: p.Cell, Position: p.Position, Radius: p.Radius, Speed: p.Speed, Control: p.Control,
		}}
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
		if d := w.due(i); d.Kind == DeltaSpawn && d.Generation == s.generation {
			d.Fields |= SetGone
		} else {
			*d = Delta{Kind: DeltaDespawn, Slot: i, Generation: s.generation}
		}
		s.status, s.entity = slotLeaving, Handle{}
		w.living[w.member.GetUnchecked(e).Group]--
		w.arche.RemoveEntity(e)
		n++
	}
	w.live -= n
	return n
}

// Drain appends the queued changes to dst and empties the queue.
func (w *World) Drain(dst []Delta) []Delta {
	dst = append(dst, w.queue...)
	for i := range w.queue {
		w.slots.all[w.queue[i].Slot].queued = 0
	}
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
