package field

import "throng/passes"

// Rises of costs that are better solved anew than followed.
const (
	rise   = 2           // times the cheapest step of a cell
	across = passes.Tile // such cells in a page: a row across it
)

// teller tells groups that the costs of a page have changed.
//
// It wakes the page, unless the group's potential has never come there: the page is of another island, or the solver's front
// will see the new costs. Groups at rest only note that they have missed something, and so do those that are being solved in
// the back plane, but for the step they start in: in a crowd on the move their solve would never end.
//
// Where costs rise by a lot, values that rest on each other climb slowly to what a solve from the goal gives. Where a page
// has a jam, the cells in it mark their group (see passes.SolveMark); a group at rest marks every rise, as it follows none.
type teller struct {
	*pricer
	page uint32
	old  [][4]float32
	jams bool
}

func newTeller(p *pricer, page uint32, old [][4]float32) teller {
	t, n := teller{p, page, old, false}, 0
	for c := range old {
		if t.jammed(c) {
			n++
		}
	}
	t.jams = n >= across
	return t
}

// jammed reports whether the cheapest step out of a cell has become much dearer. One that has no step left is not: the
// scene has changed, and the host knows.
func (t *teller) jammed(c int) bool {
	was, is := cheapest(t.old[c]), cheapest(t.now[c])
	return was > 0 && is > rise*was && is < passes.Inf
}

func cheapest(k [4]float32) float32 { return min(k[0], k[1], k[2], k[3]) }

func (t *teller) tell(f *passes.Frame, b *passes.Buffers, g uint32) {
	group, state := passes.As[passes.Group](b, "groups")[g], b.U32("solveState")
	phi, notes := b.F32("potential")[passes.SolvePlane(f, g, group.Cold):][:f.Cells], &state[passes.SolveNotes(f, g)]
	rests := *notes&passes.NoteRest != 0
	solving := passes.InBack(group.Cold) && state[passes.SolveSince(f, g)] != state[passes.SolveBase]
	reached := b.U32("solveStamp")[g*f.Pages+t.page] != 0 // it has been there before
	for local := range t.old {
		c := t.page*passes.PageCells + uint32(local)
		reached = reached || t.reached(phi, local)
		if marks := rests && t.dearer(local) || t.jams && t.jammed(local); marks && !passes.IsFixed(phi[c]) && phi[c] < passes.Inf {
			mark := &state[passes.SolveMark(f, g)]
			*mark = max(*mark, passes.Mark(phi[c]))
		}
	}
	switch {
	case !reached:
	case rests || solving:
		*notes |= passes.NoteMissed
	default:
		passes.Wake(f, b, g, t.page, b.UVec4("pages")[t.page][3])
	}
}

// reached reports whether a cell has a potential, or an open step to another page that has.
func (t *teller) reached(phi []float32, local int) bool {
	c := t.page*passes.PageCells + uint32(local)
	if phi[c] < passes.Inf {
		return true
	}
	for d, cost := range t.now[local] {
		if n := t.links.To(c, d); cost < passes.Inf && n/passes.PageCells != t.page && phi[n] < passes.Inf {
			return true
		}
	}
	return false
}

// dearer reports whether a step out of a cell has become dearer.
func (t *teller) dearer(c int) bool {
	for d := range t.now[c] {
		if t.now[c][d] > t.old[c][d] {
			return true
		}
	}
	return false
}
