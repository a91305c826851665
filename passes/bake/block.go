package bake

import "throng/passes"

// crack is the gap between mesh pieces, as a share of a cell, below which a wall counts as closed.
const crack = 0.02

// Block cuts the links that an obstruction or the border of the floor crosses, and those without a way back: the solver's
// order of work and the steps of agents rest on mutual links. It marks the sides where floor ends and no piece tells where.
type Block struct{ perCell }

// Decl declares the pass.
func (Block) Decl() passes.Decl {
	return passes.Decl{
		Name:     "block",
		Bindings: passes.Bindings(passes.Reads("pages", "floorLinks"), passes.Updates("cellFlag"), passes.Reads("pieceStart", "pieces"), passes.Writes("links")),
		Group:    64,
	}
}

// CPU cuts the links.
func (Block) CPU(f *passes.Frame, b *passes.Buffers) {
	floor, links, flags := b.UVec4("floorLinks"), passes.NewLinks(f, b), b.U32("cellFlag")
	pages, start, pieces := b.UVec4("pages"), b.U32("pieceStart"), b.Vec4("pieces")
	crossed := func(c uint32, way passes.Segment) bool {
		for _, s := range pieces[start[c]:start[c+1]] {
			if passes.Gap(s, way) < crack*f.Cell {
				return true
			}
		}
		return false
	}
	for c := range f.Cells {
		for d, to := range floor[c] {
			links.Set(c, d, passes.None)
			if to == passes.None {
				p, l := passes.Centre(f, pages, c), f.Cell
				if !crossed(c, passes.Segment{p[0], p[1], p[0] + l*float32(directions[d][0]), p[1] + l*float32(directions[d][1])}) {
					flags[c] |= CellBare << d
				}
			}
			if to >= Inside || floor[to][d^2] != c {
				continue
			}
			a, z := min(c, to), max(c, to)
			p, q := passes.Centre(f, pages, a), passes.Centre(f, pages, z)
			way := passes.Segment{p[0], p[1], q[0], q[1]}
			if f.Exact == 0 || (flags[c]|flags[to])&CellCovered == 0 && !crossed(a, way) && !crossed(z, way) {
				links.Set(c, d, to)
			}
		}
	}
}
