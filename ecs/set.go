package ecs

import (
	"errors"
	"fmt"
)

// ErrStale is matched by errors.Is where a handle names no agent, or none any more:
// it has arrived, was despawned, or never was one.
var ErrStale = errors.New("ecs: the agent is gone")

// Control says who moves an agent.
type Control uint8

const (
	ControlEngine  Control = iota // the engine
	ControlAdvised                // the host, on the engine's advice: its velocity is where the engine would have it go
	ControlDriven                 // the host alone: a player, a vehicle; it stays until the host takes it away
)

// Fields names settings of an agent.
type Fields uint8

const (
	SetGroup    Fields = 1 << iota // Group
	SetPlace                       // Position and Cell: it is there at once
	SetTarget                      // Target: it walks there at once, held by walls
	SetVelocity                    // Velocity
	SetRadius                      // Radius
	SetSpeed                       // Speed
	SetControl                     // Control
	SetGone                        // of a spawn alone: the agent goes before its first step
)

// Settings are new values of an agent; those that Fields does not name mean nothing.
type Settings struct {
	Fields   Fields
	Control  Control
	Group    uint16
	Cell     uint32     // the engine's number of the cell at Position
	Position [3]float64 // world metres
	Target   [3]float64 // world metres; its height has no say
	Velocity [3]float64 // m/s; its height has no say
	Radius   float64    // metres
	Speed    float64    // preferred, m/s
}

// Set gives an agent new settings and queues that for the engine. What is set last
// in a step counts; a new place ends the way to a target set before.
//
// Errors: ErrStale.
func (w *World) Set(e Handle, s *Settings) error {
	i, ok := w.Slot(e)
	if !ok {
		return fmt.Errorf("ecs: agent %v: %w", e, ErrStale)
	}
	if s.Fields&SetGroup != 0 {
		w.groupEntity(int(s.Group)) // panics for a group that does not exist
		member := w.member.GetUnchecked(e)
		w.living[member.Group]--
		w.living[s.Group]++
		member.Group = s.Group
	}
	if s.Fields&(SetRadius|SetSpeed) != 0 {
		_, _, _, body, _, _ := w.agents.GetUnchecked(e)
		body.set(s)
	}
	w.hosts = w.hosts || s.hosts()
	d := w.due(i)
	if g := w.slots.all[i].generation; d.Generation != g {
		*d = Delta{Kind: DeltaSet, Slot: i, Generation: g}
	}
	d.take(s)
	return nil
}

// hosts reports whether the settings are those of a host that moves agents.
func (s *Settings) hosts() bool {
	return s.Fields&SetTarget != 0 || s.Fields&SetControl != 0 && s.Control != ControlEngine
}

func (b *Body) set(s *Settings) {
	if s.Fields&SetRadius != 0 {
		b.Radius = s.Radius
	}
	if s.Fields&SetSpeed != 0 {
		b.Speed = s.Speed
	}
}

// take adds settings to those that are there.
func (to *Settings) take(s *Settings) {
	to.Fields |= s.Fields
	if s.Fields&SetControl != 0 {
		to.Control = s.Control
	}
	if s.Fields&SetGroup != 0 {
		to.Group = s.Group
	}
	if s.Fields&SetPlace != 0 {
		to.Cell, to.Position = s.Cell, s.Position
		to.Fields &^= SetTarget
		to.Fields |= s.Fields & SetTarget
	}
	if s.Fields&SetTarget != 0 {
		to.Target = s.Target
	}
	if s.Fields&SetVelocity != 0 {
		to.Velocity = s.Velocity
	}
	if s.Fields&SetRadius != 0 {
		to.Radius = s.Radius
	}
	if s.Fields&SetSpeed != 0 {
		to.Speed = s.Speed
	}
}

// due is the queued change of a slot, made if there is none. One of an agent that
// had the slot before is as good as none: that agent is gone.
func (w *World) due(slot uint32) *Delta {
	s := &w.slots.all[slot]
	if s.queued == 0 {
		w.queue = append(w.queue, Delta{Slot: slot})
		s.queued = uint32(len(w.queue))
	}
	return &w.queue[s.queued-1]
}
