package plan

import "throng/passes"

// visits relaxes the pairs on a round's list, each by sweeps numbered from 0 until one changes nothing; cold: the most for a
// cold group.
func visits(f *passes.Frame, b *passes.Buffers, round, stencil, cold uint32, sweep func(v *visit, f *passes.Frame, n uint32) bool) {
	state := b.U32("solveState")
	start := passes.ListStart(f, state[passes.SolveBase]+round)
	for _, pair := range b.U32("solveList")[start:][:b.UVec4("solveArgs")[round][0]] {
		if state[passes.SolveNotes(f, pair>>24)]&passes.NoteRest != 0 {
			state[passes.SolvePending+int(pair>>24)]-- // its group has gone to rest
			continue
		}
		v, most, settled := newVisit(f, b, pair, stencil), f.Sweeps, false
		if v.cold {
			most = cold
		}
		for n := uint32(0); n < most && !settled; n++ {
			settled = !sweep(v, f, n)
		}
		v.finish(f, b, round, settled)
		state[passes.SolvePending+v.group]--
	}
}

// visit is the work on one page of one group. A cell's neighbours are found where the shader has them: in a page with a ring
// around it, or, in other pages of the same tile, apart.
type visit struct {
	group, page uint32
	stencil     uint32
	links       [passes.PageCells][4]uint32
	cost        [passes.PageCells][4]float32 // 1 where closed
	u           []float32                    // the whole plane in which the group is solved
	before      [passes.PageCells]float32
	fixed       [passes.PageCells]bool
	diagonals   [passes.PageCells]uint32
	cosine      [passes.PageCells]float32
	ring        [pitch * pitch]float32
	apart       [passes.PageCells][4]float32 // -1: in the ring
	open        [passes.PageCells]uint32     // directions of open steps, a bit each
	tilted      uint32                       // sides beyond which the floor is not level, a bit each
	cold        bool
	order       // of the sweeps for CPUs
}

const pitch = passes.Tile + 2

// ringAt is the place of a cell of a page in the ring.
func ringAt(c int) int { return (c/passes.Tile+1)*pitch + c%passes.Tile + 1 }

var (
	ringSteps   = [4]int{pitch, 1, -pitch, -1}
	ringCorners = [4]int{pitch + 1, -pitch + 1, -pitch - 1, pitch - 1}
)

func newVisit(f *passes.Frame, b *passes.Buffers, pair, stencil uint32) *visit {
	v := &visit{group: pair >> 24, page: pair & 0xffffff, stencil: stencil}
	first := v.page * passes.PageCells
	group := passes.As[passes.Group](b, "groups")[v.group]
	cost, slope, words := b.Vec4("cost")[group.Class*f.Cells+first:], b.U32("slope"), b.U32("diagonals")
	v.cold = group.Cold != 0
	v.u = b.F32("potential")[passes.SolvePlane(f, v.group, group.Cold):][:f.Cells]
	links := passes.NewLinks(f, b)
	for c := range v.links {
		cell := first + uint32(c)
		stored := v.u[cell]
		v.before[c], v.fixed[c] = passes.Potential(stored), passes.IsFixed(stored)
		v.ring[ringAt(c)] = v.before[c]
		v.diagonals[c], v.cosine[c] = diagonalsOf(f, words, group.Class, cell), stepCosine(passes.UnpackSlope(slope[cell]))
		v.links[c] = links.All(cell)
		for d, n := range v.links[c] {
			v.fetch(c, d, n, cost[c][d], slope)
		}
	}
	return v
}

// fetch notes the neighbour n of a cell in direction d.
func (v *visit) fetch(c, d int, n uint32, cost float32, slope []uint32) {
	v.cost[c][d], v.apart[c][d] = cost, -1
	if cost < passes.Inf {
		v.open[c] |= 1 << d
	} else {
		v.cost[c][d], v.apart[c][d] = 1, passes.Inf
	}
	if n == passes.None || n/passes.PageCells == v.page {
		return
	}
	value := passes.Potential(v.u[n])
	if atSide(c, d) {
		v.ring[ringAt(c)+ringSteps[d]] = value
		if v.stencil == 8 && slope[n] != 0 {
			v.tilted |= 1 << d
		}
	} else if cost < passes.Inf {
		v.apart[c][d] = value
	}
}

