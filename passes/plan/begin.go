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
	for g := range passes.As[passes.Group](b, "groups") {
		group := &passes.As[passes.Group](b, "groups")[g]
		if state[passes.SolvePending+g] == 0 {
			group.Cold = 0
		}
		waits := group.Reset == passes.ResetBack && state[passes.SolveBack] != uint32(g)+1
		if group.Reset != 0 && !waits {
			group.Cold, group.Reset = group.Reset, 0
		}
	}
	state[passes.SolveBase] += f.Rounds
	state[passes.SolveUpdates] = 0
}
