package engine

import (
	"errors"
	"fmt"
	"math"

	"throng/ecs"
	"throng/passes"
	"throng/vk"
)

// spawner brings the agents of one entry of the scenario.
type spawner struct {
	index  int
	spec   *ecs.Spawn
	group  int
	fault  error             // why nobody may appear, if the engine is lenient
	inside func(uint32) bool // cells in its region
	SpawnerState
}

// SpawnerState is how far an entry of the scenario's spawns has come.
type SpawnerState struct {
	Cells   []uint32 // where agents may appear
	Due     float64  // of a rate: agents that it has brought, as a mean
	Next    float64  // what Due is when the next one comes
	Called  int      // agents that have come
	Made    int      // agents that have found room; the others wait in the queue
	Parties int      // and those that have, in so many parties
}

// Streams of random numbers of a spawner: of its agents, of its parties, of the times between its agents,
// of their places.
const (
	streamAgents = iota
	streamParties
	streamTimes
	streamPlaces
	streams
)

// draws starts the numbers of agent or party n of a stream.
func (e *Engine) draws(s *spawner, stream, n int) *ecs.Draws {
	d := &e.crowd.draws[stream]
	d.Start(e.scenario.Seed, streams*s.index+stream, n)
	return d
}

// spawner finds the cells of a spawn: in its region, free for the group's radius, with a way to its first goal.
func (e *Engine) spawner(index int) (spawner, error) {
	spec := &e.scenario.Spawns[index]
	s := spawner{index: index, spec: spec}
	for g := range e.scenario.Groups {
		if e.scenario.Groups[g].Name == spec.Group {
			s.group = g
		}
	}
	s.Next = e.gap(&s)
	var err error
	potential := e.start(s.group, &err)
	if err != nil {
		return s, err
	}
	radius := float32(e.scenario.Groups[s.group].Radius)
	s.inside = e.within(&spec.Region)
	inside, free := 0, 0
	for c := range e.frame.Cells {
		if !e.host.walkable(c) || !s.inside(c) {
			continue
		}
		inside++
		if e.host.clearance[c] < radius {
			continue
		}
		free++
		if potential[c] < passes.Inf {
			s.Cells = append(s.Cells, c)
		}
	}
	if len(s.Cells) > 0 {
		return s, nil
	}
	group := e.scenario.Groups[s.group]
	why := fmt.Sprintf("none of its %d free cells has a way to goal %d of group %q%s", free, group.Goal, group.Name, e.elsewhere(s.inside, group.Goal))
	switch {
	case inside == 0:
		why = "it lies over no walkable cell"
	case free == 0:
		why = fmt.Sprintf("all of its %d cells are nearer than the radius %g m to a wall or edge", inside, group.Radius)
	}
	return s, fmt.Errorf("engine: scenario %q: spawns[%d].region: %s: %w", e.scenario.Name, index, why, ecs.ErrInput)
}

// gap is how much a rate brings, as a mean, from the last agent to the next.
func (e *Engine) gap(s *spawner) float64 {
	if s.spec.Arrivals != ecs.ArrivalsPoisson {
		return 1
	}
	return -math.Log(e.draws(s, streamTimes, s.Called).Next())
}

// call lets those come who are due in the coming dt seconds.
func (e *Engine) call(s *spawner, dt float64) {
	t := e.crowd.time
	switch {
	case s.spec.Rate == 0:
		if t+dt >= s.spec.Start {
			s.Called = s.spec.Count
		}
	case t+dt > s.spec.Start && (s.spec.Stop == 0 || t < s.spec.Stop):
		s.Due += s.spec.Rate * dt
		for s.Due >= s.Next && (s.spec.Count == 0 || s.Called < s.spec.Count) {
			s.Called++
			s.Next += e.gap(s)
		}
	}
}

// expected reports whether a spawner may bring somebody from a time on.
func (s *spawner) expected(time float64) bool {
	return s.fault == nil && (s.Made < s.Called || s.comes(time))
}

