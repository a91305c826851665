package plan

import "throng/passes"

// Publish hands the potential of the group in the back plane to the agents when it has settled, or has come everywhere while
// costs keep changing. The others' improve in place. It also tells in the tally what is left to do.
type Publish struct{ passes.Plain }

// Decl declares the pass.
func (Publish) Decl() passes.Decl {
	return passes.Decl{
		Name: "publish",
		Bindings: passes.Bindings(passes.Reads("groups"), passes.Updates("potential", "solveState"),
			passes.Reads("solveArgs"), passes.Updates("tally")),
		Group: 256,
	}
}

// Invocations is a thread per cell.
func (Publish) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU publishes.
func (Publish) CPU(f *passes.Frame, b *passes.Buffers) {
	state, phi, tally := b.U32("solveState"), b.F32("potential"), &passes.As[passes.Tally](b, "tally")[0]
	tally.Pending, tally.Anew, tally.Waiting, tally.Updates = 0, 0, 0, 0
	for _, round := range b.UVec4("solveArgs")[:f.Rounds] {
		tally.Updates += round[0]
	}
	for g, group := range passes.As[passes.Group](b, "groups") {
		g, solving := uint32(g), passes.InBack(group.Cold)
		if solving {
			state[passes.SolveBeyond] = beyond(phi[f.Groups*f.Cells:])
		}
		if solving && finished(f, state, g) {
			copy(phi[g*f.Cells:][:f.Cells], phi[f.Groups*f.Cells:])
			since := &state[passes.SolveSince(f, g)]
			*since = 2*(state[passes.SolveBase]+f.Rounds) - *since
			solving = false
		}
		tally.Pending += state[passes.SolvePending+g]
		resting := state[passes.SolveNotes(f, g)]&passes.NoteRest != 0
		if solving || passes.InBack(group.Reset) && !resting {
			tally.Anew++
		}
		missed := state[passes.SolveNotes(f, g)]&passes.NoteMissed != 0 && !solving && !resting
		if missed || asks(f, state, group, g) && (!solving || group.Reset != 0) {
			tally.Waiting++
		}
	}
}

// finished reports whether what a group has in the back plane can be shown.
func finished(f *passes.Frame, state []uint32, g uint32) bool {
	return state[passes.SolvePending+g] == 0 || state[passes.SolveNotes(f, g)]&passes.NotePassed != 0
}

func beyond(phi []float32) (cells uint32) {
	for _, v := range phi {
		if v >= passes.Inf {
			cells++
		}
	}
	return cells
}
