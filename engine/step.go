package engine

import (
	"errors"
	"fmt"
	"math/bits"

	"throng/ecs"
	"throng/passes"
	"throng/vk"
)

// Step advances the crowd by dt seconds [Limits: 0 < dt <= 1]. It returns once the step is handed to the device, and
// waits only when Options.InFlight steps are under way already; it does not allocate once the crowd has stopped growing.
//
// What the scenario's events and the host have changed in the scene is baked first; that waits for all steps.
//
// Errors: [ErrNoScene]; a lost device, after which the engine can only be closed; no room for more agents; a change that
// cannot be baked, which wraps [ecs.ErrInput] and is taken back before anything else has happened.
func (e *Engine) Step(dt float64) error {
	if err := e.ready(); err != nil {
		return err
	}
	if !(dt > 0 && dt <= 1) {
		return fmt.Errorf("engine: step of %g s, expected more than 0 and at most 1 s", dt)
	}
	if e.world.Hosts() {
		if err := e.hostMoves(); err != nil {
			return err
		}
	}
	if err := e.changeDue(dt); err != nil {
		return e.fail(err)
	}
	if _, err := e.claim(); err != nil { // tells which slots are free
		return e.fail(err)
	}
	if err := e.spawnDue(dt); err != nil {
		return e.fail(err)
	}
	slot, err := e.claim() // again, as growth makes other memory
	if err != nil {
		return e.fail(err)
	}
	c := &e.crowd
	slot.step.Dt, slot.step.Number, slot.step.Seed = float32(dt), uint32(c.number), uint32(e.scenario.Seed)
	e.tellWatched(slot)
	if slot, err = e.sendCommands(slot); err != nil {
		return e.fail(err)
	}
	what := submission{commands: slot.step.Commands > 0, reset: c.reset, plan: c.number%e.every == 0, step: true}
	what.anew = e.frame.Long != 0 && (c.reset || c.tally.Anew > 0)
	if err := e.x.submit(c.number, what); err != nil {
		return e.fail(err)
	}
	c.reset = false
	c.number++
	c.time += dt
	slot.queued, slot.end = true, c.time
	return nil
}

// fail remembers a lost device: nothing can go on after it.
func (e *Engine) fail(err error) error {
	if errors.Is(err, vk.ErrDeviceLost) {
		e.failed = fmt.Errorf("engine: the device was lost; close the engine and open another: %w", err)
		return e.failed
	}
	return err
}

// claim waits for the memory of the coming step and takes the results of the step that used it before.
func (e *Engine) claim() (*ringSlot, error) {
	slot, err := e.x.ring(e.crowd.number)
	if err != nil {
		return nil, err
	}
	e.take(slot)
	slot.step.Commands, slot.step.Time = 0, float32(e.crowd.time)
	return slot, nil
}

// take learns from a finished step who left. A step's results are taken a fixed number of steps later, so that which
// slots are free does not depend on how fast the device is.
func (e *Engine) take(slot *ringSlot) {
	if !slot.queued {
		return
	}
	slot.queued = false
	c := &e.crowd
	c.taken++
	c.tally, c.ended = *slot.tally, slot.end
	if c.tally.Anew == 0 {
		c.fresh, c.freshAt = c.taken, c.ended
	}
	c.reset = c.reset || c.tally.Waiting > 0 // for those whose turn comes
	if slot.taken != nil {
		c.told(slot.taken, c.taken-1)
	}
	if slot.columns != nil {
		e.apply(slot.columns)
	}
	e.takeWatched(slot)
	if c.tally.Events == 0 {
		return
	}
	c.released = c.released[:0]
	for i, word := range slot.events {
		for ; word != 0; word &= word - 1 {
			c.released = append(c.released, uint32(32*i+bits.TrailingZeros32(word)))
		}
	}
	e.world.Released(c.released)
}

// sendCommands hands queued changes of agents to the device; more than one batch goes ahead of the step on its own.
func (e *Engine) sendCommands(slot *ringSlot) (*ringSlot, error) {
	c := &e.crowd
	e.shift(slot)
	c.deltas = e.world.Drain(c.deltas[:0])
	for i := range c.deltas {
		if int(slot.step.Commands) == len(slot.commands) {
			if err := e.x.submit(c.number, submission{commands: true}); err != nil {
				return slot, err
			}
			var err error
			if slot, err = e.x.ring(c.number); err != nil {
				return slot, err
			}
			slot.step.Commands = 0
		}
		slot.commands[slot.step.Commands] = e.command(&c.deltas[i])
		slot.step.Commands++
	}
	return slot, nil
}

