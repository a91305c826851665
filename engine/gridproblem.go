package engine

import (
	"fmt"
	"slices"

	"throng/ecs"
	"throng/engine/marching"
	"throng/passes"
)

// Grid lays out the floors of the loaded scene as a plan for the solver alone: cells are numbered as in a [Field], layer by
// layer and row by row; those nearer to a wall than the radius of the first group are closed. Of p, Goals, Fixed, Stencil,
// Rounds and Sweeps count; all cells have a slowness of 1 s/m. It runs on the engine's device, in memory of its own.
func (e *Engine) Grid(p GridPlan) (*Grid, error) {
	if err := e.ready(); err != nil {
		return nil, err
	}
	f, h := &e.frame, &e.host
	g := gridCells{
		width: int(f.Width), height: int(f.Height), layers: int(f.Sheets), edge: float64(f.Cell), colours: f.Colours,
		table: slices.Clone(h.table), pages: slices.Clone(h.pages), links: slices.Clone(e.building.cells["links"]), slope: h.slope, lift: h.height,
		zone: make([]uint32, f.Cells), clearance: make([]float32, f.Cells), slowness: make([]float32, f.Cells),
	}
	radius := float32(e.scenario.Groups[0].Radius)
	for c := range g.clearance {
		if g.clearance[c] = passes.Covered; h.clearance[c] >= radius {
			g.clearance[c], g.slowness[c] = gridClearance, 1
		}
	}
	for k := range g.layers {
		for j := range g.height {
			for i := range g.width {
				g.of = append(g.of, passes.CellAt(f, h.table, i, j, k))
			}
		}
	}
	if err := p.checkGoals(len(g.of)); err != nil {
		return nil, err
	}
	return layGrid(e.x.workshop(), true, g, &p)
}

// Problem is the discrete equation of a group as the device has it: the costs are read back, and are those of the last solve.
// Boundary values have no place in it.
func (g *Grid) Problem(group int) (p marching.Problem, err error) {
	if group < 0 || group >= len(g.groups) || len(g.fixed) > 0 {
		return p, fmt.Errorf("engine: grid: problem of group %d, expected 0 to %d and no boundary values: %w", group, len(g.groups)-1, ecs.ErrInput)
	}
	cost := fetch[[4]float32](g.x, &g.frame, "cost", &err)
	c := &g.cells
	p = marching.Problem{Width: c.width, Height: c.height, Layers: c.layers, Cost: make([][4]float32, len(c.of)), Across: g.across()}
	for i, cell := range c.of {
		p.Cost[i] = [4]float32{marching.Closed, marching.Closed, marching.Closed, marching.Closed}
		if cell != passes.None {
			p.Cost[i] = cost[cell]
		}
	}
	for _, i := range g.goals[group] {
		if c.open(i) {
			p.Source = append(p.Source, uint32(i))
		}
	}
	if g.frame.Stencil == 8 {
		p.Floor = g.floor(&err)
	}
	return p, err
}

// floor gives what diagonals need.
func (g *Grid) floor(err *error) *marching.Floor {
	words := fetch[uint32](g.x, &g.frame, "diagonals", err)
	n := len(g.cells.of)
	f := &marching.Floor{Diagonals: make([]uint8, n)}
	if slices.ContainsFunc(g.cells.slope, func(s uint32) bool { return s != 0 }) {
		f.Slope = make([][2]float32, n)
	}
	for i, c := range g.cells.of {
		if c == passes.None {
			continue
		}
		f.Diagonals[i] = uint8(words[c/8] >> (4 * (c % 8)) & 0xf)
		if f.Slope != nil {
			f.Slope[i] = passes.UnpackSlope(g.cells.slope[c])
		}
	}
	return f
}

// across lists the cells that link to another layer.
func (g *Grid) across() map[uint32][4]uint32 {
	c := &g.cells
	if c.layers == 1 {
		return nil
	}
	at, links := make([]uint32, g.frame.Cells), passes.LinksOf(&g.frame, c.links, c.pages, c.table)
	for i, cell := range c.of {
		if cell != passes.None {
			at[cell] = uint32(i)
		}
	}
	all := map[uint32][4]uint32{}
	for i, cell := range c.of {
		if cell == passes.None {
			continue
		}
		crosses := false
		var to [4]uint32
		for d, n := range links.All(cell) {
			if to[d] = marching.None; n != passes.None {
				to[d] = at[n]
				crosses = crosses || int(at[n]) != c.beside(i, d)
			}
		}
		if crosses {
			all[uint32(i)] = to
		}
	}
	return all
}
