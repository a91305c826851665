package plan

import "throng/passes"

// Publish hands the solved potential to the agents: a cold group's when it has settled, a warm one's every step.
type Publish struct{ passes.PerGroup }

// Decl declares the pass.
func (Publish) Decl() passes.Decl {
	return passes.Decl{
		Name: "publish",
		Bindings: passes.Bindings(passes.Reads("groups", "potentialBack"), passes.Writes("potential"),
			passes.Updates("solveState", "tally")),
		Group: 256,
	}
}

// Invocations is a thread per cell.
func (Publish) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU publishes.
func (Publish) CPU(f *passes.Frame, b *passes.Buffers) {
	state, tally := b.U32("solveState"), &passes.As[passes.Tally](b, "tally")[0]
	tally.Pending = 0
	for g, group := range passes.As[passes.Group](b, "groups") {
		pending := state[passes.SolvePending+g]
		tally.Pending += pending
		if from := g * int(f.Cells); group.Cold == 0 || pending == 0 {
			copy(b.F32("potential")[from:from+int(f.Cells)], b.F32("potentialBack")[from:])
		}
	}
	state[passes.SolveStale]++
	if tally.Pending == 0 {
		state[passes.SolveStale] = 0
	}
	tally.Updates, tally.Stale = state[passes.SolveUpdates], state[passes.SolveStale]
}
