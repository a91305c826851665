package main

import (
	"cmp"
	"fmt"
	"slices"

	"throng/ecs"
	"throng/engine"
	"throng/engine/scenes"
)

// views counts discomfort cells with and without the side views, and with exact walls (ML table 3).
func (b *bench) views() error {
	fmt.Fprintf(b.out, "\nviews: discomfort cells by how walls are found\nscene      walls  layers   cells  discomfort  bake ms\n")
	for _, name := range []string{"stairs", "villa", "maze"} {
		for _, walls := range []string{ecs.WallsNone, ecs.WallsViews, ecs.WallsExact} {
			r, err := b.bake(name, walls)
			if err != nil {
				return err
			}
			row := viewsRow{Table: "views", Scene: "builtin:" + name, Walls: walls, Cells: r.WalkableCells, Layers: r.Layers, Discomfort: r.DiscomfortCells, BakeMS: r.BakeMS}
			b.report.Rows = append(b.report.Rows, row)
			fmt.Fprintf(b.out, "%-9s  %-5s  %6d  %6d  %10d  %7.0f\n", name, walls, row.Layers, row.Cells, row.Discomfort, row.BakeMS)
		}
	}
	return nil
}

// bake loads a scene without its crowd and reports it.
func (b *bench) bake(name, walls string) (r engine.Report, err error) {
	scene, err := scenes.Load(name, 1)
	if err != nil {
		return r, err
	}
	sc := scenes.Defaults(name)
	sc.Grid.Walls, sc.Spawns = walls, nil
	if err := b.gpu.Load(sc, scene); err != nil {
		return r, err
	}
	return b.gpu.Report()
}

// memoryAgents is the crowd of the memory table.
const memoryAgents = 2000

// memory lists what the maze with its crowd takes on the device (ML §6.5); the images of the bake are gone by then.
func (b *bench) memory() error {
	r := b.loaded // by a row of fps-agents
	if r == nil {
		sc, scene, err := mazeWith(memoryAgents, 0.25)
		if err != nil {
			return err
		}
		if err := b.gpu.Load(sc, scene); err != nil {
			return err
		}
		report, err := b.gpu.Report()
		if err != nil {
			return err
		}
		r = &report
	}
	total := 0
	for _, u := range r.Memory {
		total += u.Bytes
		b.report.Rows = append(b.report.Rows, memoryRow{Table: "memory", Scene: "builtin:maze", Agents: memoryAgents, Layers: r.Layers, Name: u.Name, Kind: u.Kind, Bytes: u.Bytes})
	}
	fmt.Fprintf(b.out, "\nmemory: maze, %d agents, %d layers: %.1f MiB; the largest:\n", memoryAgents, r.Layers, mebibytes(total))
	largest := slices.Clone(r.Memory)
	slices.SortStableFunc(largest, func(a, b engine.Usage) int { return cmp.Compare(b.Bytes, a.Bytes) })
	for _, u := range largest[:min(12, len(largest))] {
		fmt.Fprintf(b.out, "  %8.2f MiB  %-6s  %s\n", mebibytes(u.Bytes), u.Kind, u.Name)
	}
	return nil
}

func mebibytes(n int) float64 { return float64(n) / (1 << 20) }

// stages keeps the device times of a row.
func (b *bench) stages(agents int, timings []engine.Timing) {
	for _, t := range timings {
		b.report.Stages = append(b.report.Stages, stage{agents, t.Pass, ms(t.Median), ms(t.P95)})
	}
}

// printStages prints the device times of the two largest crowds, a row per pass.
func (b *bench) printStages() {
	var crowds []int
	var passes []string
	at := map[string]map[int]stage{}
	for _, s := range b.report.Stages {
		if !slices.Contains(crowds, s.Agents) {
			crowds = append(crowds, s.Agents)
		}
		if at[s.Pass] == nil {
			at[s.Pass] = map[int]stage{}
			passes = append(passes, s.Pass)
		}
		at[s.Pass][s.Agents] = s
	}
	crowds = crowds[max(0, len(crowds)-2):]
	if len(crowds) == 0 {
		return
	}
	fmt.Fprintf(b.out, "\nstages: device time of a step, median and p95 [ms]\n%-10s", "pass")
	for _, n := range crowds {
		fmt.Fprintf(b.out, "  %8d agents", n)
	}
	for _, p := range passes {
		fmt.Fprintf(b.out, "\n%-10s", p)
		for _, n := range crowds {
			fmt.Fprintf(b.out, "  %7.3f %7.3f", at[p][n].MSMedian, at[p][n].MSP95)
		}
	}
	fmt.Fprintln(b.out)
}
