package plan

import "throng/passes"

// Limits of one visit of a page of a cold group: at least twice its edge, so that a visit finishes it.
const (
	sweeps = 2 * passes.Tile
	check  = 4 // sweeps between tests for an early end
)

// Relax is one round of the fast iterative method: every pair on the round's list is relaxed until it has settled, and
// wakes the pages that its changed border cells link to.
type Relax struct{ Round uint32 }

// Decl declares the pass.
func (Relax) Decl() passes.Decl {
	return passes.Decl{
		Name: "relax",
		Bindings: passes.Bindings(passes.Reads("pages", "pageTable", "links", "groups", "cost"), passes.Updates("potential"),
			passes.Updates("solveArgs", "solveList", "solveStamp", "solveState")),
		Push:     4,
		Group:    128,
		Indirect: "solveArgs",
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
	state := b.U32("solveState")
	start := passes.ListStart(f, state[passes.SolveBase]+r.Round)
	for _, pair := range b.U32("solveList")[start:][:b.UVec4("solveArgs")[r.Round][0]] {
		v := newVisit(f, b, pair)
		settled := v.relax(f)
		v.finish(f, b, r.Round, settled)
		state[passes.SolvePending+v.group]--
		state[passes.SolveUpdates]++
	}
}

// visit is the work on one page of one group.
type visit struct {
	group, page uint32
	links       [passes.PageCells][4]uint32
	cost        [][4]float32
	u           []float32 // the whole plane in which the group is solved
	before, now [passes.PageCells]float32
	outside     [passes.PageCells][4]float32
	cold        bool
}

func newVisit(f *passes.Frame, b *passes.Buffers, pair uint32) *visit {
	v := &visit{group: pair >> 24, page: pair & 0xffffff}
	first := v.page * passes.PageCells
	group := passes.As[passes.Group](b, "groups")[v.group]
	class := group.Class
	v.cold = group.Cold != 0
	v.cost = b.Vec4("cost")[class*f.Cells+first:][:passes.PageCells]
	v.u = b.F32("potential")[passes.SolvePlane(f, v.group, group.Cold):][:f.Cells]
	copy(v.before[:], v.u[first:])
	v.now = v.before
	links := passes.NewLinks(f, b)
	for c := range v.links {
		v.links[c] = links.All(first + uint32(c))
	}
	for c, to := range v.links {
		for d, n := range to {
			v.outside[c][d] = passes.Inf
			if v.cost[c][d] < passes.Inf && n/passes.PageCells != v.page {
				v.outside[c][d] = v.u[n]
			}
		}
	}
	return v
}

// relax sweeps the page in two colours until it moves no more; false where the sweeps ran out before.
func (v *visit) relax(f *passes.Frame) bool {
	most := f.Sweeps
	if v.cold {
		most = sweeps
	}
	for i := uint32(0); i < most; i += check {
		moved := false
		for range check {
			for parity := range 2 {
				moved = v.half(f, parity) || moved
			}
		}
		if !moved {
			return true
		}
	}
	return false
}

// half relaxes the cells of one colour of the chequerboard.
func (v *visit) half(f *passes.Frame, parity int) (moved bool) {
	for c := range v.now {
		old := v.now[c]
		if (c+c/passes.Tile)&1 != parity || old == 0 { // zero is a goal
			continue
		}
		near := v.outside[c]
		for d, n := range v.links[c] {
			if v.cost[c][d] < passes.Inf && n/passes.PageCells == v.page {
				near[d] = v.now[n%passes.PageCells]
			}
		}
		value := min(Eikonal(near, v.cost[c]), passes.Inf)
		v.now[c] = value
		moved = moved || v.counts(f, c, old, value)
	}
	return moved
}

// counts reports whether a change of a cell is worth telling others: a cold group's down to rounding, a warm one's above
// a small share of a step, because a crowd on the move never stops changing costs a little.
func (v *visit) counts(f *passes.Frame, c int, from, to float32) bool {
	slack := f.Tolerance * to
	if k := v.cost[c]; !v.cold {
		slack += f.WarmTolerance * min(k[0], k[1], k[2], k[3])
	}
	return max(to-from, from-to) > slack
}

// finish writes the page back and wakes what its changes reach.
func (v *visit) finish(f *passes.Frame, b *passes.Buffers, round uint32, settled bool) {
	pages := b.UVec4("pages")
	for c, value := range v.now {
		if value == v.before[c] {
			continue
		}
		v.u[v.page*passes.PageCells+uint32(c)] = value
		if !v.counts(f, c, v.before[c], value) {
			continue
		}
		for _, to := range v.links[c] {
			if page := to / passes.PageCells; to != passes.None && page != v.page {
				passes.Wake(f, b, v.group, page, nextRound(f, round, pages[page][3]))
			}
		}
	}
	if !settled {
		passes.Wake(f, b, v.group, v.page, nextRound(f, round, round%f.Colours))
	}
}

// nextRound is the first round after this one that works on a colour.
func nextRound(f *passes.Frame, round, colour uint32) uint32 {
	ahead := (colour + f.Colours - round%f.Colours) % f.Colours
	if ahead == 0 {
		ahead = f.Colours
	}
	return round + ahead
}
