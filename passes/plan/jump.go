package plan

import (
	"math"
	"math/bits"

	"throng/passes"
)

// Jump makes every way from border cell to border cell four times as long (pointer jumping, Wyllie 1979): after enough of them
// all lead to where they end. It reads "ends" and writes "endsNext", or the other way round.
type Jump struct {
	Correction
	Hop int
}

// jumps is the number of passes that follow all ways to their ends. It is even, so that the ends are in "ends".
func jumps(f *passes.Frame) int { return ((bits.Len32(f.Pages*passes.PageRegions)+1)/2 + 1) &^ 1 }

func (j Jump) slots() (from, to string) {
	if j.Hop%2 == 0 {
		return "ends", "endsNext"
	}
	return "endsNext", "ends"
}

// Decl declares the pass.
func (j Jump) Decl() passes.Decl {
	from, to := j.slots()
	return passes.Decl{
		Name:     "jump",
		Bindings: passes.Bindings(passes.Reads("groups", "solveState", from), passes.Writes(to)),
		Push:     8,
		Group:    256,
	}
}

// Invocations is a thread per border cell.
func (Jump) Invocations(f *passes.Frame) int { return int(f.Pages) * passes.PageBorder }

// CPU goes on.
func (j Jump) CPU(f *passes.Frame, b *passes.Buffers) {
	read, write := j.slots()
	from, to := b.UVec2(read), b.UVec2(write)
	j.each(f, b, func(g, page uint32, _ bool) {
		first := g * f.Pages * passes.PageBorder
		for k := range uint32(passes.PageBorder) {
			at := first + page*passes.PageBorder + k
			way := from[at]
			for range 3 {
				way = follow(way, from[first:])
			}
			to[at] = way
		}
	})
}

// follow joins a way to the one that it leads to.
func follow(way [2]uint32, ways [][2]uint32) [2]uint32 {
	if way[0] >= passes.WayInside {
		return way
	}
	on := ways[way[0]]
	return wayOf(on[0], math.Float32frombits(way[1])+math.Float32frombits(on[1]))
}
