package engine

import (
	"fmt"
	"time"

	"throng/ecs"
	"throng/passes"
	"throng/passes/bake"
	"throng/passes/field"
	"throng/passes/move"
	"throng/passes/plan"
)

// Load bakes the scene, solves the way to every goal and spawns the agents that are there from the start. What was
// loaded before is gone.
//
// Errors that wrap [ecs.ErrInput] are the scenario's or the scene's fault: no floor, too many layers or cells, a spawn
// region without a free cell, a goal that no agent of a group can reach.
func (e *Engine) Load(scenario *ecs.Scenario, scene *ecs.Scene) error {
	if e.failed != nil {
		return e.failed
	}
	if err := scenario.Validate(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	if len(scenario.Groups) == 0 {
		return fmt.Errorf("engine: scenario %q: groups: none, expected at least one: ecs.Scenario.Complete fills them from the scene: %w", scenario.Name, ecs.ErrInput)
	}
	e.loaded = false
	if err := e.x.wait(); err != nil {
		return e.fail(err)
	}
	e.scenario, e.scene = scenario, scene
	start := time.Now()
	if err := e.bake(); err != nil {
		return e.fail(err)
	}
	e.bakeMS = float64(time.Since(start).Microseconds()) / 1000
	if err := e.prepare(); err != nil {
		return e.fail(err)
	}
	e.loaded = true
	if err := e.populate(); err != nil {
		e.loaded = false
		return e.fail(err)
	}
	e.x.timings(true)
	return nil
}

// bake turns the scene into cells.
func (e *Engine) bake() error {
	sc, f := e.scenario, &e.frame
	*f = passes.Frame{}
	origin, err := sizeGrid(e.scene, sc, f)
	if err != nil {
		return err
	}
	e.origin = origin
	g, err := newGeometry(e.scene, origin, f)
	if err != nil {
		return err
	}
	setFrame(sc, f)
	if !g.discomfort {
		f.Gamma = 0 // spares the look-ups
	}
	if f.Rings > maxRings {
		return fmt.Errorf("engine: scenario %q: grid.cell %g m is too small for agents that look for walls up to %.2f m away, expected at least %.3f m: %w",
			sc.Name, sc.Grid.Cell, f.Reach, f.Reach/maxRings, ecs.ErrInput)
	}
	k := baker{x: e.x, f: f, cap: sc.Grid.Layers, name: e.scene.Name, cell: sc.Grid.Cell}
	if err := k.bake(g); err != nil {
		return err
	}
	e.host, err = newHostScene(e.x, f)
	e.host.spawns, e.host.viewCells = g.spawns, int(k.viewCells)
	e.freeBake()
	return err
}

// maxRings bounds the neighbourhood of a cell that is searched for walls: lavapipe ends the loops of a thread after 65,535
// iterations in all.
const maxRings = 24

// freeBake gives back what only the bake needed.
func (e *Engine) freeBake() {
	for _, slot := range bakeSlots() {
		keep := false
		for _, s := range pictureSlots {
			keep = keep || e.o.KeepImages && s == slot
		}
		if !keep {
			e.x.free(slot)
		}
	}
}

// prepare allocates fields and agents, solves every group's potential to the end and records the steps.
func (e *Engine) prepare() error {
	f := &e.frame
	classes, groups := classify(e.scenario, f)
	e.classOf = e.classOf[:0]
	for _, g := range groups {
		e.classOf = append(e.classOf, g.Class)
	}
	e.every = setEffort(e.scenario, f, e.x.effort())
	f.Capacity = uint32(roundUp(max(e.scenario.Agents(), e.scenario.Params.Capacity, 1), 256))
	for _, s := range passes.Slots {
		if s.Phase == passes.Field || s.Phase == passes.Agent {
			if err := e.x.alloc(f, s.Name); err != nil {
				return err
			}
		}
	}
	if err := e.x.write("classes", 0, wordBytes(classes)); err != nil {
		return err
	}
	if err := e.x.write("groups", 0, wordBytes(groups)); err != nil {
		return err
	}
	if err := e.settle(); err != nil {
		return err
	}
	return e.x.record(f, e.schedule())
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// relaxations are the solver's rounds of a step.
func relaxations(f *passes.Frame) (ps []passes.Pass) {
	for r := range f.Rounds {
		ps = append(ps, plan.Relax{Round: r})
	}
	return ps
}

// costs are the stages from density to cost.
func (e *Engine) costs() []passes.Pass {
	if e.scenario.Params.FundamentalDiagram == ecs.Weidmann {
		return []passes.Pass{field.Speed{}, field.Diagram{}, field.Cost{}}
	}
	return []passes.Pass{field.Speed{}, field.Cost{}}
}

// schedule is the step: the plan (density and average velocity, speed, cost, potential, velocity), then the agents.
func (e *Engine) schedule() schedule {
	way := append([]passes.Pass{field.Splat{}, field.Flow{}, plan.Begin{}}, e.costs()...)
	way = append(way, relaxations(&e.frame)...)
	way = append(way, plan.Publish{}, plan.Velocity{})
	return schedule{
		commands: []passes.Pass{move.Commands{}},
		reset:    []passes.Pass{plan.Seed{}},
		plan:     way,
		step:     []passes.Pass{move.Advance{}},
		close:    move.Close{},
	}
}

// settle solves the potential of all groups from their goals, round after round until nothing changes.
func (e *Engine) settle() error {
	f := &e.frame
	if err := e.x.run(f, plan.Seed{}); err != nil {
		return err
	}
	cycle := append([]passes.Pass{plan.Begin{}}, e.costs()...)
	cycle = append(append(cycle, relaxations(f)...), plan.Publish{})
	// A page is visited again only when a neighbour improved: no field needs more rounds than it has cells.
	for spent := uint32(0); spent <= f.Cells+f.Rounds; spent += f.Rounds {
		if err := e.x.run(f, cycle...); err != nil {
			return err
		}
		tally, err := e.readTally()
		if err != nil || tally.Pending == 0 {
			return err
		}
	}
	return fmt.Errorf("engine: scene %q: the potential has not settled after %d rounds", e.scene.Name, f.Cells)
}

func (e *Engine) readTally() (passes.Tally, error) {
	var buf [1]passes.Tally
	err := e.x.read("tally", 0, wordBytes(buf[:]))
	return buf[0], err
}

// bakePasses names every stage of the bake, for [Engine.Plan].
func bakePasses() []passes.Pass {
	ps := []passes.Pass{bake.Overdraw{}, bake.Peel{}, bake.Keep{}, bake.Flags{}, bake.Vertical{}, bake.Zones{}, bake.Connect{}, bake.Mark{}}
	ps = append(ps, bake.Scan("tileScan", 1)...)
	return append(ps, bake.Assign{}, bake.Pack{}, bake.Slope{}, bake.Rows{}, bake.Pieces{}, bake.Sort{}, bake.Block{}, bake.Reach{},
		bake.Conflict{}, bake.Colour{})
}
