package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"throng/ecs"
	"throng/engine"
	"throng/engine/measure"
	"throng/engine/scenes"
	"throng/engine/study"
	"throng/vk"
)

// Of the table.
const (
	crowdSeed    = 1
	crowdAudit   = 10  // steps from one audit to the next in the run that is looked at
	mostProbed   = 2e5 // people whose detours are asked for
	stagesShown  = 14  // stages printed of the last row of each model
	villaUsual   = 260 // people of the built-in villa
	villaDefault = "villa"
	alikeAgents  = 1000 // of the crowd that is asked how far people look
)

const agentsHead = "scene       agents  model      cell  groups | ms mean  median     p95  candidates | looked at s  collisions  overlap mm  stuck %  detour  arrival s  arrived  lost  in wall  gate\n"

// crowds measures how long a step of a crowd takes, and how people get on.
func (b *bench) crowds() error {
	fmt.Fprintf(b.out, "\nagents: a step of 0.1 s with a plan every fifth on cells of 1 m, in villa of 0.05 s on 0.25 m; a time is that of a step in a block with as many plans as there\n")
	fmt.Fprintf(b.out, "should be, seen from the host. A second run of the same crowd, not timed, is read back after every step: collisions per agent-minute, the deepest overlap,\n")
	fmt.Fprintf(b.out, "who has not got on by %g m in %g s, and the way of who has arrived by the shortest. Gate: nobody lost or in a wall, and the books balance\n", measure.StuckReach, measure.StuckTime)
	fmt.Fprint(b.out, agentsHead)
	for _, model := range b.size.models {
		for _, work := range b.size.crowds {
			if err := b.ctx.Err(); err != nil {
				return fmt.Errorf("interrupted: %w", err)
			}
			if err := b.crowd(work, model); err != nil {
				return fmt.Errorf("%s with %d agents, %s: %w", work.scene, work.agents, model, err)
			}
		}
		b.printCrowdStages()
	}
	return nil
}

// crowd measures a row, unless the device has not the memory.
func (b *bench) crowd(w crowdWork, model string) error {
	if err := b.alike(&w, model); err != nil {
		return err
	}
	c, err := w.make(model)
	if err != nil {
		return err
	}
	row := agentsRow{Table: "agents", Scene: w.scene, Agents: w.agents, Model: model, Cell: c.Scenario.Grid.Cell, Groups: len(c.Scenario.Groups)}
	err = b.timeCrowd(&row, c)
	if err == nil {
		err = b.watchCrowd(&row, c)
	}
	if errors.Is(err, vk.ErrTooLarge) || errors.Is(err, vk.ErrOutOfMemory) {
		row.Gate, err = notRun+err.Error(), nil
	} else if err == nil {
		row.judge()
	}
	if err != nil {
		return err
	}
	b.report.Rows = append(b.report.Rows, row)
	row.print(b)
	return nil
}

// alike gives a row that is to be compared with others the cells with which everybody looks at so many: of one person to a square
// metre, the square in which he looks and the bins that it meets.
func (b *bench) alike(w *crowdWork, model string) error {
	if w.candidates == 0 {
		return nil
	}
	c, err := crowdWork{scene: w.scene, agents: alikeAgents}.make(model)
	if err != nil {
		return err
	}
	if err := b.gpu.Load(c.Scenario, c.Scene); err != nil {
		return err
	}
	_, sight := b.gpu.Neighbourhood(0, 1)
	w.cell = math.Max(math.Sqrt(w.candidates+1)-2*sight, 0.5)
	return nil
}

// timeCrowd times the steps.
func (b *bench) timeCrowd(row *agentsRow, c *scenes.Crowd) error {
	e := b.gpu
	if err := study.Populate(e, c.Scenario, c.Scene, c.People); err != nil {
		return err
	}
	if err := b.wake(); err != nil {
		return err
	}
	every := max(1, c.Scenario.Params.PlanEvery)
	block := every * max(1, block/every)
	if err := warmUp(e, block*max(1, b.size.Warmup/block)); err != nil {
		return err
	}
	e.Timings(true)
	var laps []float64
	if err := fill(e); err != nil {
		return err
	}
	deadline, last := time.Now().Add(b.size.row), time.Now()
	for n := 0; n < max(1, b.size.Steps/block) && (n == 0 || last.Before(deadline)) && b.ctx.Err() == nil; n++ {
		if err := advance(e, block); err != nil {
			return err
		}
		now := time.Now()
		laps, last = append(laps, ms(now.Sub(last))/float64(block)), now
	}
	if err := e.Wait(); err != nil {
		return err
	}
	row.Steps = block * len(laps)
	for _, lap := range laps {
		row.MSMean += lap / float64(len(laps))
	}
	s := spreadOf(laps)
	row.MSMin, row.MSMedian, row.MSP95, row.Stages = s.Min, s.Median, s.P95, map[string]float64{}
	for _, t := range e.Timings(false) {
		row.Stages[t.Pass] = ms(t.Median)
	}
	row.books(e.Stats())
	return b.lookAround(row)
}

// lookAround counts the candidates of everybody as he stands after the timed steps.
func (b *bench) lookAround(row *agentsRow) error {
	views, err := b.gpu.Agents(nil)
	if err != nil {
		return err
	}
	all := make([]measure.Walker, len(views))
	for i := range views {
		all[i].At = views[i].Position
	}
	bin, _ := b.gpu.Neighbourhood(0, 0)
	low := b.gpu.Scene().Min
	row.Candidates = measure.Candidates(all, [2]float64{low[0], low[2]}, bin, func(density float64) float64 {
		_, sight := b.gpu.Neighbourhood(0, density)
		return sight
	})
	return nil
}

