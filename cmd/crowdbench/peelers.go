package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"throng/ecs"
	"throng/engine"
	"throng/engine/scenes"
)

// peelRow is a scene baked with one of the two peelers.
type peelRow struct {
	Table     string `json:"table"`
	Scene     string `json:"scene"`
	Peeler    string `json:"peeler"`
	Floors    int    `json:"floors,omitempty"` // of a stack
	Triangles int    `json:"triangles"`
	Layers    int    `json:"layers"`
	Cells     int    `json:"cells"`
	Bakes     int    `json:"bakes"`
	LayersMS  spread `json:"layers_ms"` // device time of the stages that find the layers
	Bake      spread `json:"bake"`      // the whole bake, the host's share included [ms]
	Gate      string `json:"gate"`
}

// layerStages are those in which the peelers differ, and the count of fragments before them.
var layerStages = []string{"overdraw", "gather", "layers", "peel", "keep", "enclose"}

// peelCase is a scene of the table.
type peelCase struct {
	name   string
	floors int
	load   func() (*ecs.Scenario, *ecs.Scene, error)
}

// peelCases are stacks of floors, and two built-in scenes.
func (b *bench) peelCases() (all []peelCase) {
	for _, k := range b.size.floors {
		for _, n := range b.size.triangles {
			all = append(all, peelCase{"stack", k, func() (*ecs.Scenario, *ecs.Scene, error) { return scenes.Stack(k, n) }})
		}
	}
	for _, name := range []string{"villa", "rimea8"} {
		all = append(all, peelCase{"builtin:" + name, 0, func() (*ecs.Scenario, *ecs.Scene, error) { return empty(name) }})
	}
	return all
}

// empty is a built-in scene without its crowd.
func empty(name string) (*ecs.Scenario, *ecs.Scene, error) {
	scene, err := scenes.Load(name, 1)
	sc := scenes.Defaults(name)
	sc.Spawns = nil
	return sc, scene, err
}

// peelers times both peelers on the same scenes by turns; they must find the same.
func (b *bench) peelers() (err error) {
	fmt.Fprintf(b.out, "\npeelers: time of the stages that find the layers, on the device, and of the whole bake [ms]; gate: both give the same bake hash\n")
	fmt.Fprintf(b.out, "scene           floors  triangles  layers   cells  peeler  layers min  median     p95 | bake min  median     p95  gate\n")
	var engines []*engine.Engine
	defer func() { err = errors.Join(err, closeAll(engines)) }()
	for _, peeler := range []string{engine.PeelerDepth, engine.PeelerLists} {
		e, err := b.another(peeler)
		if err != nil {
			return err
		}
		engines = append(engines, e)
	}
	for _, c := range b.peelCases() {
		if err := b.peelCase(c, engines); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// peelCase bakes one scene; the first bake of each engine warms it up.
func (b *bench) peelCase(c peelCase, engines []*engine.Engine) error {
	sc, scene, err := c.load()
	if err != nil {
		return err
	}
	rows, layers, whole := make([]peelRow, len(engines)), make([][]float64, len(engines)), make([][]float64, len(engines))
	hashes := make([]string, len(engines))
	for n := range b.size.bakes + 1 {
		for i, e := range engines {
			r, err := b.baked(e, sc, scene)
			if err != nil {
				return err
			}
			rows[i] = peelRow{Table: "peelers", Scene: c.name, Peeler: e.Peeler(), Floors: c.floors, Triangles: len(scene.Triangles), Layers: r.Layers, Cells: r.WalkableCells}
			hashes[i] = r.BakeHash
			if n > 0 {
				layers[i], whole[i] = append(layers[i], ms(stagesTime(e.BakeTimes()))), append(whole[i], r.BakeMS)
			}
		}
	}
	for i := range rows {
		row := &rows[i]
		row.LayersMS, row.Bake, row.Bakes, row.Gate = spreadOf(layers[i]), spreadOf(whole[i]), len(whole[i]), same(hashes[0], hashes[i])
		b.report.Rows = append(b.report.Rows, *row)
		fmt.Fprintf(b.out, "%-14s  %6d  %9d  %6d  %6d  %-6s  %10.2f %7.2f %7.2f | %8.1f %7.1f %7.1f  %s\n", row.Scene, row.Floors, row.Triangles,
			row.Layers, row.Cells, row.Peeler, row.LayersMS.Min, row.LayersMS.Median, row.LayersMS.P95, row.Bake.Min, row.Bake.Median, row.Bake.P95, row.Gate)
	}
	return nil
}

// stagesTime sums up the stages that find the layers.
func stagesTime(all []engine.PassTime) (total time.Duration) {
	for _, p := range all {
		if slices.Contains(layerStages, p.Pass) {
			total += p.Time
		}
	}
	return total
}

// baked loads a scene and reports it.
func (b *bench) baked(e *engine.Engine, sc *ecs.Scenario, scene *ecs.Scene) (engine.Report, error) {
	if err := b.ctx.Err(); err != nil {
		return engine.Report{}, fmt.Errorf("interrupted: %w", err)
	}
	if err := e.Load(sc, scene); err != nil {
		return engine.Report{}, err
	}
	return e.Report()
}

// another opens an engine beside that of the crowds; it keeps no images.
func (b *bench) another(peeler string) (*engine.Engine, error) {
	o := b.options
	o.KeepImages, o.Peeler = false, peeler
	return engine.New(o)
}

func closeAll(engines []*engine.Engine) (err error) {
	for _, e := range engines {
		err = errors.Join(err, e.Close())
	}
	return err
}

// same is the gate of two bakes of one scene.
func same(want, got string) string {
	if want == got && want != "" {
		return "ok"
	}
	return fmt.Sprintf("FAIL: bake hash %.8s, expected %.8s", got, want)
}

// spread sums up times [ms].
type spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	P95    float64 `json:"p95"`
}

func spreadOf(ms []float64) spread {
	if len(ms) == 0 {
		return spread{}
	}
	s := slices.Sorted(slices.Values(ms))
	return spread{s[0], s[len(s)/2], s[len(s)*95/100]}
}
