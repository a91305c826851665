package ecs

import (
	"slices"

	arche "github.com/mlange-42/arche/ecs"
)

// System is a part of the host's loop over a World.
type System interface {
	Initialize(w *World) // once, before the first Update
	Update(w *World)     // once a step
	Finalize(w *World)   // once, after the last Update
}

// ArcheSystem is a system on the arche world; those of arche-model have this form.
type ArcheSystem interface {
	Initialize(w *arche.World)
	Update(w *arche.World)
	Finalize(w *arche.World)
}

// Adapt makes a System of an ArcheSystem.
func Adapt(s ArcheSystem) System { return adapter{s} }

type adapter struct{ s ArcheSystem }

func (a adapter) Initialize(w *World) { a.s.Initialize(w.Arche()) }
func (a adapter) Update(w *World)     { a.s.Update(w.Arche()) }
func (a adapter) Finalize(w *World)   { a.s.Finalize(w.Arche()) }

// Systems runs systems in the order in which they were added.
type Systems struct {
	world    *World
	list     []System
	leaving  []System // removed during the present Update
	running  bool
	updating bool
}

// NewSystems schedules on a world.
func NewSystems(w *World) *Systems { return &Systems{world: w} }

// Add appends systems. Once the schedule runs they are initialized at once; those
// added during an Update have their own first one in the next.
func (s *Systems) Add(list ...System) {
	for _, sys := range list {
		s.list = append(s.list, sys)
		if s.running {
			sys.Initialize(s.world)
		}
	}
}

// Remove finalizes a system, if the schedule runs, and takes it out. During an
// Update that happens at its end. It reports whether the system was there.
func (s *Systems) Remove(sys System) bool {
	i := slices.Index(s.list, sys)
	if i < 0 || slices.Contains(s.leaving, sys) {
		return false
	}
	if s.updating {
		s.leaving = append(s.leaving, sys)
		return true
	}
	s.list = slices.Delete(s.list, i, i+1)
	if s.running {
		sys.Finalize(s.world)
	}
	return true
}

// Initialize prepares every system; calling it twice has no effect.
func (s *Systems) Initialize() {
	if s.running {
		return
	}
	s.running = true
	for _, sys := range s.list {
		sys.Initialize(s.world)
	}
}

// Update runs one step. It initializes first if nobody did.
func (s *Systems) Update() {
	s.Initialize()
	s.updating = true
	for _, sys := range s.list {
		sys.Update(s.world)
	}
	s.updating = false
	leaving := s.leaving
	s.leaving = nil
	for _, sys := range leaving {
		s.Remove(sys)
	}
}

// Finalize ends the schedule, which Initialize may start again.
func (s *Systems) Finalize() {
	if !s.running {
		return
	}
	s.running = false
	for _, sys := range s.list {
		sys.Finalize(s.world)
	}
}