// cell relaxes one cell.
func (v *visit) cell(f *passes.Frame, c int) bool {
	at := ringAt(c)
	old, value := v.ring[at], v.value(c)
	v.ring[at] = value
	return v.counts(f, f.Tolerance, c, old, value)
}

// value is the update of a cell.
func (v *visit) value(c int) float32 {
	at := ringAt(c)
	var axes, corners [4]float32
	for d, apart := range v.apart[c] {
		if axes[d] = apart; apart < 0 {
			axes[d] = v.ring[at+ringSteps[d]]
		}
		corners[d] = v.ring[at+ringCorners[d]]
	}
	if v.stencil == 8 {
		return min(Eikonal8(axes, corners, v.cost[c], v.diagonals[c], v.cosine[c]), passes.Inf)
	}
	return min(Eikonal(axes, v.cost[c]), passes.Inf)
}

// counts reports whether a change of a cell is worth telling others: a cold group's down to rounding, a warm one's above
// a small share of a step, because a crowd on the move never stops changing costs a little.
func (v *visit) counts(f *passes.Frame, share float32, c int, from, to float32) bool {
	slack := share * to
	if k := v.cost[c]; !v.cold {
		slack += f.WarmTolerance * min(k[0], k[1], k[2], k[3])
	}
	return max(to-from, from-to) > slack
}

// finish writes the page back and wakes what its changes reach.
func (v *visit) finish(f *passes.Frame, b *passes.Buffers, round uint32, settled bool) {
	pages, reached, changed := b.UVec4("pages"), uint32(0), false
	wake := func(page uint32) { passes.Wake(f, b, v.group, page, nextRound(f, round, pages[page][3])) }
	for c, before := range v.before {
		value := v.ring[ringAt(c)]
		if value == before {
			continue
		}
		v.u[v.page*passes.PageCells+uint32(c)] = value
		if !v.counts(f, f.Told, c, before, value) {
			continue
		}
		changed = true
		for d, to := range v.links[c] {
			switch page := to / passes.PageCells; {
			case to == passes.None || page == v.page:
			case atSide(c, d):
				reached |= v.concerned(c, d, min(before, value))
			default:
				wake(page)
			}
		}
	}
	for d := range 4 {
		for k := 0; k < passes.Tile && reached>>d&1 != 0; k++ {
			if to := v.links[sideCell(d, k)][d]; to != passes.None {
				wake(to / passes.PageCells)
			}
		}
	}
	if !settled && changed {
		wake(v.page)
	}
}

// atSide reports whether a step in direction d leaves the tile.
func atSide(c, d int) bool {
	return !inside(uint32(c)%passes.Tile, (2-d)*(d&1)) || !inside(uint32(c)/passes.Tile, (1-d)*(1-d&1))
}

// sideCell is the cell at place k of a side.
func sideCell(d, k int) int {
	return [4]int{passes.PageCells - passes.Tile + k, k*passes.Tile + passes.Tile - 1, k, k * passes.Tile}[d]
}

// concerned gives the side d of a cell, as a bit, if neighbours beyond it may depend on the cell. An update rests on lower
// values only, so a value that was and is above a neighbour's does not concern it; on a slope the floor's metric may make
// an exception.
func (v *visit) concerned(c, d int, lower float32) uint32 {
	at, along := ringAt(c)+ringSteps[d], ringSteps[1-d%2]
	high := v.ring[at]
	if v.stencil == 8 {
		high = max(high, v.ring[at+along], v.ring[at-along])
	}
	if lower < high || v.tilted>>d&1 != 0 {
		return 1 << d
	}
	return 0
}

// nextRound is the first round after this one that works on a colour.
func nextRound(f *passes.Frame, round, colour uint32) uint32 {
	ahead := (colour + f.Colours - round%f.Colours) % f.Colours
	if ahead == 0 {
		ahead = f.Colours
	}
	return round + ahead
}
