package plan

import "throng/passes"

// Turn lets one of the groups that wait for a new start solve in the back plane: the one that is at it until it has settled
// and was published, then the first that waits. It runs right before [Seed].
type Turn struct{ passes.Plain }

// Decl declares the pass.
func (Turn) Decl() passes.Decl {
	return passes.Decl{Name: "turn", Bindings: passes.Bindings(passes.Reads("groups"), passes.Updates("solveState")), Group: 64}
}

// Invocations is one thread.
func (Turn) Invocations(*passes.Frame) int { return 1 }

// CPU takes the turn.
func (Turn) CPU(_ *passes.Frame, b *passes.Buffers) {
	groups, state := passes.As[passes.Group](b, "groups"), b.U32("solveState")
	if at := state[passes.SolveBack]; at != 0 && state[passes.SolvePending+at-1] > 0 {
		return
	}
	state[passes.SolveBack] = 0
	for g, group := range groups {
		if group.Reset == passes.ResetBack {
			state[passes.SolveBack] = uint32(g) + 1
			return
		}
	}
}
