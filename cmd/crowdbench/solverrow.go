package main

import (
	"fmt"
	"strings"
)

// solverRow is a solve of the potentials of a scene, from the goals or after a change.
type solverRow struct {
	Table     string   `json:"table"`
	Size      int      `json:"size"`              // cells a side
	Scene     string   `json:"scene"`             // open, obstacles, speeds, maze or building
	Mode      string   `json:"mode"`              // cold; warm: one cell in a hundred up to a fifth slower or faster; door: some cells closed
	Changed   string   `json:"changed,omitempty"` // of warm: patch or scattered
	Groups    int      `json:"groups"`
	Stencil   int      `json:"stencil"`
	Cells     int      `json:"cells"` // with a way to the first goal
	Runs      int      `json:"runs"`  // of which ms is the median
	MS        float64  `json:"ms"`    // device time of the solver
	MSMin     float64  `json:"ms_min"`
	CostMS    float64  `json:"cost_ms"` // of the pass before it, which finds what changed
	WallMS    float64  `json:"wall_ms"` // of both, from the host
	Rounds    int      `json:"rounds"`
	PerTile   float64  `json:"tile_updates_per_tile"` // of all groups
	CellsPerS float64  `json:"cells_per_s"`           // of all groups
	Residual  *float64 `json:"residual"`              // null where the CPU was not asked
	Double    *float64 `json:"residual64"`
	Path      int      `json:"path_cells"` // of the longest way
	FMM       float64  `json:"fmm_ms"`     // our best solver on one CPU core, all groups one after the other
	Best      string   `json:"fmm_solver"` // queue, sweep or heap
	SKFMM     *float64 `json:"skfmm_ms"`   // scikit-fmm likewise, from the goals; null where it is not installed or was not asked
	Ratio     float64  `json:"ratio"`      // fmm_ms / ms
	Gate      string   `json:"gate"`
}

// judge fills the gate.
func (r *solverRow) judge() {
	r.Gate = "ok"
	if r.Residual == nil {
		return
	}
	if !(*r.Residual <= mostSingle) {
		r.Gate = fmt.Sprintf("FAIL: residual %.1e", *r.Residual)
	} else if most := mostSingle + perPathCell*float64(r.Path); !(*r.Double <= most) {
		r.Gate = fmt.Sprintf("FAIL: residual64 %.1e, at most %.1e", *r.Double, most)
	}
}

func (r solverRow) gate() (what, gate string) {
	return fmt.Sprintf("solver on %s of %d cells a side, %s, %d groups, stencil %d", r.Scene, r.Size, r.Mode, r.Groups, r.Stencil), r.Gate
}

// addSolver keeps a row and prints it.
func (b *bench) addSolver(r solverRow) {
	r.Table = "solver"
	b.report.Rows = append(b.report.Rows, r)
	number := func(v *float64, format string, by float64) string {
		if v == nil {
			return "-"
		}
		return fmt.Sprintf(format, *v/by)
	}
	fmt.Fprintf(b.out, "%4d  %-9s  %-4s  %-9s  %6d  %7d | %13.3f %7.3f %7.2f  %6d  %12.2f  %8.1f  %8s  %10s | %7.1f %7.1f  %8s %7s  %s\n", r.Size, r.Scene, r.Mode, r.Changed, r.Groups, r.Stencil,
		r.MS, r.CostMS, r.WallMS, r.Rounds, r.PerTile, r.CellsPerS/1e6, number(r.Residual, "%.1e", 1), number(r.Double, "%.1e", 1),
		r.FMM, r.Ratio, number(r.SKFMM, "%.1f", 1), number(r.SKFMM, "%.1f", r.MS), r.Gate)
}

// updates prints how much longer the default update takes than the one on four neighbours.
func (b *bench) updates() {
	four := map[string]float64{}
	var ratios []string
	for _, row := range b.report.Rows {
		r, ok := row.(solverRow)
		if !ok || r.Mode != "cold" || r.Groups > 1 || r.MS == 0 {
			continue
		}
		what := fmt.Sprintf("%s %d", r.Scene, r.Size)
		if r.Stencil == 4 {
			four[what] = r.MS
		} else if four[what] > 0 {
			ratios = append(ratios, fmt.Sprintf("%s %.2f", what, r.MS/four[what]))
		}
	}
	fmt.Fprintf(b.out, "stencil 8 (the default) ÷ stencil 4, cold, one goal: %s\n", strings.Join(ratios, ", "))
}
