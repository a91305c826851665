package bake

import (
	"math"

	"throng/passes"
)

// Assign gives every sheet of a tile a page, in the order of tiles and sheets.
type Assign struct{ passes.Plain }

// Decl declares the pass.
func (Assign) Decl() passes.Decl {
	return passes.Decl{Name: "assign", Bindings: passes.Bindings(passes.Reads("tileScan"), passes.Writes("pageTable", "pages")), Group: 256}
}

// Invocations is a thread per tile.
func (Assign) Invocations(f *passes.Frame) int { return int(f.TilesX * f.TilesZ) }

// CPU assigns the pages.
func (Assign) CPU(f *passes.Frame, b *passes.Buffers) {
	starts, table, pages := b.U32("tileScan"), b.U32("pageTable"), b.UVec4("pages")
	tiles := f.TilesX * f.TilesZ
	for t := range tiles {
		first, n := starts[t], starts[t+1]-starts[t]
		for s := range f.Sheets {
			table[s*tiles+t] = passes.None
			if s < n {
				table[s*tiles+t] = first + s
				pages[first+s] = [4]uint32{t%f.TilesX + f.BlockX/passes.Tile, t/f.TilesX + f.BlockZ/passes.Tile, s, 0}
			}
		}
	}
}

// perCell is a pass with a thread per cell of every page.
type perCell struct{ passes.Plain }

// Invocations is a thread per cell.
func (perCell) Invocations(f *passes.Frame) int { return int(f.Cells) }

// Blank starts the cells of pages without links: most pages have cells that hold no floor.
type Blank struct{ perCell }

// Decl declares the pass.
func (Blank) Decl() passes.Decl {
	return passes.Decl{Name: "blank", Bindings: passes.Bindings(passes.Writes("floorLinks")), Group: 256}
}

// CPU clears the links.
func (Blank) CPU(_ *passes.Frame, b *passes.Buffers) {
	links := b.U32("floorLinks")
	for i := range links {
		links[i] = passes.None
	}
}

// Pack copies the walkable texels of the dense layers into the cells of pages and turns connections into links.
type Pack struct{ perTexel }

// Decl declares the pass.
func (Pack) Decl() passes.Decl {
	return passes.Decl{
		Name: "pack",
		Bindings: passes.Bindings(
			passes.Reads("pageTable", "attributes", "facets", "position", "surface", "grid", "sheet", "goal", "spawn", "discomfort", "connection"),
			passes.Writes("height", "cellFlag", "cellZone", "cellDiscomfort", "cellStair", "floorLinks")),
		Group: 256,
	}
}

// CPU packs the cells.
func (Pack) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes, facets := passes.As[Attribute](b, "attributes"), passes.As[Facet](b, "facets")
	surface, grid, connection := b.Image("surface"), b.Image("grid"), b.Image("connection")
	cell := func(i, j, k int) uint32 {
		return passes.CellAt(f, b.U32("pageTable"), i, j, int(b.Image("sheet").U32(i, j, k)&^laid))
	}
	columns(f, func(i, j int) {
		for k := range int(f.Layers) {
			if grid.U32(i, j, k) != GridWalkable {
				continue
			}
			c := cell(i, j, k)
			b.F32("height")[c] = b.Image("position").Vec4(i, j, k)[1]
			b.U32("cellFlag")[c] = CellWalkable
			b.U32("cellZone")[c] = reversed(b.Image("goal").U32(i, j, k)) | reversed(b.Image("spawn").U32(i, j, k))<<16
			if f.Gamma != 0 {
				b.F32("cellDiscomfort")[c] = math.Float32frombits(b.Image("discomfort").U32(i, j, k))
			}
			if f.Stairs != 0 {
				b.U32("cellStair")[c] = attributes[facets[surface.U32(i, j, k)-1].entity()].Stair
			}
			to := &b.UVec4("floorLinks")[c]
			for d, layer := range connection.I8x4(i, j, k) {
				x, y := i+directions[d][0], j+directions[d][1]
				switch {
				case layer < 0:
					to[d] = passes.None
				case grid.U32(x, y, int(layer)) == GridInside:
					to[d] = Inside
				default:
					to[d] = cell(x, y, int(layer))
				}
			}
		}
	})
}

// Slope takes the floor's slope by differences along the links.
type Slope struct{ perCell }

// Decl declares the pass.
func (Slope) Decl() passes.Decl {
	return passes.Decl{Name: "slope", Bindings: passes.Bindings(passes.Reads("floorLinks", "height"), passes.Writes("slope")), Group: 256}
}

// CPU takes the differences.
func (Slope) CPU(f *passes.Frame, b *passes.Buffers) {
	links, height, slope := b.UVec4("floorLinks"), b.F32("height"), b.U32("slope")
	difference := func(c, ahead, behind uint32) float32 {
		from, to, per := height[c], height[c], f.PerCell
		if ahead < Inside {
			to = height[ahead]
		}
		if behind < Inside {
			from = height[behind]
		}
		if ahead < Inside && behind < Inside {
			per *= 0.5
		}
		return (to - from) * per
	}
	for c := range f.Cells {
		to := links[c]
		slope[c] = passes.PackSlope([2]float32{difference(c, to[1], to[3]), difference(c, to[0], to[2])})
	}
}
