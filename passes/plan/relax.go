package plan

import "throng/passes"

// Sweeps of one visit of a page of a cold group: at least twice its edge, so that a visit finishes it.
const sweeps = 2 * passes.Tile

// Relax is one round of the fast iterative method, for GPUs: every pair on the round's list is relaxed by a workgroup until it
// has settled, and wakes the pages that its changed border cells link to.
type Relax struct {
	Round   uint32
	Stencil uint32 // neighbours of the update: 4 ([Eikonal]) or 8 ([Eikonal8])
}

// Decl declares the pass.
func (r Relax) Decl() passes.Decl {
	return passes.Decl{
		Name: "relax",
		Bindings: passes.Bindings(passes.Fetches("pages", "pageTable", "links", "slope"), passes.Reads("groups", "diagonals", "cost"),
			passes.Updates("potential", "solveArgs", "solveList", "solveStamp", "solveState")),
		Push:      4,
		Group:     128,
		Indirect:  "solveArgs",
		Constants: []uint32{r.Stencil, sweeps},
	}
}

// Push gives the round.
func (r Relax) Push(*passes.Frame) [4]uint32 { return [4]uint32{r.Round} }

// Invocations is not used: the dispatch is indirect.
func (Relax) Invocations(*passes.Frame) int { return 0 }

// Record is the round's dispatch record.
func (r Relax) Record(*passes.Frame) int { return int(r.Round) }

// CPU relaxes the pairs on the list.
func (r Relax) CPU(f *passes.Frame, b *passes.Buffers) {
	visits(f, b, r.Round, r.Stencil, sweeps, (*visit).sweep)
}

// sweep relaxes every cell, in colours of cells that do not read each other: the squares of a chequerboard, or, where
// diagonals count, the four places in squares of 2 × 2.
func (v *visit) sweep(f *passes.Frame, _ uint32) (moved bool) {
	for colour := range int(v.stencil / 2) {
		for c := range v.links {
			own := (c + c/passes.Tile) & 1
			if v.stencil == 8 {
				own = c&1 + c/passes.Tile&1*2
			}
			if own == colour && !v.fixed[c] {
				moved = v.cell(f, c) || moved
			}
		}
	}
	return moved
}
