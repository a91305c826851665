// Package watch lets an oracle look at a running crowd: it reads the agents now and then and asks package audit, which
// knows the scene's triangles and none of its cells, who stands in a wall.
package watch

import (
	"time"

	"throng/engine"
	"throng/engine/audit"
)

// Tolerance is how much nearer than its radius an agent may be to an obstruction [m].
const Tolerance = 0.01

// Watch collects offences. An agent counts once, however often it offends.
type Watch struct {
	engine  *engine.Engine
	audit   *audit.Audit
	before  []engine.AgentView
	after   []engine.AgentView
	was     map[agent][3]float64
	culprit map[agent]audit.Offence
	places  map[agent][3]float64
}

// agent is who somebody is: slots are used again, with another generation.
type agent struct{ slot, generation uint32 }

// New watches the engine's loaded scene.
func New(e *engine.Engine) *Watch {
	g := e.Scenario().Grid
	return &Watch{
		engine: e, audit: audit.New(e.Scene(), g.Step, g.Clearance, g.Slope),
		was: map[agent][3]float64{}, culprit: map[agent]audit.Offence{}, places: map[agent][3]float64{},
	}
}

// Step lets the crowd take one step and looks at it before and after. It gives the time that the step took, without the
// looking.
func (w *Watch) Step(dt float64) (took time.Duration, err error) {
	if w.before, err = w.engine.Agents(w.before[:0]); err != nil {
		return 0, err
	}
	clear(w.was)
	for i := range w.before {
		a := &w.before[i]
		w.was[agent{a.Slot, a.Generation}] = a.Position
	}
	start := time.Now()
	if err := w.engine.Step(dt); err != nil {
		return 0, err
	}
	if err := w.engine.Wait(); err != nil {
		return 0, err
	}
	took = time.Since(start)
	if w.after, err = w.engine.Agents(w.after[:0]); err != nil {
		return took, err
	}
	w.judge()
	return took, nil
}

// judge asks the audit about everybody who is there; who was not there before is judged by the place alone.
func (w *Watch) judge() {
	for i := range w.after {
		a := &w.after[i]
		who := agent{a.Slot, a.Generation}
		from, known := w.was[who]
		if !known {
			from = a.Position
		}
		if o := w.audit.Judge(from, a.Position, a.Radius, Tolerance); o != audit.None {
			w.culprit[who] = o
			w.places[who] = a.Position
		}
	}
}

// Agents are those alive after the last Step.
func (w *Watch) Agents() []engine.AgentView { return w.after }

// InWall is the number of agents that were in a wall, over no floor, or crossed a wall, at any look.
func (w *Watch) InWall() int { return len(w.culprit) }

// Example describes one offence, or nothing.
func (w *Watch) Example() (what string, at [3]float64) {
	for who, o := range w.culprit {
		return o.String(), w.places[who]
	}
	return "", at
}