// watchCrowd lets the same crowd walk again and looks at it.
func (b *bench) watchCrowd(row *agentsRow, c *scenes.Crowd) error {
	t := study.Trial{Scenario: c.Scenario, Scene: c.Scene, People: c.People, Budget: b.size.look, Audit: crowdAudit}
	o, err := t.Run(b.ctx, b.gpu)
	if err != nil {
		return err
	}
	s := o.Crowd.Sum()
	row.Looked, row.Collisions, row.Overlap, row.InWall = o.Time, s.Collisions, 1000*s.Worst, o.InWall
	row.Arrived = int(o.Arrived)
	row.books(o.Stats)
	if o.Time > measure.StuckTime {
		row.Stuck = &s.Stuck
	}
	if o.Done {
		row.Arrival = &o.Time
	}
	gone := func(t *measure.Trip) bool { return t.End < o.Time }
	if o.Arrived == 0 || row.Agents > mostProbed {
		return nil
	}
	trips := o.Crowd.Trips()
	shortest, err := study.Shortest(b.gpu, c.Scenario, c.Scene, trips)
	if err != nil {
		return err
	}
	if d := measure.Detour(trips, shortest, gone); !math.IsNaN(d) {
		row.Detour = &d
	}
	return nil
}

// printCrowdStages prints the dearest stages of the last row that was timed.
func (b *bench) printCrowdStages() {
	row, ok := b.report.Rows[len(b.report.Rows)-1].(agentsRow)
	if !ok || len(row.Stages) == 0 {
		return
	}
	var names []string
	for name := range row.Stages {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int {
		return cmp.Or(cmp.Compare(row.Stages[y], row.Stages[x]), strings.Compare(x, y))
	})
	fmt.Fprintf(b.out, "stages of %s with %d agents, %s, median device time of the steps that run them [ms]:", row.Scene, row.Agents, row.Model)
	for _, name := range names[:min(stagesShown, len(names))] {
		fmt.Fprintf(b.out, " %s %.3f", name, row.Stages[name])
	}
	fmt.Fprintln(b.out)
}

// crowdWork is a row: a scene with so many agents.
type crowdWork struct {
	scene  string
	agents int
	cell   float64 // of the planner, also the bins' [m]; 0: the scene's

	candidates float64 // others whom everybody is to look at, by the width of cells; 0: as many as come
}

// make makes the crowd, with a model for all.
func (w crowdWork) make(model string) (c *scenes.Crowd, err error) {
	if w.scene == villaDefault {
		c, err = villa(w.agents, w.cell)
	} else {
		c, err = scenes.NewCrowd(w.scene, w.agents, w.cell, crowdSeed)
	}
	if err != nil {
		return nil, err
	}
	for i := range c.Scenario.Groups {
		c.Scenario.Groups[i].Model = model
	}
	return c, c.Scenario.Validate()
}

// villa is the built-in scene with another number of residents.
func villa(agents int, cell float64) (*scenes.Crowd, error) {
	c := &scenes.Crowd{Scenario: scenes.Defaults(villaDefault)}
	c.Scenario.Grid.Cell = cmp.Or(cell, c.Scenario.Grid.Cell)
	c.Scenario.Params.PlanEvery = 10 // 2 Hz, as in the others
	left, usual := agents, c.Scenario.Agents()
	for i := range c.Scenario.Spawns {
		s := &c.Scenario.Spawns[i]
		s.Count, usual, left = left*s.Count/usual, usual-s.Count, left-left*s.Count/usual
	}
	var err error
	c.Scene, err = scenes.Load(villaDefault, 1)
	return c, err
}

// crowdScenes are what -crowds may name.
func crowdScenes() []string { return append(scenes.Crowds(), villaDefault) }

// fullCrowds and quickCrowds are the rows. One is to compare with others' neighbour loops, of 204 candidates.
var (
	fullCrowds = []crowdWork{
		{scene: "circle", agents: 1e3}, {scene: "circle", agents: 1e4}, {scene: "circle", agents: 1e5}, {scene: "corridor", agents: 1e3}, {scene: "corridor", agents: 1e4}, {scene: "corridor", agents: 1e5},
		{scene: "plaza", agents: 1e3}, {scene: "plaza", agents: 1e4}, {scene: "plaza", agents: 1e5}, {scene: villaDefault, agents: villaUsual}, {scene: villaDefault, agents: 1e3},
		{scene: "open", agents: 1e5}, {scene: "open", agents: 1e6}, {scene: "open", agents: 1e6, candidates: 204}, {scene: "open", agents: 1e7},
	}
	quickCrowds = []crowdWork{{scene: "circle", agents: 1e3}, {scene: "corridor", agents: 1e3}, {scene: "plaza", agents: 1e3}, {scene: villaDefault, agents: villaUsual}, {scene: "open", agents: 1e4}, {scene: "circle", agents: 1e4}}
)

// defaultModels is the model of groups that name none.
func defaultModels() []string { return []string{ecs.NewGroup("", 0).Model} }

// books keeps what must not be of either run.
func (r *agentsRow) books(s engine.Stats) {
	r.Lost += int(s.Lost)
	r.unbalanced = r.unbalanced || !s.Balanced()
}
