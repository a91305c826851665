package engine

import (
	"errors"
	"math"

	"throng/ecs"
	"throng/passes"
)

// crowd is the host's side of the agents: when and where they appear, and the account of the last finished step.
type crowd struct {
	time     float64
	number   int                // steps submitted
	taken    int                // steps whose results were taken
	ended    float64            // time after the last of them
	fresh    int                // the last of them after which no published potential was old
	freshAt  float64            // and its time
	draws    [streams]ecs.Draws // scratch of spawners
	spawners []spawner
	parties  uint32   // that have appeared
	stood    []uint32 // bit per cell that somebody was on some steps ago, or has appeared on since; where spawners need it
	marks    []mark   // those who have appeared since
	front    []uint32 // scratch of beside
	near     []uint32 // scratch of room
	deltas   []ecs.Delta
	released []uint32
	at       []ecs.SpawnAt
	tally    passes.Tally
	reset    bool   // some group's potential starts anew with the next step
	resting  []bool // groups that the device does not plan for
	busy     []bool // scratch of shift
	seen     seen
	watch    watching
	schedule *ecs.Schedule    // the scenario's events
	changes  []ecs.SceneDelta // of the scene, in the coming step
}

// populate makes the spawners and the agents that are there from the start.
func (e *Engine) populate() error {
	e.world.Load(e.scene, e.scenario.Groups)
	e.world.SetLimit(int(e.frame.Capacity))
	e.crowd = crowd{
		schedule: ecs.NewSchedule(e.scenario.Events, e.scene),
		resting:  make([]bool, e.frame.Groups), busy: make([]bool, e.frame.Groups),
	}
	if e.frame.Spawners > 0 {
		e.crowd.stood = make([]uint32, e.frame.Cells/32)
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

// scatter gives a random world position in a cell, no nearer to walls than the radius.
func (e *Engine) scatter(c uint32, radius float32, d *ecs.Draws) [3]float64 {
	m := passes.Centre(&e.frame, e.host.pages, c)
	reach := min(0.49*e.frame.Cell, (e.host.clearance[c]-radius)/math.Sqrt2)
	x, z := m[0]+reach*float32(2*d.Next()-1), m[1]+reach*float32(2*d.Next()-1)
	return [3]float64{float64(x) + e.origin[0], float64(e.host.surface(&e.frame, c, x, z)) + e.origin[1], float64(z) + e.origin[2]}
}
