package bake

import (
	"math"

	"throng/passes"
)

// Sheets parts the walkable cells of every tile into sheets, no two cells of one above each other: each will be a page.
// What is connected within the tile stays on one sheet, and parts that do not overlap in the plan share one. A part that
// overlaps itself, as a spiral stair does, is taken from the top.
type Sheets struct{ passes.Plain }

// laid marks a number of the slot "sheet" as that of a sheet.
const laid = 1 << 31

// Decl declares the pass.
func (Sheets) Decl() passes.Decl {
	return passes.Decl{
		Name: "sheets",
		Bindings: passes.Bindings(passes.Reads("position", "grid", "connection"), passes.Updates("sheet"), passes.Writes("tileScan"),
			passes.Updates("bakeCounts")),
		Group: 256,
	}
}

// Invocations is a thread per column of every tile.
func (Sheets) Invocations(f *passes.Frame) int { return int(f.TilesX*f.TilesZ) * passes.PageCells }

// CPU parts the cells.
func (Sheets) CPU(f *passes.Frame, b *passes.Buffers) {
	scan, counts := b.U32("tileScan"), b.U32("bakeCounts")
	for t := range f.TilesX * f.TilesZ {
		s := newSheeter(f, b, int(t%f.TilesX)*passes.Tile, int(t/f.TilesX)*passes.Tile)
		for s.join() {
		}
		scan[t] = s.lay()
		counts[CountSheets] = max(counts[CountSheets], scan[t])
	}
}

// sheeter works on one tile.
type sheeter struct {
	f                     *passes.Frame
	at, grid, to, numbers passes.Image
	x, z                  int // corner of the tile
}

func newSheeter(f *passes.Frame, b *passes.Buffers, x, z int) *sheeter {
	s := &sheeter{f, b.Image("position"), b.Image("grid"), b.Image("connection"), b.Image("sheet"), x, z}
	s.each(func(i, j, k int) {
		number := uint32(passes.None)
		if s.grid.U32(i, j, k) == GridWalkable {
			number = uint32(k*passes.PageCells + (j-z)*passes.Tile + i - x)
		}
		s.numbers.SetU32(i, j, k, number)
	})
	return s
}

func (s *sheeter) each(visit func(i, j, k int)) {
	for j := s.z; j < min(s.z+passes.Tile, int(s.f.Height)); j++ {
		for i := s.x; i < min(s.x+passes.Tile, int(s.f.Width)); i++ {
			for k := range int(s.f.Layers) {
				visit(i, j, k)
			}
		}
	}
}

// join gives every cell the lowest number among its own, those of its connected neighbours in the tile, and that of the
// cell whose number it has; it reports whether any changed.
func (s *sheeter) join() (changed bool) {
	s.each(func(i, j, k int) {
		if s.grid.U32(i, j, k) != GridWalkable {
			return
		}
		own := s.numbers.U32(i, j, k)
		least := own
		for d, layer := range s.to.I8x4(i, j, k) {
			x, z := i+directions[d][0], j+directions[d][1]
			if layer >= 0 && x >= s.x && z >= s.z && x < s.x+passes.Tile && z < s.z+passes.Tile && s.grid.U32(x, z, int(layer)) == GridWalkable {
				least = min(least, s.numbers.U32(x, z, int(layer)))
			}
		}
		local := int(least % passes.PageCells)
		least = min(least, s.numbers.U32(s.x+local%passes.Tile, s.z+local/passes.Tile, int(least/passes.PageCells)))
		if least != own {
			s.numbers.SetU32(i, j, k, least)
			changed = true
		}
	})
	return changed
}

// lay puts the parts on sheets, the highest first, and gives the number of sheets.
func (s *sheeter) lay() (sheets uint32) {
	var used [passes.PageCells][256]bool // by column and sheet
	for {
		part, nearest := uint32(passes.None), float32(math.Inf(1))
		s.each(func(i, j, k int) {
			number, far := s.numbers.U32(i, j, k), s.at.Vec4(i, j, k)[3]
			if number&laid != 0 || far > nearest {
				return
			}
			if far < nearest {
				part, nearest = number, far
			}
			part = min(part, number)
		})
		if part == passes.None {
			return sheets
		}
		var columns [passes.PageCells]bool
		var taken [256]bool
		s.each(func(i, j, k int) { // from the top: the first of a column is the one
			c := (j-s.z)*passes.Tile + i - s.x
			if s.numbers.U32(i, j, k) != part || columns[c] {
				return
			}
			columns[c] = true
			for n, yes := range used[c] {
				taken[n] = taken[n] || yes
			}
		})
		sheet := uint32(0)
		for taken[sheet] {
			sheet++
		}
		s.each(func(i, j, k int) {
			c := (j-s.z)*passes.Tile + i - s.x
			if columns[c] && s.numbers.U32(i, j, k) == part {
				s.numbers.SetU32(i, j, k, laid|sheet)
				columns[c], used[c][sheet] = false, true
			}
		})
		sheets = max(sheets, sheet+1)
	}
}
