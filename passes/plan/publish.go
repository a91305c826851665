package plan

import "throng/passes"

// Publish hands the potential of the group in the back plane to the agents when it has settled. The others' improve in
// place.
type Publish struct{ passes.Plain }

// Decl declares the pass.
func (Publish) Decl() passes.Decl {
	return passes.Decl{
		Name: "publish",
		Bindings: passes.Bindings(passes.Reads("groups"), passes.Updates("potential"),
			passes.Updates("solveState", "tally")),
		Group: 256,
	}
}

// Invocations is a thread per cell.
func (Publish) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU publishes.
func (Publish) CPU(f *passes.Frame, b *passes.Buffers) {
	state, phi, tally := b.U32("solveState"), b.F32("potential"), &passes.As[passes.Tally](b, "tally")[0]
	tally.Pending, tally.Waiting = 0, 0
	for g, group := range passes.As[passes.Group](b, "groups") {
		pending := state[passes.SolvePending+g]
		tally.Pending += pending
		if group.Reset == passes.ResetBack {
			tally.Waiting++
		}
		if state[passes.SolveBack] == uint32(g)+1 && group.Cold == passes.ResetBack && pending == 0 {
			copy(phi[uint32(g)*f.Cells:][:f.Cells], phi[f.Groups*f.Cells:])
		}
	}
	state[passes.SolveStale]++
	if tally.Pending+tally.Waiting == 0 {
		state[passes.SolveStale] = 0
	}
	tally.Updates, tally.Stale = state[passes.SolveUpdates], state[passes.SolveStale]
}
