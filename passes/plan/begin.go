package plan

import "throng/passes"

// Begin opens a step: pairs left on the lists become the first rounds' work, and the step's counters start at zero.
type Begin struct{ passes.Plain }

// Decl declares the pass.
func (Begin) Decl() passes.Decl {
	return passes.Decl{
		Name:     "begin",
		Bindings: passes.Bindings(passes.Updates("solveArgs", "solveState", "groups")),
		Group:    256,
	}
}

// Invocations is one workgroup.
func (Begin) Invocations(*passes.Frame) int { return 256 }

// CPU opens the step.
func (Begin) CPU(f *passes.Frame, b *passes.Buffers) {
	args, state := b.UVec4("solveArgs"), b.U32("solveState")
	for k := range args {
		left := uint32(0)
		if k <= int(f.Colours) {
			left = args[int(f.Rounds)+k][0]
		}
		args[k] = [4]uint32{left, 1, 1, 0}
	}
	state[passes.SolveBase] += f.Rounds
	retire(f, b)
	pass(f, b)
	for g := range f.Groups {
		beginGroup(f, b, g)
	}
}

// pass notes that the solve in the back plane has come everywhere, though costs that change keep it from settling: it is
// published with this step, and what is pending goes on in place.
func pass(f *passes.Frame, b *passes.Buffers) {
	state := b.U32("solveState")
	beyond, before := state[passes.SolveBeyond], state[passes.SolveBefore]
	state[passes.SolveBeyond], state[passes.SolveBefore] = 0, beyond
	if state[passes.SolveBack] == 0 {
		return
	}
	g := state[passes.SolveBack] - 1
	notes := &state[passes.SolveNotes(f, g)]
	if f.Long != 0 && state[passes.SolveBase]-state[passes.SolveSince(f, g)] < Corrections*f.Rounds {
		return // what it has come to is a guess
	}
	if passes.InBack(passes.As[passes.Group](b, "groups")[g].Cold) && *notes&passes.NoteMissed != 0 && beyond == before {
		*notes |= passes.NotePassed
	}
}

// beginGroup notes what the group's solve in this step starts from. A warm group that has settled owes nothing to a mark
// any more: what rose has found its level. One that has gone to rest has missed what is on its lists, which is dropped, and
// has what it was at in the back plane still before it.
func beginGroup(f *passes.Frame, b *passes.Buffers, g uint32) {
	group, state := &passes.As[passes.Group](b, "groups")[g], b.U32("solveState")
	notes, mark := &state[passes.SolveNotes(f, g)], &state[passes.SolveMark(f, g)]
	if *notes&passes.NoteRest != 0 && state[passes.SolvePending+g] > 0 {
		*notes |= passes.NoteMissed
		if passes.InBack(group.Cold) {
			group.Reset, group.Cold = passes.ResetBack, 0
		}
	}
	if state[passes.SolvePending+g] == 0 {
		if group.Cold == 0 && group.Reset == 0 && *notes&passes.NoteMissed == 0 {
			*mark = 0
		}
		group.Cold = 0
	}
	waits := passes.InBack(group.Reset) && (state[passes.SolveBack] != g+1 || *notes&passes.NoteRest != 0)
	if group.Reset != 0 && !waits {
		group.Cold, group.Reset = group.Reset, 0
		*mark, state[passes.SolveSince(f, g)] = 0, state[passes.SolveBase]
		*notes &^= passes.NotePassed
		state[passes.SolveBefore] = passes.None
	}
	*notes &^= passes.NoteRouse
}
