package main

import (
	"context"
	"fmt"
	"io"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"throng/cmd/internal/shell"
	"throng/ecs"
	"throng/engine"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name: "check", Usage: "bake the scene of a scenario and report what there is", ArgsUsage: "SCENARIO",
		Flags: flags(),
		Action: func(_ context.Context, c *cli.Command) (err error) {
			e, err := load(c, engine.Options{Lenient: true})
			if err != nil {
				return err
			}
			defer closing(e, &err)
			r, err := e.Report()
			if err != nil {
				return err
			}
			if c.Bool("json") {
				err = printJSON(c.Root().Writer, checked{e.Scenario().Scene, deviceName(e), e.Scenario().Agents(), r}, true)
			} else {
				err = printReport(c.Root().Writer, e, &r)
			}
			if err == nil && len(r.Refused) > 0 {
				err = shell.Usagef("%s", strings.Join(r.Refused, "; "))
			}
			return err
		},
	}
}

// checked is the report as JSON.
type checked struct {
	Scene  string `json:"scene"`
	Device string `json:"device"`
	Agents int    `json:"agents"`
	engine.Report
}

// printReport writes the report for people.
func printReport(out io.Writer, e *engine.Engine, r *engine.Report) error {
	sc, scene := e.Scenario(), e.Scene()
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	size := func(k int) float64 { return scene.Max[k] - scene.Min[k] }
	fmt.Fprintf(w, "scene\t%s\n", sc.Scene)
	fmt.Fprintf(w, "box\t%.2f × %.2f × %.2f m\n", size(0), size(1), size(2))
	fmt.Fprintf(w, "triangles\t%d in %d entities\n", len(scene.Triangles), len(scene.Entities))
	fmt.Fprintf(w, "layers\t%d\n", r.Layers)
	fmt.Fprintf(w, "walkable\t%d cells of %g m, %.1f m²\n", r.WalkableCells, sc.Grid.Cell, r.WalkableArea)
	printIslands(w, r)
	fmt.Fprintf(w, "pages\t%d, %.0f bytes per walkable cell, %.0f for a further group, %.0f for one with costs of its own\n",
		r.Pages, r.BytesPerCell, r.BytesPerCellGroup, r.BytesPerCellCosts)
	fmt.Fprintf(w, "discomfort\t%d cells\n", r.DiscomfortCells)
	fmt.Fprintf(w, "bake\t%.1f ms, hash %.16s\n", r.BakeMS, r.BakeHash)
	for _, g := range sc.Groups {
		fmt.Fprintf(w, "group\t%s to goal %d, %d agents at the start\n", g.Name, g.Goal, agentsOf(sc, g.Name))
	}
	printPlaces(w, r)
	printMemory(w, r.Memory)
	fmt.Fprintf(w, "device\t%s\n", deviceName(e))
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "warning\t%s\n", warning)
	}
	if hint := unitHint(size(0), size(1), size(2)); hint != "" {
		fmt.Fprintf(w, "warning\t%s\n", hint)
	}
	return w.Flush()
}

func agentsOf(sc *ecs.Scenario, group string) (n int) {
	for _, s := range sc.Spawns {
		if s.Group == group && s.Rate == 0 {
			n += s.Count
		}
	}
	return n
}

// printMemory writes the total and the largest allocations.
func printMemory(w io.Writer, memory []engine.Usage) {
	sorted := append([]engine.Usage(nil), memory...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Bytes > sorted[j].Bytes })
	total := 0
	for _, u := range sorted {
		total += u.Bytes
	}
	fmt.Fprintf(w, "memory\t%.1f MiB\n", mebibytes(total))
	for _, u := range sorted[:min(5, len(sorted))] {
		fmt.Fprintf(w, "\t%.1f MiB  %s %s\n", mebibytes(u.Bytes), u.Kind, u.Name)
	}
}

func mebibytes(n int) float64 { return float64(n) / (1 << 20) }

// unitHint guesses from the size of a scene that it was not made in metres.
func unitHint(x, y, z float64) string {
	switch longest := max(x, y, z); {
	case longest > 2000:
		return fmt.Sprintf("the scene is %.0f m long; if it was made in centimetres, set scale to 0.01, in inches to 0.0254", longest)
	case longest < 2:
		return fmt.Sprintf("the scene is only %.2g m long; is scale right?", longest)
	}
	return ""
}
