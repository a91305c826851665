package engine

import (
	"errors"
	"fmt"

	"throng/ecs"
	"throng/passes"
)

// The calls of this file set something of many agents at once, as the package says.

// SetControl says who moves agents.
//
// [ecs.ControlAdvised] is the velocity-only mode: every step works out where they would go, among walls and others, and leaves
// them where they are. Their velocity is the advice; the host moves them as it sees fit and hands the places back with
// [Engine.MoveTo]. They arrive when they stand in their goal. [ecs.ControlDriven] is for players: they have no plan and never
// arrive, nobody pushes them, others keep clear of them, and on the device their speed is 0. [Options] has a control for all
// that are spawned.
//
// The step after the first agent was left to the host waits for all that are under way.
func (e *Engine) SetControl(agents []ecs.Handle, control ecs.Control) error {
	if err := e.ready(); err != nil {
		return err
	}
	if control > ecs.ControlDriven {
		return fmt.Errorf("engine: control %d, expected ControlEngine, ControlAdvised or ControlDriven: %w", control, ecs.ErrInput)
	}
	return e.setAll("control", agents, func(_ int, a ecs.Handle) (ecs.Settings, error) {
		speed := e.world.BodyOf(a).Speed // which the device forgets while an agent is driven
		return ecs.Settings{Fields: ecs.SetControl | ecs.SetSpeed, Control: control, Speed: speed}, nil
	})
}

// MoveTo takes agents to world positions, at once: along connections of the floor and held off walls by their radius, for up
// to [throng/passes/move.LeadStrides] strides, about six metres. Walls in the way stop them short. The height is the floor's, whatever the
// position says; it takes a way on the floor to another storey. Their velocity becomes that of the way.
func (e *Engine) MoveTo(agents []ecs.Handle, positions [][3]float64) error {
	pairs("positions", len(agents), len(positions))
	return e.setAll("move to", agents, func(i int, _ ecs.Handle) (ecs.Settings, error) {
		return ecs.Settings{Fields: ecs.SetTarget, Target: positions[i]}, finiteInput("position", positions[i])
	})
}

// Place puts agents at world positions, wherever they have been: on the floor within a step's height of it, with room for their
// radius. Their velocity stays as it is.
func (e *Engine) Place(agents []ecs.Handle, positions [][3]float64) error {
	pairs("positions", len(agents), len(positions))
	return e.setAll("place", agents, func(i int, a ecs.Handle) (ecs.Settings, error) {
		c, err := e.locate(positions[i], e.world.BodyOf(a).Radius)
		return ecs.Settings{Fields: ecs.SetPlace, Cell: c, Position: positions[i]}, err
	})
}

// SetVelocities gives agents velocities [m/s], of which the part in the plan counts: what others see and the crowd's flow is
// made of, until the step in which the engine moves them itself.
func (e *Engine) SetVelocities(agents []ecs.Handle, velocities [][3]float64) error {
	pairs("velocities", len(agents), len(velocities))
	return e.setAll("velocity", agents, func(i int, _ ecs.Handle) (ecs.Settings, error) {
		return ecs.Settings{Fields: ecs.SetVelocity, Velocity: velocities[i]}, finiteInput("velocity", velocities[i])
	})
}

// SetSpeeds gives agents preferred speeds [m/s] [Limits: 0..10].
func (e *Engine) SetSpeeds(agents []ecs.Handle, speeds []float64) error {
	pairs("speeds", len(agents), len(speeds))
	return e.setAll("speed", agents, func(i int, _ ecs.Handle) (ecs.Settings, error) {
		return ecs.Settings{Fields: ecs.SetSpeed, Speed: speeds[i]}, e.fits(0, speeds[i])
	})
}

// SetRadii gives agents radii [m], at most that of the widest group. Who is too near to a wall then stays there, and comes no
// nearer.
func (e *Engine) SetRadii(agents []ecs.Handle, radii []float64) error {
	pairs("radii", len(agents), len(radii))
	return e.setAll("radius", agents, func(i int, _ ecs.Handle) (ecs.Settings, error) {
		return ecs.Settings{Fields: ecs.SetRadius, Radius: radii[i]}, e.fits(radii[i], 0)
	})
}

// SetGroups moves agents to other groups, and so to other goals.
func (e *Engine) SetGroups(agents []ecs.Handle, groups []int) error {
	pairs("groups", len(agents), len(groups))
	return e.setAll("group", agents, func(i int, _ ecs.Handle) (ecs.Settings, error) {
		return ecs.Settings{Fields: ecs.SetGroup, Group: uint16(groups[i])}, e.knows(groups[i])
	})
}

// pairs panics where values are not as many as agents.
func pairs(what string, agents, values int) {
	if agents != values {
		panic(fmt.Sprintf("engine: %d %s were given for %d agents.", values, what, agents))
	}
}

func finiteInput(what string, v [3]float64) error {
	if !finite(v) {
		return fmt.Errorf("%s (%g, %g, %g), expected finite numbers: %w", what, v[0], v[1], v[2], ecs.ErrInput)
	}
	return nil
}

// setAll queues what value gives for every agent.
func (e *Engine) setAll(what string, agents []ecs.Handle, value func(i int, a ecs.Handle) (ecs.Settings, error)) error {
	if err := e.ready(); err != nil {
		return err
	}
	b := batch{what: what}
	for i, a := range agents {
		if _, ok := e.world.Slot(a); !ok {
			b.stale(i, a)
			continue
		}
		s, err := value(i, a)
		if err == nil {
			err = e.world.Set(a, &s)
		}
		if err != nil {
			b.fault(i, a, err)
		}
	}
	return b.err(len(agents))
}

// batch counts the agents of a call that were passed over.
type batch struct {
	what   string
	faults int
	first  error
}

func (b *batch) stale(i int, a ecs.Handle) { b.fault(i, a, ecs.ErrStale) }

func (b *batch) fault(i int, a ecs.Handle, err error) {
	if b.faults++; b.first == nil {
		b.first = fmt.Errorf("agents[%d] %v: %w", i, a, err)
	}
}

func (b *batch) err(of int) error {
	if b.first == nil {
		return nil
	}
	return fmt.Errorf("engine: %s: %d of %d agents were passed over, the first: %w", b.what, b.faults, of, b.first)
}

// hostMoves prepares the steps for agents that the host moves, once there are some.
func (e *Engine) hostMoves() error {
	if e.frame.Hosted != 0 {
		return nil
	}
	return e.fail(e.restructure(func(f *passes.Frame) { f.Hosted = 1 }))
}

// restructure changes what the frame has room for, and records the steps again. Where there is no room all stays as it was.
func (e *Engine) restructure(change func(f *passes.Frame)) error {
	if err := e.Wait(); err != nil {
		return err
	}
	was := e.frame
	apply := func() error {
		if err := e.x.alloc(&e.frame, "commands", "heldPlace", "heldCell", "watch", "watched"); err != nil {
			return err
		}
		return e.x.record(&e.frame, e.schedule())
	}
	change(&e.frame)
	err := apply()
	if err != nil {
		e.frame = was
		err = errors.Join(err, apply())
	}
	return err
}
