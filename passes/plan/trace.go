package plan

import "throng/passes"

// Trace follows the ways down from the border cells of every page of groups that start anew, each to the cell at which it
// leaves the page, and sums up by how much the values on it have yet to change. A page that is right within itself but rests
// on another that has moved since differs where its ways lead in, and everything above by as much. With [Jump] and [Shift]
// this is policy iteration (Howard 1960) with the ways as the policy: all pages of a corridor come to their levels at
// once, where rounds of the solver would carry every change along it page by page.
type Trace struct {
	Correction
	Stencil uint32
}

// Decl declares the pass.
func (t Trace) Decl() passes.Decl {
	return passes.Decl{
		Name: "trace",
		Bindings: passes.Bindings(passes.Fetches("pages", "pageTable", "links", "slope"), passes.Reads("groups", "diagonals", "cost", "potential", "solveState"),
			passes.Writes("ways", "ends")),
		Push:      8,
		Group:     128,
		Constants: []uint32{t.Stencil},
	}
}

// Invocations is a workgroup per page.
func (Trace) Invocations(f *passes.Frame) int { return int(f.Pages) * 128 }

// CPU follows the ways.
func (t Trace) CPU(f *passes.Frame, b *passes.Buffers) {
	ways, ends := b.UVec2("ways"), b.UVec2("ends")
	t.each(f, b, func(g, page uint32, _ bool) {
		v, first := newVisit(f, b, g<<24|page, t.Stencil), (g*f.Pages+page)*passes.PageBorder
		for c := range v.links {
			if k := borderOf(c); k >= 0 {
				ways[first+uint32(k)] = wayOf(v.exit(c), v.change(c))
			}
		}
		d := newDescent(v.u[page*passes.PageCells:], b.U32("links")[page*passes.PageCells:], ways[first:])
		for c := range v.links {
			if k := borderOf(c); k >= 0 {
				ends[first+uint32(k)] = d.way(c)
			}
		}
	})
}

// exit tells where the way down from a border cell leads: to a border cell of another page, by its number in the group, or
// on within the page. Ways to other pages of the same tile are not followed.
func (v *visit) exit(c int) uint32 {
	at := ringAt(c)
	if own := v.ring[at]; v.fixed[c] {
		return passes.WayHeld
	} else if own >= passes.Inf {
		return passes.WayLost
	}
	lowest, to := v.ring[at], passes.WayLost
	for d, n := range v.links[c] {
		switch value := v.ring[at+ringSteps[d]]; {
		case n == passes.None:
		case n/passes.PageCells != v.page && !atSide(c, d):
			if to == passes.WayLost {
				to = passes.WayHeld
			}
		case value < lowest:
			lowest, to = value, passes.WayInside
			if n/passes.PageCells != v.page {
				to = n/passes.PageCells*passes.PageBorder + uint32(borderOf(int(n%passes.PageCells)))
			}
		}
	}
	return to
}

// change is by how much a cell differs from its update.
func (v *visit) change(c int) float32 {
	old := v.ring[ringAt(c)]
	if v.fixed[c] || old >= passes.Inf {
		return 0
	}
	if value := v.value(c); value < passes.Inf {
		return value - old
	}
	return 0
}

// borderOf numbers the border cells of a page, by sides in the order N, E, S, W; -1 for a cell within.
func borderOf(c int) int {
	switch x, z := c%passes.Tile, c/passes.Tile; {
	case z == passes.Tile-1:
		return x
	case x == passes.Tile-1:
		return passes.Tile + z
	case z == 0:
		return 2*passes.Tile + x
	case x == 0:
		return 3*passes.Tile + z
	}
	return -1
}
