package engine

import (
	"errors"
	"fmt"
	"slices"
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
	routes, err := newItinerary(scenario)
	if err != nil {
		return err
	}
	e.loaded = false
	if err := e.x.wait(); err != nil {
		return e.fail(err)
	}
	e.drop()
	e.scenario, e.scene, e.asLoaded, e.changed = scenario, scene, scene, Change{}
	e.routes = routes
	start := time.Now()
	if err := e.bake(); err != nil {
		return e.fail(err)
	}
	e.bakeMS = milliseconds(start)
	_, e.bakeMost = e.x.footprint(false)
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

// drop gives back the memory of the scene that was loaded before.
func (e *Engine) drop() {
	for i := range passes.Slots {
		if s := &passes.Slots[i]; s.Phase != passes.Bake && s.Name != "frame" && s.Name != "step" {
			e.x.free(s.Name)
		}
	}
	e.building = building{}
	e.x.footprint(true)
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
	if e.geometry, err = newGeometry(e.scene, origin); err != nil {
		return err
	}
	g := e.geometry
	setFrame(sc, f)
	f.Stairs = flag(g.stairs)
	if !g.discomfort {
		f.Gamma = 0 // spares the look-ups
	}
	if f.Rings > maxRings {
		return fmt.Errorf("engine: scenario %q: grid.cell %g m is too small for agents that look for walls up to %.2f m away, expected at least %.3f m: %w",
			sc.Name, sc.Grid.Cell, f.Reach, f.Reach/maxRings, ecs.ErrInput)
	}
	for i, g := range sc.Groups {
		if most := plan.MaxExact * sc.Grid.Cell; g.Exact > most {
			return fmt.Errorf("engine: scenario %q: groups[%d].exact is %g m, expected at most %d cells, %g m: %w", sc.Name, i, g.Exact, plan.MaxExact, most, ecs.ErrInput)
		}
	}
	e.images = nil
	if e.o.KeepImages {
		e.images = newImages(f)
	}
	k := e.baker()
	e.building = newBuilding(f)
	b := &e.building
	err = k.each(whole(f), b.add)
	e.stages = k.x.spent()
	if err := errors.Join(err, k.x.close()); err != nil {
		return err
	}
	if len(b.pages) == 0 {
		return fmt.Errorf("engine: scene %q has no floor: no surface is level enough (grid.slope) with enough room above it (grid.clearance): %w", e.scene.Name, ecs.ErrInput)
	}
	if err := b.upload(e.x, f); err != nil {
		return err
	}
	e.host = hostScene{spawns: g.spawns}
	e.host.refresh(f, b)
	return nil
}

// baker makes a baker of the scene as it is now.
func (e *Engine) baker() *baker {
	return &baker{
		x: e.x.workshop(), scene: &e.frame, g: e.geometry, name: e.scene.Name, cap: e.scenario.Grid.Layers,
		peeler: e.o.Peeler, room: blockBytes, pictures: e.images,
	}
}

// maxRings bounds the neighbourhood of a cell that is searched for walls: lavapipe ends the loops of a thread after 65,535
// iterations in all.
const maxRings = 24

// prepare allocates fields and agents, solves every group's potential to the end and records the steps.
func (e *Engine) prepare() error {
	f := &e.frame
	e.routes.size(f)
	f.Spawners = flag(slices.ContainsFunc(e.scenario.Spawns, func(s ecs.Spawn) bool { return s.Rate > 0 }))
	_, groups := classify(e.scenario, e.routes.plans, f)
	e.classOf = e.classOf[:0]
	for _, g := range groups {
		e.classOf = append(e.classOf, g.Class)
	}
	e.every = setEffort(e.scenario, f, e.x.effort())
	f.Capacity = uint32(roundUp(max(e.scenario.Agents(), e.scenario.Params.Capacity, 1), 256))
	if err := e.allocAll(passes.Agent); err != nil {
		return err
	}
	if err := e.allocFields(groups); err != nil {
		return err
	}
	if err := e.settle(); err != nil {
		return err
	}
	return e.x.record(f, e.schedule())
}

// allocFields makes room for the fields, and gives the groups as they are.
func (e *Engine) allocFields(groups []passes.Group) error {
	if err := e.allocAll(passes.Field, passes.Scratch); err != nil {
		return err
	}
	classes, _ := classify(e.scenario, e.routes.plans, &e.frame)
	return e.x.writeParts(append(e.routes.parts(), part{"classes", 0, wordBytes(classes)}, part{"groups", 0, wordBytes(groups)}, part{"models", 0, wordBytes(models(e.routes.plans))}))
}

// allocAll makes room for all slots of some phases.
func (e *Engine) allocAll(phases ...passes.Phase) error {
	for _, s := range passes.Slots {
		if slices.Contains(phases, s.Phase) {
			if err := e.x.alloc(&e.frame, s.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// schedule is the step: the plan (density and average velocity, cost, potential, velocity), then the agents.
func (e *Engine) schedule() schedule {
	commands := []passes.Pass{move.Commands{}}
	if e.frame.Hosted != 0 {
		commands = append(commands, move.Lead{})
	}
	s := schedule{
		commands: commands,
		reset:    append([]passes.Pass{plan.Turn{}}, e.starts()...),
		plan:     e.way(0),
		step:     e.moves(),
		close:    move.Close{},
	}
	if e.frame.Long != 0 {
		s.anew = e.way(1)
	}
	return s
}

// way is the plan, with a number of corrections.
func (e *Engine) way(corrections int) []passes.Pass {
	ps := append([]passes.Pass{field.Clear{}, field.Splat{}, field.Flow{}, plan.Begin{}, field.Cost{}}, plan.Rounds(&e.frame, corrections, e.x.effort().wide)...)
	return append(ps, plan.Publish{}, plan.Velocity{Wide: e.x.effort().wide})
}

// starts give the potentials of groups that start anew what they start from.
func (e *Engine) starts() []passes.Pass {
	var exact []passes.Pass
	for i, g := range e.routes.plans {
		if g.Exact > 0 {
			rate := e.frame.Alpha + e.frame.Beta/float32(g.Speed)
			exact = append(exact, plan.Exact{Group: uint32(i), Reach: float32(g.Exact), Rate: rate})
		}
	}
	return plan.Start(&e.frame, exact...)
}

// moves are the passes that move the agents.
func (e *Engine) moves() []passes.Pass {
	ps := append(move.Routes(&e.frame), move.Parties(&e.frame)...)
	ps = append(ps, move.Motion(&e.frame, e.scenario.Params.Separation == ecs.On, e.x.effort().bodies, models(e.routes.plans)...)...)
	if e.frame.Hosted != 0 {
		ps = append(append([]passes.Pass{move.Hold{}}, ps...), move.Takeback{})
	}
	ps = append(ps, move.Occupancy(&e.frame)...)
	if e.frame.Watched != 0 {
		ps = append(ps, move.Watch{})
	}
	return ps
}

// settle solves the potential of all groups from their goals, round after round until nothing changes.
func (e *Engine) settle() error {
	f := &e.frame
	if err := e.lengthen(); err != nil {
		return err
	}
	if err := e.x.run(f, append(plan.Survey(f), e.starts()...)...); err != nil {
		return err
	}
	cycle := append([]passes.Pass{plan.Begin{}, field.Cost{}}, plan.Rounds(f, plan.Corrections, e.x.effort().wide)...)
	cycle = append(cycle, plan.Publish{})
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
func bakePasses(peeler string) []passes.Pass {
	ps := append([]passes.Pass{bake.Overdraw{}}, bake.Scan("fragmentStart", 1)...)
	if peeler == PeelerDepth {
		ps = append(ps, bake.Peel{}, bake.Keep{}, bake.Enclose{})
	} else {
		ps = append(ps, bake.Gather{}, bake.Layers{})
	}
	ps = append(ps, bake.Flags{}, bake.Vertical{}, bake.Zones{}, bake.Connect{}, bake.Sheets{})
	ps = append(ps, bake.Scan("tileScan", 1)...)
	return append(ps, bake.Assign{}, bake.Blank{}, bake.Pack{}, bake.Slope{}, bake.Rows{}, bake.Pieces{}, bake.Sort{}, bake.Block{}, bake.Reach{}, bake.Shelve{},
		bake.Conflict{}, bake.Colour{})
}
