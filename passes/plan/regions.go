package plan

import "throng/passes"

// Regions numbers the parts of every page that hang together for a class within the page: what a corridor keeps of it. With
// the ways between them, they are the map of the floor by which [Hops] and [Guess] find their way. It runs when the floor
// has changed, where ways are long.
//
// Parts are numbered in the order of their first cells; those beyond [passes.PageRegions] have none, and the solver reaches
// them without a guess.
type Regions struct{ passes.PerClass }

// Decl declares the pass.
func (Regions) Decl() passes.Decl {
	return passes.Decl{
		Name:     "regions",
		Bindings: passes.Bindings(passes.Fetches("links", "clearance"), passes.Reads("classes"), passes.Writes("regions")),
		Group:    passes.PageCells,
	}
}

// Invocations is a thread per cell.
func (Regions) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU numbers the regions.
func (Regions) CPU(f *passes.Frame, b *passes.Buffers) {
	words, clearance, out := b.U32("links"), b.F32("clearance"), b.U32("regions")
	for k, class := range passes.As[passes.Class](b, "classes") {
		for page := range f.Pages {
			first := page * passes.PageCells
			labels := label(words[first:], clearance[first:], class.Radius)
			for c, l := range labels {
				at, shift := (uint32(k)*f.Cells+first+uint32(c))/8, 4*(c&7)
				out[at] = out[at]&^(0xf<<shift) | l<<shift
			}
		}
	}
}

// label numbers the cells of a page by the part that they belong to, [passes.NoRegion] where they have no number.
func label(words []uint32, clearance []float32, radius float32) (labels [passes.PageCells]uint32) {
	stands := func(c int) bool { return clearance[c] >= radius }
	var seen [passes.PageCells]bool
	next := uint32(0)
	for first := range labels {
		if !stands(first) {
			labels[first] = passes.NoRegion
		}
		if seen[first] || !stands(first) {
			continue
		}
		number := next
		if next++; number >= passes.PageRegions {
			number = passes.NoRegion
		}
		seen[first] = true
		for part := []int{first}; len(part) > 0; {
			c := part[len(part)-1]
			part = part[:len(part)-1]
			labels[c] = number
			for d, step := range [4]int{passes.Tile, 1, -passes.Tile, -1} {
				if words[c]>>(8*d)&0xff == passes.LinkNear && !seen[c+step] && stands(c+step) {
					seen[c+step] = true
					part = append(part, c+step)
				}
			}
		}
	}
	return labels
}

// regionOf gives the region of a cell for a class by its number among all, or None.
func regionOf(f *passes.Frame, words []uint32, class, c uint32) uint32 {
	l := words[(class*f.Cells+c)/8] >> (4 * (c & 7)) & 0xf
	if l >= passes.PageRegions {
		return passes.None
	}
	return c/passes.PageCells*passes.PageRegions + l
}
