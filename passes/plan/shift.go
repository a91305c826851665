package plan

import (
	"math"

	"throng/passes"
)

// Shift lets every cell of groups that start anew change by what [Trace] and [Jump] have found on its way, and wakes all
// pages, to be relaxed from there. Cells on the way from one that rests on nothing follow that one, until the last shift takes
// them back to infinite: the solver then comes to them from what is right. So it does with ways in a circle.
type Shift struct {
	Correction
	Round uint32 // the next
}

// Decl declares the pass.
func (Shift) Decl() passes.Decl {
	return passes.Decl{
		Name: "shift",
		Bindings: passes.Bindings(passes.Fetches("pages", "links"), passes.Reads("groups", "ways", "ends"),
			passes.Updates("potential", "solveArgs", "solveList", "solveStamp", "solveState")),
		Push:  12,
		Group: 128,
	}
}

// Push gives the correction and the round.
func (s Shift) Push(*passes.Frame) [4]uint32 {
	return [4]uint32{s.Number, s.Of, s.Round}
}

// Invocations is a workgroup per page.
func (Shift) Invocations(f *passes.Frame) int { return int(f.Pages) * 128 }

// CPU shifts.
func (s Shift) CPU(f *passes.Frame, b *passes.Buffers) {
	links, pages, ways, ends := b.U32("links"), b.UVec4("pages"), b.UVec2("ways"), b.UVec2("ends")
	s.each(f, b, func(g, page uint32, last bool) {
		plane := passes.SolvePlane(f, g, passes.As[passes.Group](b, "groups")[g].Cold)
		phi := b.F32("potential")[plane+page*passes.PageCells:][:passes.PageCells]
		first := g * f.Pages * passes.PageBorder
		d := newDescent(phi, links[page*passes.PageCells:], ways[first+page*passes.PageBorder:])
		for c, old := range phi {
			if passes.IsFixed(old) || old >= passes.Inf {
				continue
			}
			switch way := follow(d.way(c), ends[first:]); {
			case way[0] == passes.WayHeld || way[0] == passes.WayLost && !last:
				phi[c] = max(old+math.Float32frombits(way[1]), 0)
			case last:
				phi[c] = passes.Inf
			}
		}
		passes.Wake(f, b, g, page, s.Round+(pages[page][3]+f.Colours-s.Round%f.Colours)%f.Colours)
	})
}
