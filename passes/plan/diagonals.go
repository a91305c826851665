package plan

import "throng/passes"

// Diagonals finds the diagonals that are open to a class, and wakes the pages where they have changed. It runs when the
// floor has changed, before a step is opened. Groups that are to start anew wake their pages by themselves.
//
// A diagonal is open where both ways round its square are, and lead to the same cell: so no path cuts the end of a wall.
// The solver looks for it in the page, or beyond one of its sides with the neighbour on that side. That of a page's corner
// lies in a page that may be relaxed in the same round: it stays closed, and one cell in 64 does with three of four.
type Diagonals struct{ passes.PerClass }

// Decl declares the pass.
func (Diagonals) Decl() passes.Decl {
	return passes.Decl{
		Name: "diagonals",
		Bindings: passes.Bindings(passes.Fetches("pages", "pageTable", "links", "clearance"), passes.Reads("classes", "groups"),
			passes.Updates("diagonals", "solveArgs", "solveList", "solveStamp", "solveState")),
		Group: 64,
	}
}

// Invocations is a thread per eight cells, which share a word.
func (Diagonals) Invocations(f *passes.Frame) int { return int(f.Cells) / 8 }

// CPU finds the diagonals.
func (Diagonals) CPU(f *passes.Frame, b *passes.Buffers) {
	links, clearance, words := passes.NewLinks(f, b), b.F32("clearance"), b.U32("diagonals")
	groups, pages := passes.As[passes.Group](b, "groups"), b.UVec4("pages")
	for k, class := range passes.As[passes.Class](b, "classes") {
		s := squares{links, clearance, class.Radius}
		for first := uint32(0); first < f.Cells; first += 8 {
			bits, page := uint32(0), first/passes.PageCells
			for i := range uint32(8) {
				bits |= s.open(first+i) << (4 * i)
			}
			at := (uint32(k)*f.Cells + first) / 8
			if words[at] == bits {
				continue
			}
			words[at] = bits
			for g := range groups {
				if groups[g].Class == uint32(k) && groups[g].Reset == 0 {
					passes.Wake(f, b, uint32(g), page, f.Rounds+pages[page][3])
				}
			}
		}
	}
}

// diagonalsOf gives the open diagonals of a cell: bits NE, SE, SW, NW.
func diagonalsOf(f *passes.Frame, words []uint32, class, c uint32) uint32 {
	return words[(class*f.Cells+c)/8] >> (4 * (c & 7)) & 0xf
}

// squares are the squares of four cells of one class.
type squares struct {
	links     passes.Links
	clearance []float32
	radius    float32
}

func (s *squares) stands(c uint32) bool { return c != passes.None && s.clearance[c] >= s.radius }

// open gives the open diagonals of a cell.
func (s *squares) open(c uint32) (bits uint32) {
	if !s.stands(c) {
		return 0
	}
	for q, side := range [4][2]int{{1, 0}, {1, 2}, {3, 2}, {3, 0}} {
		if s.diagonal(c, side[0], side[1]) {
			bits |= 1 << q
		}
	}
	return bits
}

// diagonal reports whether that between directions dx and dz is open.
func (s *squares) diagonal(c uint32, dx, dz int) bool {
	a, b := s.links.To(c, dx), s.links.To(c, dz)
	if !s.stands(a) || !s.stands(b) {
		return false
	}
	d := s.links.To(a, dz)
	if !s.stands(d) || d != s.links.To(b, dx) {
		return false
	}
	own, pageA, pageB, pageD := c/passes.PageCells, a/passes.PageCells, b/passes.PageCells, d/passes.PageCells
	switch x, z := inside(c%passes.Tile, 2-dx), inside(c/passes.Tile%passes.Tile, 1-dz); {
	case x && z:
		return pageA == own && pageB == own && pageD == own
	case z:
		return pageB == own && pageD == pageA
	default:
		return x && pageA == own && pageD == pageB
	}
}

// inside reports whether a step along an axis stays in the tile.
func inside(at uint32, step int) bool { return int(at)+step >= 0 && int(at)+step < passes.Tile }
