package engine

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"throng/ecs"
	"throng/passes"
	"throng/passes/plan"
)

// GridPlan is a floor given cell by cell, row by row from the corner of the least x and z: what the solver of the
// potential works on, without a scene or its bake.
type GridPlan struct {
	Width, Height int             // [cells]
	Cell          float64         // edge of a cell l [m]; 0: 1
	Slowness      []float32       // of each cell [s/m]; 0 or +Inf: closed. A step costs its length times that of the cell it leads to
	Elevation     []float32       // of each cell's centre [m]; nil: level
	Goals         [][]int         // cells of each group's goal [Limits: 1..255 groups]
	Fixed         map[int]float32 // potentials of all goal cells, instead of 0: boundary values, the same for all groups
	Stencil       int             // neighbours of the update: 4, or 8; 0: 8, as the engine's default
	Rounds        int             // of the solver in one submission; 0: enough for a plan without detours
	LongWays      string          // as params.long_ways of a scenario; "": "auto". With Fixed, off
	Sweeps        int             // most sweeps of a warm page in one visit; 0: the device's own
}

// GridResult is what a solve took.
type GridResult struct {
	Rounds      int // up to the last that had work, of all submissions
	Longest     int // of the one that had most
	Updates     int // visits of a page for a group
	Pages       int // of the plan
	Submissions int
	Time        time.Duration // of the device by its timestamps; with the CPU executor as [GridResult.Wall]
	Wall        time.Duration
	Passes      []PassTime // the share of each pass in Time
}

// Grid solves the potentials of a plan: the same passes on the same executors as an [Engine], but no agents.
//
// [OpenGrid] and [Engine.OpenGrid] take a plan of one layer, [Engine.Grid] takes the floors of the loaded scene.
//
// A solve is one submission of begin, cost, a number of rounds and publish, or as many as it takes. To time one without
// rounds that have nothing to do, solve once, give [Grid.SetRounds] the most that a submission used, and solve the same again.
type Grid struct {
	x       executor
	guest   bool // the device is an engine's
	frame   passes.Frame
	cells   gridCells
	goals   [][]int
	groups  []passes.Group
	choice  string    // whether ways are taken as long; "" once that is known
	reset   bool      // the next solve starts from the goals
	above   bool      // or above a mark
	altered bool      // cells were closed or opened since the last
	scripts [2]script // of a warm solve, and of one that starts anew
	fixed   map[int]float32
}

// OpenGrid opens an executor and lays out the plan. The first [Grid.Solve] starts from the goals.
//
// Errors: those of [New], a plan that is not one, and one too large for the device.
func OpenGrid(o Options, p GridPlan) (*Grid, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	x, err := openExecutor(o)
	if err != nil {
		return nil, err
	}
	return layGrid(x, false, newGridCells(&p), &p)
}

// OpenGrid lays out a plan on the engine's device, in memory of its own, beside what is loaded. Close it before the engine.
func (e *Engine) OpenGrid(p GridPlan) (*Grid, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return layGrid(e.x.workshop(), true, newGridCells(&p), &p)
}

func layGrid(x executor, guest bool, cells gridCells, p *GridPlan) (*Grid, error) {
	g := &Grid{x: x, guest: guest, cells: cells, goals: p.Goals, choice: cmp.Or(p.LongWays, ecs.Auto), reset: true, altered: true, fixed: p.Fixed}
	if err := g.build(p); err != nil {
		return nil, errors.Join(err, g.Close())
	}
	return g, nil
}

// Close releases everything, and reports what [Engine.Close] does.
func (g *Grid) Close() error {
	g.forget()
	if g.guest {
		return g.x.close()
	}
	return closeExecutor(g.x)
}

// Device names the device and its driver.
func (g *Grid) Device() (name, driver string) { return g.x.device() }

// build allocates what the passes of a solve use and fills it.
func (g *Grid) build(p *GridPlan) error {
	g.cells.size(&g.frame)
	if g.frame.Stencil = uint32(p.Stencil); p.Stencil == 0 {
		g.frame.Stencil = 8
	}
	g.groups = g.cells.goals(p.Goals)
	f := &g.frame
	f.Groups, f.Classes = uint32(len(g.groups)), 1
	usual := g.x.effort()
	if f.Sweeps = uint32(usual.sweeps); p.Sweeps > 0 {
		f.Sweeps = uint32(roundUp(p.Sweeps, 4))
	}
	if p.Rounds == 0 {
		p.Rounds = 2 * int(f.TilesX+f.TilesZ)
	}
	f.Rounds = uint32(roundUp(p.Rounds, int(f.Colours)))
	if err := g.x.dispatchable(f); err != nil {
		return err
	}
	slots := g.slots()
	if err := g.x.alloc(f, slots...); err != nil {
		return err
	}
	parts := append(g.cells.parts(), part{"classes", 0, wordBytes([]passes.Class{gridClass})}, part{"groups", 0, wordBytes(g.groups)})
	return g.x.writeParts(slices.DeleteFunc(parts, func(p part) bool { return !slices.Contains(slots, p.slot) }))
}

// gridClass walks at 1 m/s wherever a cell is open.
var gridClass = passes.Class{Speed: 1, RhoMin: 1, Sample: 1}

// slots are those that the passes of a solve bind.
func (g *Grid) slots() (slots []string) {
	slots = slices.Clone(longSlots)
	for _, pass := range append(plan.Survey(&g.frame), g.passes(true)...) {
		for _, b := range pass.Decl().Bindings {
			if b.Slot != "frame" && !slices.Contains(slots, b.Slot) {
				slots = append(slots, b.Slot)
			}
		}
	}
	return slots
}

// Potential gives the potential of a group [s], row by row; +Inf where cells are closed or have no way to the goal.
func (g *Grid) Potential(group int) ([]float32, error) {
	if group < 0 || group >= len(g.groups) {
		return nil, fmt.Errorf("engine: grid: potential of group %d, expected 0 to %d: %w", group, len(g.groups)-1, ecs.ErrInput)
	}
	var err error
	plane := g.plane(group, &err)
	out := make([]float32, len(g.cells.of))
	for i, c := range g.cells.of {
		out[i] = float32(math.Inf(1))
		if c == passes.None || !g.cells.open(i) {
			continue
		}
		if phi := passes.Potential(plane[c]); !(phi >= passes.Inf) {
			out[i] = phi
		}
	}
	return out, err
}

// plane reads the potential of a group by cell.
func (g *Grid) plane(group int, err *error) []float32 {
	plane := make([]float32, g.frame.Cells)
	if *err == nil {
		*err = g.x.read("potential", 4*group*len(plane), wordBytes(plane))
	}
	return plane
}
