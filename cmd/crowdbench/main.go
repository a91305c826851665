// Crowdbench measures the crowd engine as ML's chapter 6 measures its own: frames per second against agents and against
// the grid, discomfort cells with and without side views, and memory; what a bake takes: with either peeler, again
// where a door closes, and of a scene whose layers are mostly empty; the solver of the potential alone; and crowds of up
// to ten million, with how their people get on. Beside every
// row stands its gate; for those that move a crowd it is nobody lost, nobody in a wall, and the residual of the potential
// against a float64 solution.
//
// Two CPU baselines run on the same scene and seed: the original method as ML describes it (naive) and this engine's own
// step on the CPU (reference). Beside the solver run solvers on one CPU core: ours, and scikit-fmm. The exit status is 1
// when a gate fails.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"throng/cmd/internal/shell"
	"throng/engine"
)

func main() {
	os.Exit(run(os.Args, os.Stdout, os.Stderr))
}

// tables are what can be measured, in the order in which it is.
var tables = []string{"fps-agents", "fps-grid", "views", "peelers", "rebake", "sparse", "solver", "agents", "memory"}

func run(args []string, stdout, stderr io.Writer) int {
	app := &cli.Command{
		Name:  "crowdbench",
		Usage: "measure the crowd engine beside two CPU baselines",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "quick", Usage: "fewer rows and steps: three minutes on two cores"},
			&cli.StringFlag{Name: "json", Usage: "write the results as JSON to `FILE`"},
			&cli.StringFlag{Name: "csv", Usage: "write the rows as CSV to `FILE`"},
			&cli.StringFlag{Name: "out", Usage: "write bench.txt, bench.json, bench.csv, plots and pictures to `DIR`"},
			&cli.StringFlag{Name: "table", Value: strings.Join(tables, ","), Usage: "tables to measure, with commas between"},
			&cli.StringFlag{Name: "device", Usage: "GPU by number or part of its name"},
			shell.PeelerFlag(),
			&cli.StringFlag{Name: "scenes", Usage: "scenes of the table solver, with commas between"},
			&cli.StringFlag{Name: "sizes", Usage: "cells a side of its plans, with commas between"},
			&cli.StringFlag{Name: "groups", Usage: "groups of its plans, with commas between"},
			&cli.StringFlag{Name: "modes", Usage: "its modes, with commas between: cold, warm, door"},
			&cli.StringFlag{Name: "crowds", Usage: "rows of the table agents, SCENE:AGENTS, SCENE:AGENTS:CELL or SCENE:AGENTS:=CANDIDATES, with commas between"},
			&cli.StringFlag{Name: "models", Usage: "its local models, with commas between"},
			&cli.IntFlag{Name: "steps", Usage: "measured steps of a row (default 204, quick 42)"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := shell.NoArguments(c); err != nil {
				return err
			}
			return perform(ctx, c, stdout)
		},
	}
	return shell.Run(app, args, stdout, stderr)
}

// bench is one run of the program.
type bench struct {
	ctx     context.Context
	out     io.Writer
	dir     string         // of pictures, or ""
	options engine.Options // of gpu
	gpu     *engine.Engine
	cpu     *engine.Engine // the reference
	size    size
	report  report
	python  string         // that has scikit-fmm, or ""
	loaded  *engine.Report // of the maze with memoryAgents
}

// size is how much is measured.
type size struct {
	Quick  bool          `json:"quick"`
	Steps  int           `json:"steps"`  // measured steps of a row, at most
	Warmup int           `json:"warmup"` // steps before them
	warm   time.Duration // of frozen steps before those: GPUs take a while to raise their clock
	agents []int         // rows of fps-agents
	grids  []int         // rows of fps-grid: cells along an edge
	row    time.Duration // budget for the GPU steps of a row
	cpu    time.Duration // budget for the steps of a baseline in a row

	floors    []int // stacks of peelers: floors above each other
	triangles []int // and triangles
	bakes     int   // of a row of peelers or rebake
	changes   int   // of the door
	sparse    int   // cells along an edge of the sparse scene

	solver []solverWork // rows of solver
	solves int          // measured solves of a row

	crowds []crowdWork   // rows of agents
	models []string      // for each of which they are measured
	look   time.Duration // budget for the second run of a row
}

