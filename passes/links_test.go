package passes_test

import (
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// Whatever is set is found again, in every direction, across borders of pages and to any layer; other directions stay.
func TestLinksFindWhatWasSet(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	f := &passes.Frame{TilesX: 3, TilesZ: 2, Layers: passes.MaxLayers, Sheets: passes.MaxLayers, Width: 3 * passes.Tile, Height: 2 * passes.Tile}
	f.Pages = f.TilesX * f.TilesZ * f.Layers
	f.Cells = f.Pages * passes.PageCells
	b := passes.NewBuffers()
	b.Alloc(f, "links", "pages", "pageTable")
	for i := range b.U32("links") {
		b.U32("links")[i] = passes.NoLinks
	}
	for i, p := range r.Perm(int(f.Pages)) { // pages in any order
		flat := uint32(i) % (f.TilesX * f.TilesZ)
		b.U32("pageTable")[i] = uint32(p)
		b.UVec4("pages")[p] = [4]uint32{flat % f.TilesX, flat / f.TilesX, uint32(i) / (f.TilesX * f.TilesZ)}
	}
	links := passes.NewLinks(f, b)
	steps := [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	for range 20000 {
		i, j, layer := r.IntN(int(f.Width)), r.IntN(int(f.Height)), r.IntN(int(f.Layers))
		c := passes.CellAt(f, b.U32("pageTable"), i, j, layer)
		before := links.All(c)
		for d, s := range steps {
			to, want := r.IntN(int(f.Layers)), passes.None
			if r.IntN(2) == 0 {
				to = layer
			}
			if x, z := i+s[0], j+s[1]; x >= 0 && z >= 0 && x < int(f.Width) && z < int(f.Height) && r.IntN(4) > 0 {
				want = passes.CellAt(f, b.U32("pageTable"), x, z, to)
			}
			links.Set(c, d, want)
			before[d] = want
			if got := links.All(c); got != before || links.To(c, d) != want {
				t.Fatalf("cell (%d, %d, %d) links to %v, want %v", i, j, layer, got, before)
			}
			if want == passes.None {
				to = -1
			}
			if got := links.Layer(c, d); got != to {
				t.Fatalf("cell (%d, %d, %d) links to layer %d in direction %d, want %d", i, j, layer, got, d, to)
			}
		}
	}
}
