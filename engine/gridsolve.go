package engine

import (
	"fmt"
	"slices"
	"time"

	"throng/ecs"
	"throng/passes"
	"throng/passes/field"
	"throng/passes/plan"
)

// passes of a solve that starts anew, or from what there is.
func (g *Grid) passes(anew bool) (ps []passes.Pass) {
	corrections := 0
	if anew {
		corrections = plan.Corrections
		ps = append(append(ps, plan.Turn{}), plan.Start(&g.frame)...)
	}
	ps = append(append(ps, plan.Begin{}, field.Cost{}), plan.Rounds(&g.frame, corrections, g.x.effort().wide)...)
	return append(ps, plan.Publish{})
}

// Reset makes the next solve start from the goals.
func (g *Grid) Reset() { g.reset = true }

// SetRounds sets the rounds of a submission from the next solve on, rounded up to whole cycles of the page colours. Nothing
// may be left over from a solve that failed.
func (g *Grid) SetRounds(n int) error {
	n = max(roundUp(n, int(g.frame.Colours)), int(g.frame.Colours))
	if n == int(g.frame.Rounds) {
		return nil
	}
	g.forget()
	g.frame.Rounds = uint32(n)
	return g.x.alloc(&g.frame, "solveArgs")
}

// forget drops the recorded passes.
func (g *Grid) forget() {
	for i, s := range g.scripts {
		if s != nil {
			s.destroy()
		}
		g.scripts[i] = nil
	}
}

// Solve runs the solver until nothing is pending: from the goals at first and after [Grid.Reset], else from the potential as
// it is.
func (g *Grid) Solve() (r GridResult, err error) {
	r.Pages = int(g.frame.Pages)
	if err := g.lengthen(); err != nil {
		return r, err
	}
	if g.altered {
		if err := g.x.run(&g.frame, plan.Survey(&g.frame)...); err != nil {
			return r, err
		}
		g.altered = false
	}
	if g.reset {
		if err := g.restart(); err != nil {
			return r, err
		}
	}
	anew := g.above || g.reset && len(g.fixed) == 0
	g.x.timings(true)
	for spent := uint32(0); spent <= (g.frame.Cells+g.frame.Rounds)*g.frame.Groups; spent += g.frame.Rounds {
		s, err := g.script(anew)
		if err != nil {
			return r, err
		}
		start := time.Now()
		if err := s.play(); err != nil {
			return r, err
		}
		r.Wall += time.Since(start)
		g.reset, g.above = false, false
		pending, waiting, err := g.account(&r)
		if err != nil || pending+waiting == 0 {
			return r, err
		}
		anew = waiting > 0 // its turn comes
	}
	return r, fmt.Errorf("engine: grid: the potential has not settled after %d rounds", r.Rounds)
}

// lengthen finds out, before the first solve, whether ways are long.
func (g *Grid) lengthen() error {
	choice := g.choice
	if choice == "" {
		return nil
	}
	if g.choice = ""; len(g.fixed) > 0 {
		choice = ecs.Off
	}
	if err := g.restart(); err != nil {
		return err
	}
	return lengthen(g.x, &g.frame, choice, func() []passes.Pass { return append([]passes.Pass{plan.Turn{}}, plan.Start(&g.frame)...) })
}

// restart marks all groups for a new start in their own planes, as [Engine.Load] does; boundary values are put there from
// the host.
func (g *Grid) restart() error {
	for i := range g.groups {
		g.groups[i].Reset, g.groups[i].Cold = passes.ResetPlace, 0
	}
	if err := g.x.write("groups", 0, wordBytes(g.groups)); err != nil || len(g.fixed) == 0 {
		return err
	}
	if err := g.x.run(&g.frame, append([]passes.Pass{plan.Turn{}}, plan.Start(&g.frame)...)...); err != nil {
		return err
	}
	plane := slices.Repeat([]float32{passes.Inf}, int(g.frame.Cells))
	for i, v := range g.fixed {
		if c := g.cells.of[i]; c != passes.None {
			plane[c] = passes.Fixed(v)
		}
	}
	var parts []part
	for group := range g.groups {
		parts = append(parts, part{"potential", 4 * group * len(plane), wordBytes(plane)})
	}
	return g.x.writeParts(parts)
}

func (g *Grid) script(anew bool) (script, error) {
	s := &g.scripts[flag(anew)]
	if *s == nil {
		made, err := g.x.script(&g.frame, g.passes(anew)...)
		if err != nil {
			return nil, err
		}
		*s = made
	}
	return *s, nil
}

// account adds what a submission took, and gives what it left: pairs pending, and groups that wait for a new start.
func (g *Grid) account(r *GridResult) (pending, waiting uint32, err error) {
	args := fetch[[4]uint32](g.x, &g.frame, "solveArgs", &err)
	tally := fetch[passes.Tally](g.x, &g.frame, "tally", &err)
	if err != nil {
		return 0, 0, err
	}
	r.Submissions++
	r.Updates += int(tally[0].Updates)
	r.Passes, r.Time = g.x.spent(), 0
	for _, p := range r.Passes {
		r.Time += p.Time
	}
	used := int(g.frame.Rounds)
	for tally[0].Pending == 0 && used > 0 && args[used-1][0] == 0 {
		used--
	}
	r.Rounds, r.Longest = r.Rounds+used, max(r.Longest, used)
	return tally[0].Pending, tally[0].Waiting, nil
}
