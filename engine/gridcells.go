package engine

import (
	"fmt"
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
)

// check says what is wrong with a plan.
func (p *GridPlan) check() error {
	n := p.Width * p.Height
	bad := func(format string, args ...any) error {
		return fmt.Errorf("engine: grid: "+format+": %w", append(args, ecs.ErrInput)...)
	}
	switch {
	case p.Width < 1 || p.Height < 1 || p.Width > 16384 || p.Height > 16384:
		return bad("%d × %d cells, expected 1 to 16384 a side", p.Width, p.Height)
	case len(p.Slowness) != n:
		return bad("Slowness has %d values, expected %d", len(p.Slowness), n)
	case p.Elevation != nil && len(p.Elevation) != n:
		return bad("Elevation has %d values, expected none or %d", len(p.Elevation), n)
	case p.Stencil != 0 && p.Stencil != 4 && p.Stencil != 8:
		return bad("Stencil is %d, expected 4 or 8", p.Stencil)
	case !slices.Contains([]string{"", ecs.Auto, ecs.On, ecs.Off}, p.LongWays):
		return bad("LongWays is %q, expected %q, %q or %q", p.LongWays, ecs.Auto, ecs.On, ecs.Off)
	case p.Cell < 0 || math.IsNaN(p.Cell):
		return bad("Cell is %g m", p.Cell)
	}
	return p.checkGoals(n)
}

func (p *GridPlan) checkGoals(n int) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("engine: grid: "+format+": %w", append(args, ecs.ErrInput)...)
	}
	if len(p.Goals) < 1 || len(p.Goals) > 255 {
		return bad("%d groups, expected 1 to 255", len(p.Goals))
	}
	of := map[int]int{}
	for g, cells := range p.Goals {
		for _, i := range cells {
			if i < 0 || i >= n {
				return bad("Goals[%d] has the cell %d, expected 0 to %d", g, i, n-1)
			}
			if other, ok := of[i]; ok && !slices.Equal(p.Goals[other], cells) {
				return bad("Goals[%d] and Goals[%d] share the cell %d, expected the same goal or no cell in common", other, g, i)
			}
			of[i] = g
		}
	}
	for i, v := range p.Fixed {
		if _, ok := of[i]; !ok || !(v >= 0) {
			return bad("Fixed has the cell %d with %g, expected a goal cell and at least 0", i, v)
		}
	}
	if len(p.Fixed) > 0 && len(p.Fixed) != len(of) {
		return bad("Fixed has %d cells, expected none or all %d goal cells", len(p.Fixed), len(of))
	}
	return nil
}

// gridCells are the cells of a plan as the bake would leave them: pages of the tiles that have an open cell. A place is a
// cell's number in the plan: layer by layer, row by row.
type gridCells struct {
	width, height, layers int
	edge                  float64  // of a cell [m]
	colours               uint32   // of pages
	of                    []uint32 // cell by its place, or none
	table                 []uint32
	pages                 [][4]uint32
	links, zone           []uint32
	slope                 []uint32
	clearance             []float32
	slowness, lift        []float32
}

// open reports whether the cell at a place of the plan can be walked on.
func (g *gridCells) open(i int) bool {
	return g.of[i] != passes.None && g.clearance[g.of[i]] > passes.Covered
}

// isOpen reports whether a slowness is one.
func isOpen(s float32) bool { return s > 0 && s < passes.Inf }

func newGridCells(p *GridPlan) gridCells {
	g := gridCells{width: p.Width, height: p.Height, layers: 1, edge: p.edge(), colours: 2, of: make([]uint32, p.Width*p.Height)}
	tilesX, tilesZ := g.tiles()
	g.table = slices.Repeat([]uint32{passes.None}, tilesX*tilesZ)
	each := func(do func(i, tile int)) {
		for i := range g.of {
			do(i, i/p.Width/passes.Tile*tilesX+i%p.Width/passes.Tile)
		}
	}
	each(func(i, tile int) {
		if isOpen(p.Slowness[i]) {
			g.table[tile] = 0
		}
	})
	for tile := range g.table {
		if g.table[tile] != passes.None {
			x, z := uint32(tile%tilesX), uint32(tile/tilesX)
			g.table[tile] = uint32(len(g.pages))
			g.pages = append(g.pages, [4]uint32{x, z, 0, (x + z) & 1})
		}
	}
	n := len(g.pages) * passes.PageCells
	g.links, g.zone, g.slope = slices.Repeat([]uint32{passes.NoLinks}, n), make([]uint32, n), make([]uint32, n)
	g.clearance, g.slowness, g.lift = slices.Repeat([]float32{passes.NoFloor}, n), make([]float32, n), make([]float32, n)
	each(func(i, tile int) {
		if g.of[i] = passes.None; g.table[tile] == passes.None {
			return
		}
		c := g.table[tile]*passes.PageCells + uint32(i/p.Width%passes.Tile*passes.Tile+i%p.Width%passes.Tile)
		g.of[i], g.clearance[c] = c, passes.Covered
		if isOpen(p.Slowness[i]) {
			g.clearance[c], g.slowness[c] = gridClearance, p.Slowness[i]
		}
		if p.Elevation != nil {
			g.lift[c] = p.Elevation[i]
		}
	})
	for i := range g.of {
		g.connect(i)
		g.tilt(i, p)
	}
	return g
}

