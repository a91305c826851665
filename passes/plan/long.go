package plan

import "throng/passes"

// Corrections is how often a group that starts anew is corrected along its ways, where these are long: enough for what is
// left to be within rounding.
const Corrections = 12

// Survey finds what the solver has to know of the floor. It runs when that has changed.
func Survey(f *passes.Frame) []passes.Pass {
	if f.Long == 0 {
		return []passes.Pass{Diagonals{}}
	}
	return []passes.Pass{Diagonals{}, Regions{}, Borders{}}
}

// Start gives groups that start anew what they start from; exact: the passes [Exact].
func Start(f *passes.Frame, exact ...passes.Pass) []passes.Pass {
	if f.Long == 0 {
		return append([]passes.Pass{Seed{}}, exact...)
	}
	return append(append([]passes.Pass{Forget{}, Seed{}}, exact...), Hops{}, Guess{})
}

// Rounds are the rounds of the solver in a plan, with up to most corrections between them where ways are long. They are those
// of wide devices, which relax many pages about as fast as one, or of others.
func Rounds(f *passes.Frame, most int, wide bool) (ps []passes.Pass) {
	c := Correction{Of: min(uint32(most), f.Rounds/f.Colours-1)}
	for r := range f.Rounds {
		if f.Long != 0 && r > 0 && r%f.Colours == 0 && c.Number < c.Of {
			ps = append(ps, correct(f, c, r)...)
			c.Number++
		}
		if round := (Relax{r, f.Stencil}); wide {
			ps = append(ps, round)
		} else {
			ps = append(ps, Sweep(round))
		}
	}
	return ps
}

// correct is one correction, ahead of a round.
func correct(f *passes.Frame, c Correction, round uint32) []passes.Pass {
	ps := []passes.Pass{Trace{Correction: c, Stencil: f.Stencil}}
	for k := range jumps(f) {
		ps = append(ps, Jump{c, k})
	}
	return append(ps, Shift{Correction: c, Round: round})
}

// Correction is one of those of a plan.
type Correction struct {
	Number, Of uint32
}

// Push gives both.
func (c Correction) Push(*passes.Frame) [4]uint32 { return [4]uint32{c.Number, c.Of} }

// Planes is the number of groups.
func (Correction) Planes(f *passes.Frame) int { return int(f.Groups) }

// of counts a group's corrections since it started; false where there is none left to do.
func (c Correction) of(f *passes.Frame, b *passes.Buffers, g uint32) (number uint32, due bool) {
	state := b.U32("solveState")
	if passes.As[passes.Group](b, "groups")[g].Cold == 0 || state[passes.SolveNotes(f, g)]&passes.NoteRest != 0 {
		return 0, false
	}
	number = (state[passes.SolveBase]-state[passes.SolveSince(f, g)])/f.Rounds*c.Of + c.Number
	return number, number < Corrections
}

// each visits the pages of the groups that are corrected; last: for the last time.
func (c Correction) each(f *passes.Frame, b *passes.Buffers, do func(g, page uint32, last bool)) {
	for g := range f.Groups {
		if number, due := c.of(f, b, g); due {
			for page := range f.Pages {
				do(g, page, number == Corrections-1)
			}
		}
	}
}
