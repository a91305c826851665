package plan

import "throng/passes"

// Guess gives the cells of groups that start anew a potential to begin with: so much for every region on the way that it is
// more than crossing one takes, so that all pages can be relaxed at once and descend towards the goal. [Trace], [Jump] and
// [Shift] then put the pages at their right levels. It runs after [Hops], before the step is opened.
type Guess struct{ passes.PerGroup }

// hopCells is the guess for a region, in cells walked freely.
const hopCells = 3 * passes.Tile

// Decl declares the pass.
func (Guess) Decl() passes.Decl {
	return passes.Decl{
		Name: "guess",
		Bindings: passes.Bindings(passes.Fetches("pages"), passes.Reads("classes", "groups", "regions", "hops"),
			passes.Updates("potential", "solveArgs", "solveList", "solveStamp", "solveState")),
		Group: passes.PageCells,
	}
}

// Invocations is a thread per cell.
func (Guess) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU guesses.
func (Guess) CPU(f *passes.Frame, b *passes.Buffers) {
	words, pages, n := b.U32("regions"), b.UVec4("pages"), f.Pages*passes.PageRegions
	for g, group := range passes.As[passes.Group](b, "groups") {
		g := uint32(g)
		if !due(f, b, g) {
			continue
		}
		hops := b.U32("hops")[g*(n+1):]
		base, hop := guessAt(f, b, g)
		phi := b.F32("potential")[passes.SolvePlane(f, g, group.Reset):]
		for c := range f.Cells {
			r := regionOf(f, words, group.Class, c)
			if r == passes.None || hops[r] <= passes.HopsKept || phi[c] < passes.Inf {
				continue
			}
			phi[c] = base + float32(hops[r]-passes.HopsKept)*hop
			page := c / passes.PageCells
			passes.Wake(f, b, g, page, f.Rounds+pages[page][3])
		}
	}
}

// guessAt is the potential from which a group guesses on, and what it guesses for a region.
func guessAt(f *passes.Frame, b *passes.Buffers, g uint32) (base, hop float32) {
	group := passes.As[passes.Group](b, "groups")[g]
	if group.Reset == passes.ResetAbove {
		base = passes.Marked(b.U32("solveState")[passes.SolveMark(f, g)])
	}
	speed := passes.As[passes.Class](b, "classes")[group.Class].Speed
	return base, hopCells * f.Cell * (f.Alpha + (f.Beta+f.Gamma)/speed)
}
