package engine

import (
	"slices"

	"throng/passes"
)

// resolve has potentials solved anew, before the fields are carried over: of groups whose goal has changed from the goal, and of
// those of whose ways some were cut from the least potential on where one was. What has changed otherwise the solver sees
// for itself, by the costs.
func (e *Engine) resolve(t *turnover, c cuts, areas []area) error {
	f, radii := &e.frame, e.radii()
	groups, state := make([]passes.Group, f.Groups), make([]uint32, passes.Find("solveState").Count(f))
	if err := e.x.readParts([]part{{"groups", 0, wordBytes(groups)}, {"solveState", 0, wordBytes(state)}}); err != nil {
		return err
	}
	for i := range groups {
		g, spec := &groups[i], &e.routes.plans[i]
		if c.goals[g.Goal+1] || spec.Exact > 0 && e.near(g.Goal, float32(spec.Exact), areas) {
			g.Reset, e.changed.Cut = passes.ResetBack, true
			continue
		}
		phi := potentials{x: e.x, plane: passes.SolvePlane(f, uint32(i), g.Cold), pages: map[uint32][]float32{}}
		mark := t.mark(c.lost[slices.Index(radii, float32(spec.Radius))], &phi)
		if phi.err != nil {
			return phi.err
		}
		if word := &state[passes.SolveMark(f, uint32(i))]; mark < passes.Inf && g.Reset != passes.ResetBack {
			*word = max(*word, passes.Mark(mark))
			g.Reset, e.changed.Cut = passes.ResetAbove, true
		}
	}
	if !e.changed.Cut {
		return nil
	}
	e.crowd.reset = true
	return e.x.writeParts([]part{{"groups", 0, wordBytes(groups)}, {"solveState", 0, wordBytes(state)}})
}

// detour is the longest way round that a warm field finds quickly [cells]: values that rest on each other climb to those of
// a detour by a share of a step per round.
const detour = passes.Tile

// mark is the least potential of the cells that have lost the step down and have a long way round, or none.
func (t *turnover) mark(lost []lostStep, phi *potentials) float32 {
	mark := passes.Inf
	for _, s := range lost {
		here, down := phi.at(t.origin(s.from)), phi.at(s.to)
		if down < here && here < mark && !s.area.leads(s.from, func(c uint32) bool { return phi.at(t.origin(c)) <= down }) {
			mark = here
		}
	}
	return mark
}

// leads reports whether a way of no more steps than a detour leads from a cell to one that will do.
func (r *region) leads(from uint32, does func(uint32) bool) bool {
	seen, front := map[uint32]bool{from: true}, []uint32{from}
	for range detour {
		var next []uint32
		for _, c := range front {
			for _, n := range r.steps[c] {
				if n == passes.None || seen[n] {
					continue
				}
				if does(n) {
					return true
				}
				seen[n] = true
				next = append(next, n)
			}
		}
		front = next
	}
	return false
}

// potentials are those of a plane, read page by page.
type potentials struct {
	x     executor
	plane uint32
	pages map[uint32][]float32
	err   error
}

// at gives φ of a cell, Inf of none.
func (p *potentials) at(c uint32) float32 {
	if c == passes.None {
		return passes.Inf
	}
	page := c / passes.PageCells
	values, known := p.pages[page]
	if !known {
		values = make([]float32, passes.PageCells)
		if p.err == nil {
			p.err = p.x.read("potential", 4*int(p.plane+page*passes.PageCells), wordBytes(values))
		}
		p.pages[page] = values
	}
	return passes.Potential(values[c%passes.PageCells])
}

// near reports whether floor of a goal lies in areas or nearer to them than a distance [m].
func (e *Engine) near(goal uint32, within float32, areas []area) bool {
	tiles := int(within/(e.frame.Cell*passes.Tile)) + 1
	for _, a := range areas {
		for _, c := range e.building.cellsOf(a.widen(tiles, &e.frame)) {
			if e.building.cells["cellZone"][c]&0xffff == goal+1 {
				return true
			}
		}
	}
	return false
}