// command translates a change of the world into one of the device.
func (e *Engine) command(d *ecs.Delta) passes.Command {
	m := passes.Command{
		Kind: commandKinds[d.Kind], Slot: d.Slot, ID: d.Generation, Fields: uint32(d.Fields), Seed: d.Seed,
		Cell: d.Cell, Group: uint32(d.Group), Control: uint32(d.Control), Start: float32(d.Start),
		X: float32(d.Position[0] - e.origin[0]), Z: float32(d.Position[2] - e.origin[2]), Radius: float32(d.Radius), Speed: float32(d.Speed),
		Target:   [2]float32{float32(d.Target[0] - e.origin[0]), float32(d.Target[2] - e.origin[2])},
		Velocity: [2]float32{float32(d.Velocity[0]), float32(d.Velocity[2])},
	}
	if d.Kind == ecs.DeltaSpawn && d.Seed == 0 {
		var own ecs.Draws
		own.Start(e.scenario.Seed, -1-int(d.Slot), int(d.Generation))
		m.Seed = own.Seed()
	}
	if d.Party > 0 {
		m.Party = 1 + (d.Party-1)%e.frame.Capacity
	}
	return m
}

// commandKinds are those of changes of the world; what changes set, and controls, have the same numbers on both sides.
var commandKinds = [...]uint32{ecs.DeltaSpawn: passes.CommandSpawn, ecs.DeltaDespawn: passes.CommandRemove, ecs.DeltaSet: passes.CommandSet}

// Wait returns when all steps are done, and takes their results: [Engine.Stats] is exact then.
func (e *Engine) Wait() error {
	if err := e.ready(); err != nil {
		return err
	}
	for i := range e.o.InFlight {
		slot, err := e.x.ring(e.crowd.number + i) // from the oldest to the newest
		if err != nil {
			return e.fail(err)
		}
		e.take(slot)
	}
	return nil
}

// Time is the simulated time after the steps so far [s].
func (e *Engine) Time() float64 { return e.crowd.time }

// Stats is the account of a step. At every step Spawned = Alive + Arrived + Removed + Lost, and Lost is 0.
type Stats struct {
	Step     int    // steps done
	Spawned  uint32 // since Load
	Alive    uint32 // now, waiting ones and stranded ones included
	Arrived  uint32 // since Load
	Removed  uint32 // since Load
	Lost     uint32 // since Load; anything but 0 is a defect of the engine
	Stranded uint32 // alive, with no way to the goal from where they stand
	Pending  uint32 // pages that the solver has still to relax, and groups that wait to start anew
	Updates  uint32 // pages that the solver relaxed in the last plan

	// Age of the oldest published potential, in steps and seconds: for how long agents of some group have followed the field
	// from before a new start, whose successor is being solved. Fields that improve in place have no age.
	Stale     int
	StaleTime float64

	Overlapping uint32  // agents that overlap another on their layer by more than 1 mm; 0 with params.separation off
	Overlap     float64 // the worst overlap [mm]

	Queued int    // who has come to a spawner and finds no room yet; not counted to Spawned
	InLine uint32 // agents that have come to a goal with a capacity and wait for their turn, see [Engine.Lines]
}

// Stats gives the account of the last step whose results were taken; call [Engine.Wait] first for the last step handed
// to the device.
func (e *Engine) Stats() Stats {
	c := &e.crowd
	t := c.tally
	return Stats{
		Step: c.taken, Spawned: t.Spawned, Alive: t.Alive, Arrived: t.Arrived, Removed: t.Removed, Lost: t.Lost,
		Stranded: t.Stranded, Pending: t.Pending + t.Waiting, Updates: t.Updates,
		Stale: c.taken - c.fresh, StaleTime: c.ended - c.freshAt,
		Overlapping: t.Overlapping, Overlap: 1000 * float64(t.Overlap), Queued: c.queued(), InLine: t.InLine,
	}
}

// queued counts who waits in the queues of the spawners.
func (c *crowd) queued() (n int) {
	for i := range c.spawners {
		n += c.spawners[i].Called - c.spawners[i].Made
	}
	return n
}

// Balanced reports whether nobody went missing.
func (s Stats) Balanced() bool {
	return s.Spawned == s.Alive+s.Arrived+s.Removed+s.Lost && s.Lost == 0
}
