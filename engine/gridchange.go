package engine

import (
	"fmt"
	"slices"

	"throng/ecs"
	"throng/passes"
)

// SetSlowness gives cells a slowness of their own each [s/m]; the next solve starts from the potential as it is.
//
// Errors: cells outside the plan or closed, values that are none.
func (g *Grid) SetSlowness(cells []int, values []float32) error {
	if len(cells) != len(values) {
		return fmt.Errorf("engine: grid: %d slownesses for %d cells: %w", len(values), len(cells), ecs.ErrInput)
	}
	for k, i := range cells {
		if i < 0 || i >= len(g.cells.of) || !g.cells.open(i) || !isOpen(values[k]) {
			return fmt.Errorf("engine: grid: slowness %g of cell %d, expected an open cell and more than 0: %w", values[k], i, ecs.ErrInput)
		}
	}
	for k, i := range cells {
		g.cells.slowness[g.cells.of[i]] = values[k]
	}
	return g.upload(cells)
}

// CloseCells takes cells out of the plan, as a door does. What was reached through them must rise: the next solve starts from
// the least potential among them, in the back plane, group after group.
func (g *Grid) CloseCells(cells []int) error {
	if err := g.turn(cells, passes.Covered); err != nil || g.reset {
		return err
	}
	return g.mark(cells)
}

// mark has the groups solved anew from the least potential of some cells on.
func (g *Grid) mark(cells []int) error {
	var err error
	groups, state := fetch[passes.Group](g.x, &g.frame, "groups", &err), fetch[uint32](g.x, &g.frame, "solveState", &err)
	for group := range groups {
		phi, least := g.plane(group, &err), passes.Inf
		for _, i := range cells {
			least = min(least, passes.Potential(phi[g.cells.of[i]]))
		}
		if word := &state[passes.SolveMark(&g.frame, uint32(group))]; least < passes.Inf {
			*word = max(*word, passes.Mark(least))
			groups[group].Reset, g.above = passes.ResetAbove, true
		}
	}
	if err != nil {
		return err
	}
	return g.x.writeParts([]part{{"groups", 0, wordBytes(groups)}, {"solveState", 0, wordBytes(state)}})
}

// OpenCells brings back cells that were closed; they keep their slowness. The next solve starts from the potential as it
// is.
func (g *Grid) OpenCells(cells []int) error { return g.turn(cells, gridClearance) }

func (g *Grid) turn(cells []int, clearance float32) error {
	g.altered = true
	for _, i := range cells {
		if i < 0 || i >= len(g.cells.of) || g.cells.of[i] == passes.None || !isOpen(g.cells.slowness[g.cells.of[i]]) {
			return fmt.Errorf("engine: grid: the cell %d was never open: %w", i, ecs.ErrInput)
		}
		g.cells.clearance[g.cells.of[i]] = clearance
	}
	return g.upload(cells)
}

// upload brings the pages of cells up to date on the device.
func (g *Grid) upload(cells []int) error {
	var pages []uint32
	for _, i := range cells {
		pages = append(pages, g.cells.of[i]/passes.PageCells)
	}
	slices.Sort(pages)
	const size = 4 * passes.PageCells
	var parts []part
	for _, page := range slices.Compact(pages) {
		at := int(page) * size
		parts = append(parts, part{"clearance", at, wordBytes(g.cells.clearance)[at:][:size]},
			part{"cellDiscomfort", at, wordBytes(g.cells.slowness)[at:][:size]})
	}
	return g.x.writeParts(parts)
}
