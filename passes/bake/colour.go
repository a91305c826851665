package bake

import (
	"math/bits"

	"throng/passes"
)

// Conflict notes for every page the sheets of its tile that it links to, a bit each.
type Conflict struct{ perCell }

// Decl declares the pass.
func (Conflict) Decl() passes.Decl {
	return passes.Decl{Name: "conflict", Bindings: passes.Bindings(passes.Reads("links"), passes.Updates("pages")), Group: 256}
}

// CPU notes the sheets.
func (Conflict) CPU(f *passes.Frame, b *passes.Buffers) {
	words, pages := b.U32("links"), b.UVec4("pages")
	for c, word := range words {
		own, i, j := &pages[c/passes.PageCells], c%passes.Tile, c%passes.PageCells/passes.Tile
		for d, step := range directions {
			x, z := i+step[0], j+step[1]
			layer := word >> (8 * d) & 0xff
			if layer < passes.LinkNear && x >= 0 && z >= 0 && x < passes.Tile && z < passes.Tile {
				own[3] |= 1 << (layer & 31)
			}
		}
	}
}

// Colour gives pages their solver colours: linked pages never share one. Neighbouring tiles differ by parity; of
// linked pages of one tile, the later sheet takes the first colour that none before it has.
type Colour struct{ passes.Plain }

// Decl declares the pass.
func (Colour) Decl() passes.Decl {
	return passes.Decl{
		Name:     "colour",
		Bindings: passes.Bindings(passes.Reads("pageTable"), passes.Updates("pages", "bakeCounts")),
		Group:    256,
	}
}

// Invocations is a thread per tile.
func (Colour) Invocations(f *passes.Frame) int { return int(f.TilesX * f.TilesZ) }

// CPU colours the pages.
func (Colour) CPU(f *passes.Frame, b *passes.Buffers) {
	table, pages, counts := b.U32("pageTable"), b.UVec4("pages"), b.U32("bakeCounts")
	flat := f.TilesX * f.TilesZ
	for t := range flat {
		parity := (t%f.TilesX + t/f.TilesX + (f.BlockX+f.BlockZ)/passes.Tile) & 1
		for k := range f.Sheets {
			page := table[k*flat+t]
			if page == passes.None {
				continue
			}
			links, used := pages[page][3], uint32(0)
			for above := range k {
				if other := table[above*flat+t]; other != passes.None && links>>(above&31)&1 != 0 {
					used |= 1 << (pages[other][3] / 2)
				}
			}
			colour := parity + 2*uint32(bits.TrailingZeros32(^used))
			pages[page][3] = colour
			counts[CountColours] = max(counts[CountColours], (colour|1)+1)
		}
	}
}
