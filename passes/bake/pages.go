package bake

import "throng/passes"

// tiles is the number of tiles of all layers.
func tiles(f *passes.Frame) int { return int(f.TilesX * f.TilesZ * f.Layers) }

// Mark marks the tiles of each layer that hold a walkable cell; a scan then numbers them.
type Mark struct{ passes.Plain }

// Decl declares the pass.
func (Mark) Decl() passes.Decl {
	return passes.Decl{Name: "mark", Bindings: passes.Bindings(passes.Reads("grid"), passes.Updates("tileScan")), Group: 256}
}

// Invocations is a thread per cell of every tile.
func (Mark) Invocations(f *passes.Frame) int { return tiles(f) * passes.PageCells }

// CPU marks the tiles.
func (Mark) CPU(f *passes.Frame, b *passes.Buffers) {
	grid, marks := b.Image("grid"), b.U32("tileScan")
	columns(f, func(i, j int) {
		for k := range int(f.Layers) {
			if grid.U32(i, j, k) == GridWalkable {
				marks[(k*int(f.TilesZ)+j/passes.Tile)*int(f.TilesX)+i/passes.Tile] = 1
			}
		}
	})
}

// Assign gives every marked tile a page.
type Assign struct{ passes.Plain }

// Decl declares the pass.
func (Assign) Decl() passes.Decl {
	return passes.Decl{Name: "assign", Bindings: passes.Bindings(passes.Reads("tileScan"), passes.Writes("pageTable", "pages")), Group: 256}
}

// Invocations is a thread per tile.
func (Assign) Invocations(f *passes.Frame) int { return tiles(f) }

// CPU assigns the pages.
func (Assign) CPU(f *passes.Frame, b *passes.Buffers) {
	starts, table, pages := b.U32("tileScan"), b.U32("pageTable"), b.UVec4("pages")
	flat := f.TilesX * f.TilesZ
	for t := range uint32(tiles(f)) {
		table[t] = passes.None
		if page := starts[t]; starts[t+1] > page {
			table[t] = page
			pages[page] = [4]uint32{t % flat % f.TilesX, t % flat / f.TilesX, t / flat, 0}
		}
	}
}

// perCell is a pass with a thread per cell of every page.
type perCell struct{ passes.Plain }

// Invocations is a thread per cell.
func (perCell) Invocations(f *passes.Frame) int { return int(f.Cells) }

// Pack copies the dense layers into the cells of pages and turns connections into links.
type Pack struct{ perCell }

// Decl declares the pass.
func (Pack) Decl() passes.Decl {
	return passes.Decl{
		Name: "pack",
		Bindings: passes.Bindings(
			passes.Reads("pages", "pageTable", "attributes", "position", "surface", "grid", "zone", "discomfort", "connection"),
			passes.Writes("height", "cellFlag", "cellZone", "cellDiscomfort", "cellStair", "floorLinks")),
		Group: 256,
	}
}

// CPU packs the cells.
func (Pack) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes, pages := passes.As[Attribute](b, "attributes"), b.UVec4("pages")
	position, surface, grid := b.Image("position"), b.Image("surface"), b.Image("grid")
	zone, discomfort, connection := b.Image("zone"), b.Image("discomfort"), b.Image("connection")
	for c := range f.Cells {
		i, j := passes.Column(pages, c)
		k := int(pages[c/passes.PageCells][2])
		for _, slot := range []string{"height", "cellFlag", "cellZone", "cellDiscomfort", "cellStair"} {
			b.U32(slot)[c] = 0
		}
		to := [4]uint32{passes.None, passes.None, passes.None, passes.None}
		if i < int(f.Width) && j < int(f.Height) && grid.U32(i, j, k) == GridWalkable {
			b.F32("height")[c] = position.Vec4(i, j, k)[1]
			b.U32("cellFlag")[c] = CellWalkable
			b.U32("cellZone")[c] = zone.U32(i, j, k)
			b.F32("cellDiscomfort")[c] = discomfort.F32(i, j, k)
			b.U32("cellStair")[c] = attributes[surface.U32(i, j, k)-1].Stair
			for d, layer := range connection.I8x4(i, j, k) {
				x, y := i+directions[d][0], j+directions[d][1]
				switch {
				case layer < 0:
				case grid.U32(x, y, int(layer)) == GridInside:
					to[d] = Inside
				default:
					to[d] = passes.CellAt(f, b.U32("pageTable"), x, y, int(layer))
				}
			}
		}
		b.UVec4("floorLinks")[c] = to
	}
}

// Slope takes the floor's slope by differences along the links.
type Slope struct{ perCell }

// Decl declares the pass.
func (Slope) Decl() passes.Decl {
	return passes.Decl{Name: "slope", Bindings: passes.Bindings(passes.Reads("floorLinks", "height"), passes.Writes("slope")), Group: 256}
}

// CPU takes the differences.
func (Slope) CPU(f *passes.Frame, b *passes.Buffers) {
	links, height, slope := b.UVec4("floorLinks"), b.F32("height"), b.Vec2("slope")
	difference := func(c, ahead, behind uint32) float32 {
		from, to, span := height[c], height[c], f.Cell
		if ahead < Inside {
			to = height[ahead]
		}
		if behind < Inside {
			from = height[behind]
		}
		if ahead < Inside && behind < Inside {
			span *= 2
		}
		return (to - from) / span
	}
	for c := range f.Cells {
		to := links[c]
		slope[c] = [2]float32{difference(c, to[1], to[3]), difference(c, to[0], to[2])}
	}
}
