package passes

import "math"

// Words of the slot "solveState". What follows is one word per group: pairs pending, and the planes that SolveMark,
// SolveNotes and SolveSince find.
const (
	SolveBase    = 0 // number of the step's first round since the start
	SolveBack    = 1 // group that has the back plane, and one; 0: none
	SolveBeyond  = 2 // cells of the back plane that the solve has not come to in this step
	SolveBefore  = 3 // and those of the step before
	SolvePending = 4
)

// SolveMark is the word with a group's mark: the least φ among cells whose steps have become dearer by so much that they are
// better solved anew, where the group is being solved. What lies below it rests on nothing that rose. See [Mark].
func SolveMark(f *Frame, group uint32) uint32 { return SolvePending + f.Groups + group }

// SolveNotes is the word with a group's notes.
func SolveNotes(f *Frame, group uint32) uint32 { return SolvePending + 2*f.Groups + group }

// SolveSince is the word with the round in which a group's solve in the back plane began; once that is over, the round
// from which a crowd may ask for another.
func SolveSince(f *Frame, group uint32) uint32 { return SolvePending + 3*f.Groups + group }

// Notes of a group.
const (
	NoteRest   = 1 << iota // nobody needs its field: nothing is woken
	NoteMissed             // costs have changed and its pages were not woken
	NoteRouse              // all its pages are to be woken
	NotePassed             // its solve in the back plane has come everywhere, though costs keep changing
)

// Mark is the word of a mark: complemented, so that the least φ is the greatest word and none is 0.
func Mark(phi float32) uint32 { return ^math.Float32bits(phi) }

// Marked is φ of a mark; Inf where there is none.
func Marked(word uint32) float32 {
	if word == 0 {
		return Inf
	}
	return math.Float32frombits(^word)
}

// InBack reports whether a group that started in this way is solved in the back plane.
func InBack(reset uint32) bool { return reset&1 != 0 }

// SolvePlane is the first value of the plane of "potential" in which a group is solved, given what it started from.
func SolvePlane(f *Frame, group, cold uint32) uint32 {
	if InBack(cold) {
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
