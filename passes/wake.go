package passes

// Words of the slot "solveState"; the pending counts of the groups follow.
const (
	SolveBase    = 0 // number of the step's first round since the start
	SolveUpdates = 1 // page visits in the step
	SolveStale   = 2 // steps for which some published potential has been out of date
	SolveBack    = 3 // group that has the back plane, and one; 0: none
	SolvePending = 4
)

// SolvePlane is the first value of the plane of "potential" in which a group is solved, given what it started from.
func SolvePlane(f *Frame, group, cold uint32) uint32 {
	if cold == ResetBack {
		group = f.Groups
	}
	return group * f.Cells
}

// ListStart is the first entry of the work list of an absolute round.
func ListStart(f *Frame, absolute uint32) uint32 {
	return absolute % (f.Colours + 1) * (f.Groups * f.Pages)
}

// Wake puts the pair (group, page) on the work list of a round of this step, once: the form of lib/solver.glsl.
func Wake(f *Frame, b *Buffers, group, page, round uint32) {
	state, stamp := b.U32("solveState"), b.U32("solveStamp")
	pair := group*f.Pages + page
	absolute := state[SolveBase] + round
	if stamp[pair] > absolute {
		return
	}
	stamp[pair] = absolute + 1
	args := b.UVec4("solveArgs")
	b.U32("solveList")[ListStart(f, absolute)+args[round][0]] = group<<24 | page
	args[round][0]++
	state[SolvePending+int(group)]++
}
