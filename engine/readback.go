package engine

import (
	"throng/ecs"
	"throng/passes"
)

// seen is the crowd as it was read back last.
type seen struct {
	columns         ecs.Columns
	id, cell, state []uint32
	index           index
	indexed         bool // the index is of these columns
}

// apply copies columns of a finished step into the components of the world's agents, and keeps them for questions.
func (e *Engine) apply(c *columns) {
	s := &e.crowd.seen
	w, n := &s.columns, len(c.state)
	if len(w.State) != n {
		*w = ecs.Columns{Position: make([][3]float64, n), Velocity: make([][3]float64, n), State: make([]ecs.State, n)}
	}
	s.id, s.cell, s.state = append(s.id[:0], c.id...), append(s.cell[:0], c.cell...), append(s.state[:0], c.state...)
	s.indexed = false
	w.Generation = s.id
	for i, state := range s.state {
		w.State[i] = worldState(state)
		if state&0xff != passes.StateFree {
			w.Position[i], w.Velocity[i] = e.motion(c.position[i], c.velocity[i], c.height[i], c.cell[i])
		}
	}
	e.world.Apply(*w)
}

// Age is how far what was read back lies behind the steps handed to the device: Options.InFlight steps, fewer at the start
// and none after [Engine.Wait]. It holds for [Engine.Stats], the world's components, queries and watched agents.
func (e *Engine) Age() (steps int, seconds float64) {
	return e.crowd.number - e.crowd.taken, e.crowd.time - e.crowd.ended
}
