package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"throng/cmd/internal/watch"
	"throng/ecs"
	"throng/engine"
	"throng/engine/scenes"
	"throng/vk"
)

const (
	inFlight = 2
	looks    = 4 // looks of the in-wall oracle per row
)

const fpsHead = "agents  grid         layers    fps  ms min  median     p95 | naive fps (steps)  reference fps (steps) | arrived  lost  in wall  residual  gate\n"

// fpsAgents varies the crowd in the maze of 200 × 200 cells (ML figure 16).
func (b *bench) fpsAgents() error {
	fmt.Fprintf(b.out, "\nfps-agents: maze, cells of 0.25 m\n%s", fpsHead)
	for _, n := range b.size.agents {
		if err := b.fps("fps-agents", n, 0.25); err != nil {
			return err
		}
	}
	b.printStages()
	return nil
}

// fpsGrid varies the cells of the maze with 50 agents (ML figure 17).
func (b *bench) fpsGrid() error {
	fmt.Fprintf(b.out, "\nfps-grid: maze, 50 agents\n%s", fpsHead)
	for _, n := range b.size.grids {
		if err := b.fps("fps-grid", 50, 50/float64(n)); err != nil {
			return err
		}
	}
	return nil
}

// mazeWith is the maze's scenario with so many agents and cells of an edge [m].
func mazeWith(agents int, cell float64) (*ecs.Scenario, *ecs.Scene, error) {
	sc := scenes.Defaults("maze")
	sc.Grid.Cell = cell
	sc.Spawns[0].Count = agents
	scene, err := scenes.Load("maze", 1)
	return sc, scene, err
}

// fps measures a row: the GPU path, then both baselines from the same start.
func (b *bench) fps(table string, agents int, cell float64) error {
	if err := b.ctx.Err(); err != nil {
		return fmt.Errorf("interrupted: %w", err)
	}
	if row, ok := b.measured(agents, cell); ok {
		row.Table = table
		b.add(row)
		return nil
	}
	sc, scene, err := mazeWith(agents, cell)
	if err != nil {
		return err
	}
	row := fpsRow{Table: table, Scene: sc.Scene, Agents: agents, Groups: len(sc.Groups), cell: cell}
	start, err := b.fpsGPU(&row, sc, scene)
	if errors.Is(err, vk.ErrTooLarge) || errors.Is(err, vk.ErrOutOfMemory) {
		row.Width = int(math.Round(50 / cell))
		row.Height, row.Gate = row.Width, notRun+err.Error()
		b.add(row)
		return nil
	}
	if err != nil {
		return err
	}
	row.NaiveFPS, row.NaiveSteps = naive(start, sc.DT, b.size.Steps, b.size.cpu)
	if err := b.fpsReference(&row, sc, scene); err != nil {
		return err
	}
	row.judge()
	b.add(row)
	return nil
}

// measured finds a row of another table that is the same measurement.
func (b *bench) measured(agents int, cell float64) (fpsRow, bool) {
	for _, row := range b.report.Rows {
		if f, ok := row.(fpsRow); ok && f.Agents == agents && f.cell == cell {
			return f, true
		}
	}
	return fpsRow{}, false
}

// add keeps a row and prints it.
func (b *bench) add(row fpsRow) {
	b.report.Rows = append(b.report.Rows, row)
	fmt.Fprintf(b.out, "%6d  %4d × %-4d  %6d %6.1f  %6.2f  %6.2f  %6.2f | %9.3g %7s  %13.3g %7s | %7d  %4d  %7d  %8.1e  %s\n",
		row.Agents, row.Width, row.Height, row.Layers, row.FPS, row.MSMin, row.MSMedian, row.MSP95,
		row.NaiveFPS, fmt.Sprintf("(%d)", row.NaiveSteps), row.ReferenceFPS, fmt.Sprintf("(%d)", row.ReferenceSteps),
		row.Arrived, row.Lost, row.InWall, row.Residual, row.Gate)
}