var (
	full = size{
		Steps: 204, Warmup: 20, warm: 2 * time.Second, row: time.Minute, cpu: 20 * time.Second,
		agents: []int{5, 10, 50, 100, 200, 500, 1000, 2000, 5000, 10000}, grids: []int{50, 100, 200, 500, 1000},
		floors: []int{1, 2, 4, 8, 16, 32}, triangles: []int{1e3, 1e4, 1e5, 1e6}, bakes: 7, changes: 60, sparse: 2000, solver: fullSolver(), solves: 9,
		crowds: fullCrowds, look: time.Minute,
	}
	quick = size{
		Quick: true, Steps: 42, Warmup: 5, row: 3 * time.Second, cpu: 400 * time.Millisecond,
		agents: []int{50, 2000, 10000}, grids: []int{50, 100, 200},
		floors: []int{1, 8}, triangles: []int{1e4}, bakes: 2, changes: 8, sparse: 400, solver: quickSolver, solves: 5,
		crowds: quickCrowds, look: 12 * time.Second,
	}
)

// perform measures the wanted tables, prints them as they come, and writes the files.
func perform(ctx context.Context, c *cli.Command, stdout io.Writer) error {
	b := &bench{ctx: ctx, dir: c.String("out"), size: full}
	if c.Bool("quick") {
		b.size = quick
	}
	if c.IsSet("steps") {
		if b.size.Steps = int(c.Int("steps")); b.size.Steps < 1 {
			return shell.Usagef("flag -steps is %d, expected at least 1", b.size.Steps)
		}
	}
	if c.IsSet("scenes") || c.IsSet("sizes") || c.IsSet("groups") || c.IsSet("modes") {
		if err := b.size.choose(c.String("scenes"), c.String("sizes"), c.String("groups"), c.String("modes")); err != nil {
			return err
		}
	}
	if err := b.size.chooseCrowds(c.String("crowds"), c.String("models")); err != nil {
		return err
	}
	wanted := strings.Split(c.String("table"), ",")
	for _, t := range wanted {
		if !slices.Contains(tables, t) {
			return shell.Usagef("flag -table names %q, expected some of %s", t, strings.Join(tables, ","))
		}
	}
	files, err := newFiles(c.String("json"), c.String("csv"), b.dir)
	if err != nil {
		return err
	}
	defer files.close()
	b.out = files.tee(stdout)
	b.options = engine.Options{
		Device: c.String("device"), Peeler: c.String("peeler"), InFlight: inFlight, KeepImages: true, Validation: os.Getenv("THRONG_VALIDATION") == "1",
	}
	if err := b.open(); err != nil {
		return err
	}
	err = b.all(wanted)
	if closed := b.close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if err := files.write(&b.report); err != nil {
		return err
	}
	if b.dir != "" {
		fmt.Fprintf(stdout, "\ntables, plots and pictures of the crowd are in %s\n", b.dir)
	}
	return b.report.verdict()
}

// open makes the engines, which all rows share: a device compiles its shaders once.
func (b *bench) open() (err error) {
	if b.gpu, err = engine.New(b.options); err != nil {
		return err
	}
	b.cpu, err = engine.New(engine.Options{Executor: "cpu"})
	return err
}

func (b *bench) close() error { return errors.Join(b.gpu.Close(), b.cpu.Close()) }

// all measures the wanted tables in order and takes the pictures.
func (b *bench) all(wanted []string) error {
	b.introduce()
	for _, t := range tables {
		if !slices.Contains(wanted, t) {
			continue
		}
		if err := b.table(t); err != nil {
			return fmt.Errorf("table %s: %w", t, err)
		}
	}
	return b.pictures()
}

func (b *bench) table(name string) error {
	switch name {
	case "fps-agents":
		return b.fpsAgents()
	case "fps-grid":
		return b.fpsGrid()
	case "views":
		return b.views()
	case "peelers":
		return b.peelers()
	case "rebake":
		return b.rebake()
	case "sparse":
		return b.sparse()
	case "solver":
		return b.solver()
	case "agents":
		return b.crowds()
	}
	return b.memory()
}
