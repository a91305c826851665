package bake

import "throng/passes"

// Shelve turns the numbers of walls of the cells into their places in the page, and gives the number of each page's.
type Shelve struct{ perCell }

// Decl declares the pass.
func (Shelve) Decl() passes.Decl {
	return passes.Decl{
		Name:     "shelve",
		Bindings: passes.Bindings(passes.Updates("wallStart"), passes.Writes("pageWalls"), passes.Updates("bakeCounts")),
		Group:    passes.PageCells,
	}
}

// CPU sums up the numbers.
func (Shelve) CPU(f *passes.Frame, b *passes.Buffers) {
	start, walls, counts := b.U32("wallStart"), b.U32("pageWalls"), b.U32("bakeCounts")
	for page := range f.Pages {
		walls[page] = 0
		for local := range uint32(passes.PageCells) {
			n := &start[page*passes.PageCells+local]
			counts[CountWalls] = max(counts[CountWalls], *n)
			at := walls[page]
			walls[page] += *n
			*n = passes.WallRange(at, *n)
		}
	}
}
