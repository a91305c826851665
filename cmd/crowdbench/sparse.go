package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"throng/engine"
	"throng/engine/scenes"
)

// sparseRow is the sparse scene in its own box or in one four times as large.
type sparseRow struct {
	Table     string  `json:"table"`
	Scene     string  `json:"scene"`
	Box       int     `json:"box"`   // area of the scene's box as a multiple of the ground floor's
	Width     int     `json:"width"` // of the grid [cells]
	Height    int     `json:"height"`
	Cells     int     `json:"cells"`
	Layers    int     `json:"layers"`
	Occupied  float64 `json:"occupied"` // layers, on average over the ground floor
	Agents    int     `json:"agents"`
	BakeMS    float64 `json:"bake_ms"`
	BakePeak  int     `json:"bake_peak_bytes"` // of buffers and images while baking
	Bytes     int     `json:"bytes"`           // of buffers and images after it
	TakenPeak int     `json:"taken_peak_bytes"`
	PerCell   float64 `json:"bytes_per_cell"`
	Steps     int     `json:"steps"`
	Step      spread  `json:"step"` // [ms]
	Lost      int     `json:"lost"`
	Gate      string  `json:"gate"`
}

// Bounds of the table.
const (
	sparseCell    = 0.25
	sparseMemory  = 1 << 30 // of the full scene, all that is ever taken from the driver
	sparsePerCell = 96      // bytes
	sparseRatio   = 1.3     // of the median steps in the larger box and in the smaller
	sparseLaps    = 24      // blocks of steps, by turns
)

// sparse measures memory and steps of a scene of ten layers, one and a half of them occupied, in two boxes.
func (b *bench) sparse() (err error) {
	edge := float64(b.size.sparse) * sparseCell
	fmt.Fprintf(b.out, "\nsparse: %d × %d cells of %g m, ten layers; the second row is the same scene in a box four times as large, stepped by turns\n", b.size.sparse, b.size.sparse, sparseCell)
	fmt.Fprintf(b.out, "gate: nobody lost; at most %d bytes per cell; at most %d MiB of device memory taken at any time where the grid is 2000 × 2000; the larger box costs at most %g times as much a step\n", sparsePerCell, sparseMemory>>20, sparseRatio)
	fmt.Fprintf(b.out, "box  grid         layers  occupied    cells  bake ms  baking MiB  after MiB  taken MiB  bytes/cell | step ms min  median     p95  lost  gate\n")
	var engines []*engine.Engine
	defer func() { err = errors.Join(err, closeAll(engines)) }()
	var rows [2]sparseRow
	for i := range rows {
		e, err := b.another(b.options.Peeler)
		if err != nil {
			return err
		}
		engines = append(engines, e)
		if rows[i], err = b.sparseBake(e, edge, i == 1); err != nil {
			return err
		}
	}
	if err := b.byTurns(engines, &rows); err != nil {
		return err
	}
	ratio := rows[1].Step.Median / rows[0].Step.Median
	for i := range rows {
		rows[i].judge(b.size.sparse, ratio)
		rows[i].print(b)
		b.report.Rows = append(b.report.Rows, rows[i])
	}
	fmt.Fprintf(b.out, "step in the larger box ÷ in the smaller: %.2f\n", ratio)
	return nil
}

// sparseBake loads the scene and says what it takes.
func (b *bench) sparseBake(e *engine.Engine, edge float64, far bool) (row sparseRow, err error) {
	sc, scene, err := scenes.Sparse(edge, far)
	if err != nil {
		return row, err
	}
	sc.Grid.Cell = sparseCell
	r, err := b.baked(e, sc, scene)
	if err != nil {
		return row, err
	}
	at := func(axis int) int { return int(math.Round((scene.Max[axis] - scene.Min[axis]) / sparseCell)) }
	m := e.Memory()
	row = sparseRow{
		Table: "sparse", Scene: "sparse", Box: 1, Width: at(0), Height: at(2), Cells: r.WalkableCells, Layers: r.Layers, Agents: sc.Agents(),
		Occupied: r.WalkableArea / (edge * edge), BakeMS: r.BakeMS, BakePeak: m.Bake.Used, Bytes: m.Now.Used, PerCell: r.BytesPerCell,
	}
	if far {
		row.Box = 4
	}
	return row, warmUp(e, b.size.Warmup)
}

// byTurns takes blocks of steps on both engines, so that what else the machine does falls on both.
func (b *bench) byTurns(engines []*engine.Engine, rows *[2]sparseRow) error {
	var laps [2][]float64
	deadline := time.Now().Add(b.size.row)
	for n := 0; n < sparseLaps && (n < 3 || time.Now().Before(deadline)) && b.ctx.Err() == nil; n++ {
		for i, e := range engines {
			start := time.Now()
			if err := warmUp(e, block); err != nil {
				return err
			}
			laps[i] = append(laps[i], ms(time.Since(start))/block)
		}
	}
	for i, e := range engines {
		rows[i].Step, rows[i].Steps, rows[i].Lost = spreadOf(laps[i]), block*len(laps[i]), int(e.Stats().Lost)
		rows[i].TakenPeak = e.Memory().Most.Taken
	}
	return nil
}

// judge fills the gate.
func (r *sparseRow) judge(edge int, ratio float64) {
	var faults []string
	if r.Lost != 0 {
		faults = append(faults, fmt.Sprintf("%d lost", r.Lost))
	}
	if r.PerCell > sparsePerCell {
		faults = append(faults, fmt.Sprintf("%.1f bytes per cell", r.PerCell))
	}
	if edge >= 2000 && r.TakenPeak > sparseMemory {
		faults = append(faults, fmt.Sprintf("%.0f MiB taken", mebibytes(r.TakenPeak)))
	}
	if r.Box > 1 && !(ratio <= sparseRatio) {
		faults = append(faults, fmt.Sprintf("a step takes %.2f times as long", ratio))
	}
	if r.Gate = "ok"; len(faults) > 0 {
		r.Gate = "FAIL: " + strings.Join(faults, ", ")
	}
}

func (r *sparseRow) print(b *bench) {
	fmt.Fprintf(b.out, "%3d  %4d × %-4d  %6d  %8.2f  %7d  %7.0f  %10.1f  %9.1f  %9.1f  %10.1f | %11.2f %7.2f %7.2f  %4d  %s\n", r.Box, r.Width, r.Height, r.Layers, r.Occupied,
		r.Cells, r.BakeMS, mebibytes(r.BakePeak), mebibytes(r.Bytes), mebibytes(r.TakenPeak), r.PerCell, r.Step.Min, r.Step.Median, r.Step.P95, r.Lost, r.Gate)
}