// fpsGPU measures the GPU path and its gates; it gives the start for the naive baseline.
func (b *bench) fpsGPU(row *fpsRow, sc *ecs.Scenario, scene *ecs.Scene) (start *flatWorld, err error) {
	e := b.gpu
	if err := e.Load(sc, scene); err != nil {
		return nil, err
	}
	if err := b.describe(row); err != nil {
		return nil, err
	}
	if err := b.wake(); err != nil {
		return nil, err
	}
	if err := warmUp(e, b.size.Warmup); err != nil {
		return nil, err
	}
	if start, err = newFlatWorld(e); err != nil {
		return nil, err
	}
	w := watch.New(e)
	e.Timings(true)
	laps, err := timeSteps(b.ctx, e, w, b.size.Steps, b.size.row)
	if err != nil {
		return nil, err
	}
	row.times(laps)
	if row.Table == "fps-agents" {
		b.stages(row.Agents, e.Timings(false))
	}
	if err := b.photograph(row, e); err != nil {
		return nil, err
	}
	s := e.Stats()
	row.Arrived, row.Lost, row.InWall = int(s.Arrived), int(s.Lost), w.InWall()
	row.Residual, err = residual(e)
	return start, err
}

// describe fills what the bake decides, and keeps it for the table of memory.
func (b *bench) describe(row *fpsRow) error {
	r, err := b.gpu.Report()
	if err != nil {
		return err
	}
	f, err := b.gpu.Field("height", 0)
	if err != nil {
		return err
	}
	row.Width, row.Height, row.Cells, row.Layers = f.Width, f.Height, r.WalkableCells, r.Layers
	if row.Table == "fps-agents" && row.Agents == memoryAgents {
		b.loaded = &r
	}
	return nil
}

// wake keeps a GPU busy until it has raised its clock; nobody walks off meanwhile.
func (b *bench) wake() error {
	for start := time.Now(); time.Since(start) < b.size.warm; {
		if err := b.gpu.Step(frozen); err != nil {
			return err
		}
	}
	return nil
}

// warmUp takes steps and waits for them.
func warmUp(e *engine.Engine, steps int) error {
	if err := advance(e, steps); err != nil {
		return err
	}
	return e.Wait()
}

// advance takes steps.
func advance(e *engine.Engine, steps int) error {
	for range steps {
		if err := e.Step(e.Scenario().DT); err != nil {
			return err
		}
	}
	return nil
}

// block is the number of steps timed together: the host runs ahead of the device, and on slow devices some steps plan and
// others only move.
const block = 6

// timeSteps takes up to so many steps, or as many blocks as fit the budget but at least one in each stretch, and gives
// the time of a step of each block. The oracle looks after every stretch; the steps that fill the pipeline again are not measured.
func timeSteps(ctx context.Context, e *engine.Engine, w *watch.Watch, steps int, budget time.Duration) (laps []time.Duration, err error) {
	dt := e.Scenario().DT
	for stretch := range looks {
		if err := fill(e); err != nil {
			return nil, err
		}
		deadline := time.Now().Add(budget / looks)
		last := time.Now()
		for n := max(1, (steps/block-len(laps))/(looks-stretch)); n > 0; n-- {
			if err := advance(e, block); err != nil {
				return nil, err
			}
			now := time.Now()
			laps = append(laps, now.Sub(last)/block)
			if last = now; now.After(deadline) || ctx.Err() != nil {
				break
			}
		}
		if _, err := w.Step(dt); err != nil {
			return nil, err
		}
	}
	return laps, e.Wait()
}

// fill takes the steps after which Step returns no faster than the device works.
func fill(e *engine.Engine) error {
	return advance(e, inFlight)
}

// times sums up the laps.
func (r *fpsRow) times(laps []time.Duration) {
	slices.Sort(laps)
	var total time.Duration
	for _, d := range laps {
		total += d
	}
	r.Steps = block * len(laps)
	if len(laps) == 0 {
		return
	}
	r.FPS = float64(len(laps)) / total.Seconds()
	r.MSMin, r.MSMedian, r.MSP95 = ms(laps[0]), ms(laps[len(laps)/2]), ms(laps[len(laps)*95/100])
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }

// fpsReference measures the same step on the CPU.
func (b *bench) fpsReference(row *fpsRow, sc *ecs.Scenario, scene *ecs.Scene) error {
	if err := b.cpu.Load(sc, scene); err != nil {
		return err
	}
	step := func() error { return warmUp(b.cpu, 1) }
	if err := step(); err != nil { // spawns the crowd
		return err
	}
	var err error
	row.ReferenceFPS, row.ReferenceSteps, err = repeat(b.size.Steps, b.size.cpu, step)
	return err
}

// repeat repeats a step until the steps are done or the budget is spent, at least once, and gives the frames per second.
func repeat(steps int, budget time.Duration, step func() error) (fps float64, done int, err error) {
	start := time.Now()
	for done < steps && (done == 0 || time.Since(start) < budget) {
		if err := step(); err != nil {
			return 0, done, err
		}
		done++
	}
	return float64(done) / time.Since(start).Seconds(), done, nil
}
