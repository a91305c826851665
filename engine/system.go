package engine

import "throng/ecs"

// System steps an engine as one of the host's systems: add it to an [ecs.Systems] over [Engine.World], among systems that
// spawn, redirect or watch agents. What they change in one update takes effect in the engine's next.
type System struct {
	Engine *Engine
	DT     float64     // seconds of a step
	Failed func(error) // told when a step fails; nil panics
}

// Initialize has nothing to do: the engine is loaded by the host.
func (s *System) Initialize(*ecs.World) {}

// Update takes a step.
func (s *System) Update(*ecs.World) { s.report(s.Engine.Step(s.DT)) }

// Finalize waits until the last step is done.
func (s *System) Finalize(*ecs.World) { s.report(s.Engine.Wait()) }

func (s *System) report(err error) {
	switch {
	case err == nil:
	case s.Failed == nil:
		panic("engine: a step failed and the system has nobody to tell: " + err.Error())
	default:
		s.Failed(err)
	}
}
