package ecs

import (
	"errors"
	"fmt"

	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"
)

// ErrFull is returned by Spawn when the agents would not fit in the world's limit.
var ErrFull = errors.New("ecs: no free slots")

// World holds agents, goal groups and scene entities as arche entities, and the
// queue of changes that the engine has yet to take to the GPU.
//
// A World is not safe for concurrent use, and none of its methods that create or
// remove may run while a query of the host is open: arche locks itself then.
type World struct {
	arche   *arche.World
	slots   slots
	limit   int
	spawned int
	live    int
	living  []int // of each group
	queue   []Delta
	hosts   bool // some agent was left to the host, or given a target
	groups  []Handle

	agentID arche.ID
	agents  generic.Map6[Agent, Position, Velocity, Body, Member, State]
	moving  *generic.Filter4[Agent, Position, Velocity, State]
	member  generic.Map1[Member]
	group   generic.Map1[GoalGroup]

	parts     generic.Map7[Node, Mesh, Transform, RoleOf, GoalOf, Presence, Motion]
	presence  generic.Map1[Presence]
	motion    generic.Map1[Motion]
	transform generic.Map1[Transform]
	loaded    *Scene       // as given to Load
	scene     *Scene       // with what was added since
	entities  []Handle     // of scene.Entities
	changes   []SceneDelta // of the scene, not drained yet
}

// NewWorld makes an empty world.
func NewWorld() *World {
	a := arche.NewWorld()
	w := &World{
		arche:   &a,
		limit:   MaxAgents,
		agentID: arche.ComponentID[Agent](&a),
		agents:  generic.NewMap6[Agent, Position, Velocity, Body, Member, State](&a),
		moving:  generic.NewFilter4[Agent, Position, Velocity, State](),
		member:  generic.NewMap1[Member](&a),
		group:   generic.NewMap1[GoalGroup](&a),

		parts:     generic.NewMap7[Node, Mesh, Transform, RoleOf, GoalOf, Presence, Motion](&a),
		presence:  generic.NewMap1[Presence](&a),
		motion:    generic.NewMap1[Motion](&a),
		transform: generic.NewMap1[Transform](&a),
	}
	w.moving.Register(w.arche)
	return w
}

// Arche is the world underneath, for the host's own components, resources and
// queries. Agents must be removed by Despawn, never directly.
func (w *World) Arche() *arche.World { return w.arche }

// SetLimit bounds the slots that Spawn may take, at most MaxAgents. The engine
// sets it to what the device can hold.
func (w *World) SetLimit(n int) {
	if n < len(w.slots.all) || n > MaxAgents {
		panic(fmt.Sprintf("ecs: the slot limit %d is not between the capacity in use, %d, and MaxAgents, %d.", n, len(w.slots.all), MaxAgents))
	}
	w.limit = n
}

// Capacity is one more than the highest slot ever taken: the length that the
// columns on the GPU need.
func (w *World) Capacity() int { return len(w.slots.all) }

// Alive is the number of agents that are neither despawned nor released.
func (w *World) Alive() int { return w.live }

// Hosts reports whether any agent since Load was left to the host, or given a
// target by it.
func (w *World) Hosts() bool { return w.hosts }

// Living is how many of them are in a group.
func (w *World) Living(group int) int { return w.living[group] }

// Spawned is the number of agents ever spawned since Load.
func (w *World) Spawned() int { return w.spawned }

// Load makes the entities of a scene, which may be nil, and the goal groups. What
// an earlier Load made goes, and so do all agents, slots and queued changes.
// The host's own entities stay.
func (w *World) Load(scene *Scene, groups []Group) {
	if len(groups) > MaxGroups {
		panic(fmt.Sprintf("ecs: %d goal groups are more than MaxGroups, %d.", len(groups), MaxGroups))
	}
	w.agents.RemoveEntities(false)
	w.group.RemoveEntities(false)
	w.slots = slots{all: w.slots.all[:0], free: w.slots.free[:0]}
	w.queue, w.groups, w.spawned, w.live = w.queue[:0], w.groups[:0], 0, 0
	w.living, w.hosts = make([]int, len(groups)), false
	for i, g := range groups {
		w.groups = append(w.groups, w.group.NewWith(&GoalGroup{
			Name: g.Name, Index: i, Goal: g.Goal, Speed: g.Speed, Radius: g.Radius,
		}))
	}
	w.loaded = scene
	w.own(scene)
}

// Groups is the number of goal groups.
func (w *World) Groups() int { return len(w.groups) }

// Group gives the goal group of an index.
func (w *World) Group(i int) GoalGroup { return *w.group.Get(w.groupEntity(i)) }

// GroupEntity gives the entity of the goal group of an index.
func (w *World) GroupEntity(i int) Handle { return w.groupEntity(i) }

func (w *World) groupEntity(i int) Handle {
	if i < 0 || i >= len(w.groups) {
		panic(fmt.Sprintf("ecs: goal group %d does not exist; the world was loaded with %d of them.", i, len(w.groups)))
	}
	return w.groups[i]
}

// Slot gives the slot of an agent, and whether the agent is alive.
func (w *World) Slot(e Handle) (uint32, bool) {
	if !w.arche.Alive(e) || !w.arche.Has(e, w.agentID) {
		return 0, false
	}
	a, _, _, _, _, _ := w.agents.GetUnchecked(e)
	return a.Slot, true
}

// Generation counts the agents that have had a slot.
func (w *World) Generation(slot uint32) uint32 { return w.slots.all[slot].generation }

// Holder gives the agent that had a slot in a generation, and whether it still has.
func (w *World) Holder(slot, generation uint32) (Handle, bool) {
	e, ok := w.At(slot)
	if !ok || w.slots.all[slot].generation != generation {
		return Handle{}, false
	}
	return e, true
}

// BodyOf gives the body of a living agent.
func (w *World) BodyOf(e Handle) Body {
	_, _, _, body, _, _ := w.agents.Get(e)
	return *body
}

// GroupOf gives the goal group of a living agent.
func (w *World) GroupOf(e Handle) int { return int(w.member.Get(e).Group) }

// At gives the agent in a slot, and whether there is one.
func (w *World) At(slot uint32) (Handle, bool) {
	if int(slot) >= len(w.slots.all) || w.slots.all[slot].status != slotLive {
		return Handle{}, false
	}
	return w.slots.all[slot].entity, true
}

// GroupAt gives the group of the agent in a slot, −1 where there is none.
func (w *World) GroupAt(slot uint32) int {
	e, ok := w.At(slot)
	if !ok {
		return -1
	}
	return int(w.member.GetUnchecked(e).Group)
}