// gridClearance is more than the radius of the class.
const gridClearance = 1

// beside gives the place one step away in direction d of the same layer, or -1.
func (g *gridCells) beside(i, d int) int {
	x, z := i%g.width+[4]int{0, 1, 0, -1}[d], i/g.width%g.height+[4]int{1, 0, -1, 0}[d]
	if x < 0 || z < 0 || x >= g.width || z >= g.height {
		return -1
	}
	return i + [4]int{g.width, 1, -g.width, -1}[d]
}

// connect sets the links of a cell.
func (g *gridCells) connect(i int) {
	c := g.of[i]
	if c == passes.None {
		return
	}
	word := passes.NoLinks
	for d := range 4 {
		n := g.beside(i, d)
		if n < 0 || !g.open(i) || !g.open(n) {
			continue
		}
		to := uint32(0) // the layer
		if g.of[n]/passes.PageCells == c/passes.PageCells {
			to = passes.LinkNear
		}
		word = word&^(0xff<<(8*d)) | to<<(8*d)
	}
	g.links[c] = word
}

// tilt sets the slope of a cell, by the heights on both sides of it where there are two.
func (g *gridCells) tilt(i int, p *GridPlan) {
	c := g.of[i]
	if c == passes.None || p.Elevation == nil {
		return
	}
	var slope [2]float32
	for axis, d := range [2][2]int{{1, 3}, {0, 2}} {
		ahead, behind := g.beside(i, d[0]), g.beside(i, d[1])
		steps := float32(2)
		if ahead < 0 {
			ahead, steps = i, steps-1
		}
		if behind < 0 {
			behind, steps = i, steps-1
		}
		if steps > 0 {
			slope[axis] = (p.Elevation[ahead] - p.Elevation[behind]) / (steps * float32(g.edge))
		}
	}
	g.slope[c] = passes.PackSlope(slope)
}

func (p *GridPlan) edge() float64 {
	if p.Cell == 0 {
		return 1
	}
	return p.Cell
}

// tiles are the numbers of tiles along x and z.
func (g *gridCells) tiles() (x, z int) {
	return roundUp(g.width, passes.Tile) / passes.Tile, roundUp(g.height, passes.Tile) / passes.Tile
}

// size sets the frame. Costs are Δs γ g with the slowness as discomfort g; whatever differs from the stored cost by a bit
// wakes its page, and no change is too small to count.
func (g *gridCells) size(f *passes.Frame) {
	x, z := g.tiles()
	f.Width, f.Height, f.Layers, f.Sheets = uint32(g.width), uint32(g.height), uint32(g.layers), uint32(g.layers)
	f.TilesX, f.TilesZ = uint32(x), uint32(z)
	f.Pages = uint32(len(g.pages))
	f.Cells = f.Pages * passes.PageCells
	f.Cell, f.PerCell = float32(g.edge), float32(1/g.edge)
	f.Colours = g.colours
	f.Gamma, f.RhoMax, f.SlopeMax, f.SpeedMin = 1, 5.4, 2, 0.05
	f.Tolerance, f.Told = tolerance, tolerance
}

// goals puts the goals into the cells; groups with the same cells share one.
func (g *gridCells) goals(all [][]int) []passes.Group {
	groups := make([]passes.Group, len(all))
	for k, cells := range all {
		groups[k].Goal = uint32(slices.IndexFunc(all, func(other []int) bool { return slices.Equal(other, cells) }))
		for _, i := range cells {
			if g.of[i] != passes.None {
				g.zone[g.of[i]] = groups[k].Goal + 1
			}
		}
	}
	return groups
}

// parts are the contents of the cells' slots.
func (g *gridCells) parts() []part {
	return []part{
		{"pageTable", 0, wordBytes(g.table)}, {"pages", 0, wordBytes(g.pages)}, {"links", 0, wordBytes(g.links)},
		{"cellZone", 0, wordBytes(g.zone)}, {"clearance", 0, wordBytes(g.clearance)}, {"height", 0, wordBytes(g.lift)},
		{"slope", 0, wordBytes(g.slope)},
		{"cellDiscomfort", 0, wordBytes(g.slowness)},
	}
}
