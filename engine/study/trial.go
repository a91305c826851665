// Package study runs crowds to their end and tells how they got on: trials of any scenario, and the validation cases with their
// bounds, whose sources each names.
package study

import (
	"context"
	"fmt"
	"time"

	"throng/ecs"
	"throng/engine"
	"throng/engine/audit"
	"throng/engine/measure"
	"throng/engine/scenes"
)

// Tolerance is how much nearer than its radius an agent may be to an obstruction [m].
const Tolerance = 1e-3

// Trial is a run that is looked at.
type Trial struct {
	Scenario *ecs.Scenario
	Scene    *ecs.Scene
	People   []scenes.Person // beside those that the scenario brings
	Until    float64         // the run ends when nobody is left, or at this time; 0: at the scenario's [s]
	Budget   time.Duration   // or when so much real time is over; 0: never
	Audit    int             // steps from one audit to the next, two looks each; 0: every step
	Jam      func(p [3]float64) bool
	Look     func(time float64, all []measure.Walker) // after every step, may be nil
}

// Outcome is what a trial amounts to.
type Outcome struct {
	engine.Stats
	Time   float64 // at the end: where nobody is left, when the last arrived [s]
	Crowd  *measure.Crowd
	InWall int    // agents, each once, that stood in a wall or over no floor, or crossed a wall, at some audit
	Where  string // an example of them
	Done   bool   // nobody is left
}

// Balanced reports whether nobody is missing or was in a wall.
func (o *Outcome) Balanced() bool { return o.Stats.Balanced() && o.InWall == 0 }

// Run loads a trial into the engine and takes it to its end.
func (t *Trial) Run(ctx context.Context, e *engine.Engine) (*Outcome, error) {
	if err := Populate(e, t.Scenario, t.Scene, t.People); err != nil {
		return nil, err
	}
	g := t.Scenario.Grid
	r := run{Trial: t, engine: e, out: &Outcome{Crowd: measure.NewCrowd(g.Clearance / 2)}, audit: audit.New(t.Scene, g.Step, g.Clearance, g.Slope),
		was: map[uint64][3]float64{}, culprits: map[uint64]bool{}}
	r.out.Crowd.Jam = t.Jam
	if err := r.steps(ctx); err != nil {
		return nil, err
	}
	r.out.Stats, r.out.InWall = e.Stats(), len(r.culprits)
	return r.out, nil
}

// Populate loads a scenario with people beside those that it brings.
func Populate(e *engine.Engine, sc *ecs.Scenario, scene *ecs.Scene, people []scenes.Person) error {
	if err := e.Load(sc, scene); err != nil {
		return err
	}
	for i := range people {
		if err := e.Spawn(people[i].Group, people[i].SpawnAt); err != nil {
			return err
		}
	}
	return nil
}

// run is a trial under way.
type run struct {
	*Trial
	engine   *engine.Engine
	out      *Outcome
	audit    *audit.Audit
	views    []engine.AgentView
	walkers  []measure.Walker
	was      map[uint64][3]float64 // at the last look, where an audit is due
	culprits map[uint64]bool
}

func (r *run) steps(ctx context.Context) error {
	until, start, every := r.Until, time.Now(), max(1, r.Audit)
	if until == 0 {
		until = r.Scenario.Time
	}
	for n := 1; !r.out.Done && r.engine.Time() < until-1e-9 && (r.Budget == 0 || time.Since(start) < r.Budget); n++ {
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted at %.2f s", r.engine.Time())
		}
		if err := r.engine.Step(r.Scenario.DT); err != nil {
			return err
		}
		if err := r.look(n%every == 0, (n+1)%every == 0); err != nil {
			return err
		}
	}
	return nil
}

// look reads the crowd after a step; audited says whether it is judged, remember whether it will be after the next.
func (r *run) look(audited, remember bool) (err error) {
	if r.views, err = r.engine.Agents(r.views[:0]); err != nil {
		return err
	}
	r.walkers = r.walkers[:0]
	for i := range r.views {
		r.walkers = append(r.walkers, walker(&r.views[i]))
	}
	r.out.Time = r.engine.Time()
	r.out.Crowd.Look(r.out.Time, r.walkers)
	if r.Look != nil {
		r.Look(r.out.Time, r.walkers)
	}
	if audited {
		r.judge()
	}
	if clear(r.was); remember {
		for i := range r.walkers {
			r.was[r.walkers[i].ID] = r.walkers[i].At
		}
	}
	r.out.Done = len(r.walkers) == 0 && !r.due()
	return nil
}

// due reports whether the scenario may still bring somebody.
func (r *run) due() bool {
	for i := range r.Scenario.Spawns {
		if s := &r.Scenario.Spawns[i]; s.Start > r.out.Time || s.Rate > 0 && (s.Stop == 0 || s.Stop > r.out.Time) {
			return true
		}
	}
	return false
}

// judge asks the audit about everybody; who was not there before is judged by the place alone.
func (r *run) judge() {
	for i := range r.walkers {
		w := &r.walkers[i]
		from, known := r.was[w.ID]
		if !known {
			from = w.At
		}
		if o := r.audit.Judge(from, w.At, w.Radius, Tolerance); o != audit.None && !r.culprits[w.ID] {
			r.culprits[w.ID] = true
			r.out.Where = fmt.Sprintf("%v at (%.3f, %.3f, %.3f), %.2f s", o, w.At[0], w.At[1], w.At[2], r.out.Time)
		}
	}
}

func walker(a *engine.AgentView) measure.Walker {
	return measure.Walker{
		ID: uint64(a.Generation)<<32 | uint64(a.Slot), Group: a.Group, At: a.Position, Velocity: a.Velocity, Radius: a.Radius, Speed: a.Speed,
		Walked: a.Walked, Waiting: a.State != ecs.StateWalking,
	}
}
