package engine

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"throng/ecs"
	"throng/passes"
)

// crowd is the host's side of the agents: when and where they appear, and the account of the last finished step.
type crowd struct {
	time     float64
	number   int     // steps submitted
	taken    int     // steps whose results were taken
	ended    float64 // time after the last of them
	fresh    int     // the last of them after which no published potential was old
	freshAt  float64 // and its time
	random   *rand.PCG
	spawners []spawner
	deltas   []ecs.Delta
	released []uint32
	at       []ecs.SpawnAt
	tally    passes.Tally
	reset    bool   // some group's potential starts anew with the next step
	resting  []bool // groups that the device does not plan for
	busy     []bool // scratch of shift
	columns  ecs.Columns
	schedule *ecs.Schedule    // the scenario's events
	changes  []ecs.SceneDelta // of the scene, in the coming step
}

// spawner brings the agents of one entry of the scenario.
type spawner struct {
	spec  *ecs.Spawn
	group int
	cells []uint32 // where they may appear
	fault error    // why there are none, if the engine is lenient
	due   float64  // agents owed so far, for a rate
	made  int
}

// populate makes the spawners and the agents that are there from the start.
func (e *Engine) populate() error {
	e.world.Load(e.scene, e.scenario.Groups)
	e.world.SetLimit(int(e.frame.Capacity))
	e.crowd = crowd{
		random: rand.NewPCG(e.scenario.Seed, 0x7468726f6e67), schedule: ecs.NewSchedule(e.scenario.Events, e.scene),
		resting: make([]bool, e.frame.Groups), busy: make([]bool, e.frame.Groups),
	}
	for i := range e.scenario.Spawns {
		s, err := e.spawner(i)
		if s.fault = err; err != nil && !(e.o.Lenient && errors.Is(err, ecs.ErrInput)) {
			return err
		}
		e.crowd.spawners = append(e.crowd.spawners, s)
	}
	return e.spawnDue(0)
}

// spawner finds the cells of a spawn: in its region, free for the group's radius, with a way to its goal.
func (e *Engine) spawner(index int) (spawner, error) {
	spec := &e.scenario.Spawns[index]
	s := spawner{spec: spec}
	for g := range e.scenario.Groups {
		if e.scenario.Groups[g].Name == spec.Group {
			s.group = g
		}
	}
	var err error
	potential := e.potential(s.group, &err)
	if err != nil {
		return s, err
	}
	radius := float32(e.scenario.Groups[s.group].Radius)
	within := e.within(&spec.Region)
	inside, free := 0, 0
	for c := range e.frame.Cells {
		if !e.host.walkable(c) || !within(c) {
			continue
		}
		inside++
		if e.host.clearance[c] < radius {
			continue
		}
		free++
		if potential[c] < passes.Inf {
			s.cells = append(s.cells, c)
		}
	}
	if len(s.cells) > 0 {
		return s, nil
	}
	group := e.scenario.Groups[s.group]
	why := fmt.Sprintf("none of its %d free cells has a way to goal %d of group %q%s", free, group.Goal, group.Name, e.elsewhere(within, group.Goal))
	switch {
	case inside == 0:
		why = "it lies over no walkable cell"
	case free == 0:
		why = fmt.Sprintf("all of its %d cells are nearer than the radius %g m to a wall or edge", inside, group.Radius)
	}
	return s, fmt.Errorf("engine: scenario %q: spawns[%d].region: %s: %w", e.scenario.Name, index, why, ecs.ErrInput)
}

// plane reads the plane of a group or class of a field slot.
func (e *Engine) plane(slot string, index int, err *error) []float32 {
	out := make([]float32, int(e.frame.Cells)*passes.Find(slot).Elem.Channels())
	if *err == nil {
		*err = e.x.read(slot, index*4*len(out), wordBytes(out))
	}
	return out
}

// potential reads φ of a group.
func (e *Engine) potential(group int, err *error) []float32 {
	phi := e.plane("potential", group, err)
	for c, stored := range phi {
		phi[c] = passes.Potential(stored)
	}
	return phi
}

// spawnDue makes the agents that appear in the coming dt seconds.
func (e *Engine) spawnDue(dt float64) error {
	t := e.crowd.time
	for i := range e.crowd.spawners {
		s := &e.crowd.spawners[i]
		if len(s.cells) == 0 { // until a change of the scene brings some
			continue
		}
		n := 0
		switch {
		case s.spec.Rate == 0:
			if s.made == 0 && t+dt >= s.spec.Start {
				n = s.spec.Count
			}
		case t+dt > s.spec.Start && (s.spec.Stop == 0 || t < s.spec.Stop):
			s.due += s.spec.Rate * dt
			n = int(s.due) - s.made
			if s.spec.Count > 0 {
				n = min(n, s.spec.Count-s.made)
			}
		}
		if n > 0 {
			if err := e.spawn(s, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// spawn makes n agents of a spawner: on different cells as long as there are some.
func (e *Engine) spawn(s *spawner, n int) error {
	random := rand.New(e.crowd.random)
	e.crowd.at = e.crowd.at[:0]
	group := e.scenario.Groups[s.group]
	for k := range n {
		turn := (s.made + k) % len(s.cells)
		other := turn + random.IntN(len(s.cells)-turn)
		s.cells[turn], s.cells[other] = s.cells[other], s.cells[turn]
		c := s.cells[turn]
		start := e.crowd.time + group.PreMovement.Min + random.Float64()*(group.PreMovement.Max-group.PreMovement.Min)
		if group.PreMovement.Max == 0 {
			start = 0
		}
		e.crowd.at = append(e.crowd.at, ecs.SpawnAt{Position: e.scatter(c, float32(group.Radius), random), Cell: c, Start: start})
	}
	s.made += n
	return e.admit(s.group, e.crowd.at)
}

// admit makes agents, with more slots where they do not fit.
func (e *Engine) admit(group int, at []ecs.SpawnAt) error {
	_, err := e.world.Spawn(group, at)
	if !errors.Is(err, ecs.ErrFull) {
		return err
	}
	have := int(e.frame.Capacity)
	want := min(roundUp(max(2*have, have+len(at)), 256), ecs.MaxAgents)
	if want <= have {
		return fmt.Errorf("engine: scenario %q: %d more agents of group %q: %w: expected at most %d at a time",
			e.scenario.Name, len(at), e.scenario.Groups[group].Name, err, ecs.MaxAgents)
	}
	if err := e.grow(want); err != nil {
		return err
	}
	_, err = e.world.Spawn(group, at)
	return err
}

// scatter gives a random world position in a cell, no nearer to walls than the radius.
func (e *Engine) scatter(c uint32, radius float32, random *rand.Rand) [3]float64 {
	m := passes.Centre(&e.frame, e.host.pages, c)
	reach := min(0.49*e.frame.Cell, (e.host.clearance[c]-radius)/math.Sqrt2)
	x, z := m[0]+reach*(2*random.Float32()-1), m[1]+reach*(2*random.Float32()-1)
	return [3]float64{float64(x) + e.origin[0], float64(e.host.surface(&e.frame, c, x, z)) + e.origin[1], float64(z) + e.origin[2]}
}
