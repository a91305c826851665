package plan

import "throng/passes"

// Sweep is [Relax] for CPUs, to which barriers within a page are dear: every pair on the round's list is relaxed by one
// invocation, in the order of its cells. Such sweeps in four directions by turns (Zhao 2005) carry values across the page at
// once, where those of [Relax] carry them two cells; the first goes away from the lower sides.
type Sweep struct {
	Round   uint32
	Stencil uint32 // neighbours of the update: 4 ([Eikonal]) or 8 ([Eikonal8])
}

const (
	sweepPages = 8  // pages of a workgroup: the vector of a CPU of today
	coldSweeps = 16 // of one visit of a page of a cold group: lavapipe bounds the iterations of an invocation
)

// Decl declares the pass.
func (s Sweep) Decl() passes.Decl {
	d := Relax(s).Decl()
	d.Name, d.Group, d.Constants = "sweep", sweepPages, []uint32{s.Stencil, coldSweeps}
	return d
}

// Push gives the round.
func (s Sweep) Push(*passes.Frame) [4]uint32 { return [4]uint32{s.Round} }

// Invocations is not used: the dispatch is indirect, with a workgroup for each pair as for [Relax]. One of eight takes all of
// theirs: spread out like that they keep all cores busy.
func (Sweep) Invocations(*passes.Frame) int { return 0 }

// Record is the round's dispatch record.
func (s Sweep) Record(*passes.Frame) int { return int(s.Round) }

// CPU relaxes the pairs on the list.
func (s Sweep) CPU(f *passes.Frame, b *passes.Buffers) {
	visits(f, b, s.Round, s.Stencil, coldSweeps, (*visit).pass)
}

// order is that of the sweeps of [Sweep]. Odd cells are those with a way to another page of the tile, with a closed diagonal
// between open steps, or that slope along both axes: they come after the others, which so need no branches,
// and before the first sweep, which may begin at one.
type order struct {
	west, south bool // the first goes
	odd         []int
	plain       [passes.PageCells]bool
}

// pass is sweep n of a visit.
func (v *visit) pass(f *passes.Frame, n uint32) bool {
	if n == 0 {
		v.setOut()
		v.oddCells(f, false)
	}
	moved := v.plainCells(f, v.west != (n&1 != 0), v.south != (n&2 != 0))
	return v.oddCells(f, n&1 == 0) || moved
}

// setOut finds the order.
func (v *visit) setOut() {
	side := [4]float32{passes.Inf, passes.Inf, passes.Inf, passes.Inf}
	for d := range side {
		sum, leads := float32(0), false
		for k := range passes.Tile {
			c := sideCell(d, k)
			sum += v.ring[ringAt(c)+ringSteps[d]]
			leads = leads || v.links[c][d] != passes.None
		}
		if leads {
			side[d] = sum
		}
	}
	v.west, v.south = side[1] < side[3], side[0] < side[2]
	for c := range v.links {
		odd := v.isOdd(c)
		if odd && !v.fixed[c] {
			v.odd = append(v.odd, c)
		}
		v.plain[c] = !odd && !v.fixed[c]
	}
}

func (v *visit) isOdd(c int) bool {
	odd := v.stencil == 8 && v.cosine[c] != 0
	for d, n := range v.links[c] {
		odd = odd || n != passes.None && n/passes.PageCells != v.page && !atSide(c, d)
	}
	for q, axes := range [4]uint32{0b0011, 0b0110, 0b1100, 0b1001} { // NE, SE, SW, NW
		odd = odd || v.stencil == 8 && v.open[c]&axes == axes && v.diagonals[c]>>q&1 == 0
	}
	return odd
}

// oddCells relaxes the odd cells, forwards or backwards.
func (v *visit) oddCells(f *passes.Frame, back bool) (moved bool) {
	for i := range v.odd {
		if back {
			i = len(v.odd) - 1 - i
		}
		moved = v.cell(f, v.odd[i]) || moved
	}
	return moved
}

// plainCells relaxes the others, row by row, to the east or west and to the north or south.
func (v *visit) plainCells(f *passes.Frame, west, south bool) (moved bool) {
	for c := range v.links {
		if west {
			c ^= passes.Tile - 1
		}
		if south {
			c ^= passes.PageCells - passes.Tile
		}
		if v.plain[c] {
			moved = v.cell(f, c) || moved
		}
	}
	return moved
}