// comes reports whether somebody may come to a spawner from a time on.
func (s *spawner) comes(time float64) bool {
	if s.spec.Rate == 0 {
		return s.Called == 0
	}
	return (s.spec.Stop == 0 || time < s.spec.Stop) && (s.spec.Count == 0 || s.Called < s.spec.Count)
}

// spawnDue makes the agents that appear in the coming dt seconds.
func (e *Engine) spawnDue(dt float64) error {
	for i := range e.crowd.spawners {
		s := &e.crowd.spawners[i]
		e.call(s, dt)
		if s.Made == s.Called || len(s.Cells) == 0 { // until a change of the scene brings some
			continue
		}
		if err := e.spawn(s, e.crowd.time+dt); err != nil {
			return err
		}
	}
	return nil
}

// spawn makes the agents in the queue of a spawner as far as there is room for them: party by party.
func (e *Engine) spawn(s *spawner, now float64) error {
	at := e.crowd.at[:0]
	for n := s.Called - s.Made; n > 0; {
		size := e.members(s)
		if size > n {
			if s.comes(now) {
				break // the others are still to come
			}
			size = n
		}
		had := len(at)
		if at = e.place(s, size, at); len(at) == had {
			break
		}
		e.equip(s, at[had:])
		s.Made += size
		s.Parties++
		n -= size
	}
	e.crowd.at = at
	_, err := e.admit(s.group, at)
	return err
}

// members is how many the next party has.
func (e *Engine) members(s *spawner) int {
	p := e.scenario.Groups[s.group].Party
	if p.Max <= 1 {
		return 1
	}
	return p.Min + e.draws(s, streamParties, s.Parties).Below(p.Max-p.Min+1)
}

// equip gives the members of a party speed, radius and start. Each draws its own; together they go as the slowest, and start and
// choose alike.
func (e *Engine) equip(s *spawner, at []ecs.SpawnAt) {
	group := &e.scenario.Groups[s.group]
	slowest := math.Inf(1)
	for k := range at {
		d, p := e.draws(s, streamAgents, s.Made+k), &at[k]
		speed, radius, start, seed := d.Next(), d.Next(), d.Next(), d.Seed()
		if group.Speeds != (ecs.Distribution{}) {
			p.Speed = group.Speeds.Quantile(speed)
			slowest = min(slowest, p.Speed)
		}
		if group.Radii != (ecs.Distribution{}) {
			p.Radius = group.Radii.Quantile(radius)
		}
		if _, most := group.PreMovement.Bounds(); most > 0 {
			p.Start = e.crowd.time + group.PreMovement.Quantile(start)
		}
		p.Seed, p.Control = seed, e.o.Control
		if k > 0 {
			p.Start, p.Seed = at[0].Start, at[0].Seed
		}
	}
	if len(at) == 1 {
		return
	}
	e.crowd.parties++
	for k := range at {
		at[k].Party = e.crowd.parties
		if group.Speeds != (ecs.Distribution{}) {
			at[k].Speed = slowest
		}
	}
}

// admit makes agents, with more slots where they do not fit.
func (e *Engine) admit(group int, at []ecs.SpawnAt) ([]ecs.Handle, error) {
	agents, err := e.world.Spawn(group, at)
	if !errors.Is(err, ecs.ErrFull) {
		return agents, err
	}
	have := int(e.frame.Capacity)
	least := roundUp(have+len(at), 256)
	if least > ecs.MaxAgents {
		return nil, fmt.Errorf("engine: scenario %q: %d more agents of group %q: %w: expected at most %d at a time",
			e.scenario.Name, len(at), e.scenario.Groups[group].Name, err, ecs.MaxAgents)
	}
	if err := e.grow(min(max(2*have, least), ecs.MaxAgents)); errors.Is(err, vk.ErrTooLarge) || errors.Is(err, vk.ErrOutOfMemory) {
		err = e.grow(least) // what is needed may fit where twice as much does not
		if err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	return e.world.Spawn(group, at)
}
