package plan

import "throng/passes"

// Turn gives the back plane to one of the groups that wait for it: the one that is at it keeps it until it has settled and
// was published, then it is the first of those that start anew, or whose mark tells that their costs have risen a lot. A
// crowd's marks ask for the plane again only after as long as the last solve took, so that the published field also
// improves in place. Groups at rest ask for nothing. It runs right before [Seed].
type Turn struct{ passes.Plain }

// Decl declares the pass.
func (Turn) Decl() passes.Decl {
	return passes.Decl{Name: "turn", Bindings: passes.Bindings(passes.Updates("groups", "solveState")), Group: 64}
}

// Invocations is one thread.
func (Turn) Invocations(*passes.Frame) int { return 1 }

// CPU takes the turn.
func (Turn) CPU(f *passes.Frame, b *passes.Buffers) {
	retire(f, b)
	groups, state := passes.As[passes.Group](b, "groups"), b.U32("solveState")
	at := state[passes.SolveBack]
	if at == 0 || !passes.InBack(groups[at-1].Cold) {
		at = 0
		for g := uint32(0); g < f.Groups && at == 0; g++ {
			if asks(f, state, groups[g], g) {
				at = g + 1
			}
		}
		if at != 0 && groups[at-1].Reset == 0 {
			groups[at-1].Reset = passes.ResetAbove
		}
		state[passes.SolveBack] = at
	}
	for g := range f.Groups {
		notes := &state[passes.SolveNotes(f, g)]
		// What a group has missed it catches up with as it starts, or in place if it need not.
		if starts, warm := at == g+1, !passes.InBack(groups[g].Reset); starts != warm && *notes&^passes.NoteRouse == passes.NoteMissed {
			*notes = passes.NoteRouse
		}
	}
}

// retire lets go of the back plane who has been published from it.
func retire(f *passes.Frame, b *passes.Buffers) {
	state := b.U32("solveState")
	if at := state[passes.SolveBack]; at != 0 && passes.InBack(passes.As[passes.Group](b, "groups")[at-1].Cold) && finished(f, state, at-1) {
		passes.As[passes.Group](b, "groups")[at-1].Cold = 0
		state[passes.SolveNotes(f, at-1)] &^= passes.NotePassed
	}
}

// asks reports whether a group that is not being solved in the back plane has a use for it.
func asks(f *passes.Frame, state []uint32, group passes.Group, g uint32) bool {
	notes := state[passes.SolveNotes(f, g)]
	if notes&passes.NoteRest != 0 {
		return false
	}
	if group.Reset != 0 {
		return passes.InBack(group.Reset)
	}
	next := state[passes.SolveBase] + f.Rounds
	return state[passes.SolveMark(f, g)] != 0 && int32(next-state[passes.SolveSince(f, g)]) >= 0 &&
		(state[passes.SolvePending+g] > 0 || notes&passes.NoteMissed != 0)
}
