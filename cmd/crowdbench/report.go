package main

import (
	"fmt"
	"runtime"
	"strings"
)

// report is what -json writes.
type report struct {
	Device string  `json:"device"`
	Driver string  `json:"driver"`
	Host   string  `json:"host"`
	Size   size    `json:"size"`
	Rows   []any   `json:"rows"` // fpsRow, viewsRow and so on, told apart by their table
	Stages []stage `json:"stages"`
}

// fpsRow is a row of fps-agents or fps-grid. Times are of single steps in the steady state of the pipeline.
type fpsRow struct {
	Table          string  `json:"table"`
	Scene          string  `json:"scene"`
	Agents         int     `json:"agents"`
	Width          int     `json:"width"`  // of the grid [cells]
	Height         int     `json:"height"` // of the grid [cells]
	Cells          int     `json:"cells"`  // walkable, on all layers
	Layers         int     `json:"layers"`
	Groups         int     `json:"groups"`
	Steps          int     `json:"steps"`
	FPS            float64 `json:"fps"`
	MSMin          float64 `json:"ms_min"`
	MSMedian       float64 `json:"ms_median"`
	MSP95          float64 `json:"ms_p95"`
	NaiveFPS       float64 `json:"cpu_naive_fps"`
	NaiveSteps     int     `json:"cpu_naive_steps"`
	ReferenceFPS   float64 `json:"cpu_reference_fps"`
	ReferenceSteps int     `json:"cpu_reference_steps"`
	Arrived        int     `json:"arrived"`
	Lost           int     `json:"lost"`
	InWall         int     `json:"in_wall"`
	Residual       float64 `json:"residual"`
	Gate           string  `json:"gate"` // "ok", what failed, or why the device could not run it
	cell           float64
}

// notRun begins the gate of a row that the device has not the memory for: nothing was measured, and nothing failed.
const notRun = "not run: "

// maxResidual is the largest relative difference of a potential from the float64 solution that passes.
const maxResidual = 1e-4

// judge fills the gate.
func (r *fpsRow) judge() {
	var faults []string
	if r.Lost != 0 {
		faults = append(faults, fmt.Sprintf("%d lost", r.Lost))
	}
	if r.InWall != 0 {
		faults = append(faults, fmt.Sprintf("%d in walls", r.InWall))
	}
	if !(r.Residual <= maxResidual) {
		faults = append(faults, fmt.Sprintf("residual %.1e", r.Residual))
	}
	if r.Gate = "ok"; len(faults) > 0 {
		r.Gate = "FAIL: " + strings.Join(faults, ", ")
	}
}

// viewsRow is a row of ML's table 3.
type viewsRow struct {
	Table      string  `json:"table"`
	Scene      string  `json:"scene"`
	Walls      string  `json:"walls"` // none, views or exact
	Cells      int     `json:"cells"`
	Layers     int     `json:"layers"`
	Discomfort int     `json:"discomfort_cells"`
	BakeMS     float64 `json:"bake_ms"`
}

// memoryRow is one allocation on the device.
type memoryRow struct {
	Table  string `json:"table"`
	Scene  string `json:"scene"`
	Agents int    `json:"agents"`
	Layers int    `json:"layers"`
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Bytes  int    `json:"bytes"`
}

// stage is the device time of a pass in the steps of a row of fps-agents.
type stage struct {
	Agents   int     `json:"agents"`
	Pass     string  `json:"pass"`
	MSMedian float64 `json:"ms_median"`
	MSP95    float64 `json:"ms_p95"`
}

// gated is a row with a gate; what names the row.
type gated interface{ gate() (what, gate string) }

func (r fpsRow) gate() (what, gate string) {
	return fmt.Sprintf("%s with %d agents on %d × %d cells", r.Table, r.Agents, r.Width, r.Height), r.Gate
}

func (r peelRow) gate() (what, gate string) {
	return fmt.Sprintf("peelers on %s of %d layers and %d triangles", r.Scene, r.Layers, r.Triangles), r.Gate
}

func (r rebakeRow) gate() (what, gate string) { return "rebake of " + r.Scene, r.Gate }

func (r sparseRow) gate() (what, gate string) {
	return fmt.Sprintf("sparse on %d × %d cells", r.Width, r.Height), r.Gate
}

// verdict is an error if any gate failed.
func (r *report) verdict() error {
	var failed []string
	for _, row := range r.Rows {
		g, ok := row.(gated)
		if !ok {
			continue
		}
		if what, gate := g.gate(); gate != "ok" && !strings.HasPrefix(gate, notRun) {
			failed = append(failed, what+": "+gate)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%d gates failed: %s", len(failed), strings.Join(failed, "; "))
	}
	return nil
}

// introduce says what will be measured on what.
func (b *bench) introduce() {
	r := &b.report
	r.Device, r.Driver = b.gpu.Device()
	r.Host = fmt.Sprintf("%s/%s, %d CPUs, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	r.Size = b.size
	fmt.Fprintf(b.out, "device  %s\ndriver  %s\nhost    %s\n", r.Device, r.Driver, r.Host)
	fmt.Fprintf(b.out, "steps   up to %d measured after %v and %d steps of warm-up, planning included, nothing drawn; a step is timed from one\n", b.size.Steps, b.size.warm, b.size.Warmup)
	fmt.Fprintf(b.out, "        return of Step to the next with %d steps in flight; CPU baselines run on one thread, for %v a row\n", inFlight, b.size.cpu)
	fmt.Fprintf(b.out, "plan    anew every step on a GPU, every third step on a CPU (params.plan_every 0): its steps are short and long by turns\n")
	fmt.Fprintf(b.out, "gate    nobody lost, nobody in a wall (oracle on triangles, 1 cm), potential within %.0e of float64 fast marching\n", maxResidual)
}
