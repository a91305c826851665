package engine

import (
	"math"
	"slices"

	"throng/passes"
)

// turnover is what patches change in a building.
type turnover struct {
	pages []uint32          // pages with new contents
	fresh map[uint32]uint32 // cells whose floor is not what it was: where it was before, or none
	grown bool              // there are more pages, sheets or colours than before
}

// sameFloor is how much heights may differ for a floor to count as the one that was there before [m].
const sameFloor = 1e-3

// replace puts patches in place of what was baked there. A page that holds most of the same floor keeps its number, so
// that fields and agents stay where they are.
func (b *building) replace(patches []*patch) turnover {
	t := turnover{fresh: map[uint32]uint32{}}
	pages, sheets, colours := len(b.pages), b.sheets, b.colours
	for _, p := range patches {
		b.layers, b.colours = max(b.layers, p.layers), max(b.colours, p.colours)
		byTile := map[[2]uint32][]int{}
		for n, page := range p.pages {
			tile := [2]uint32(page[:2])
			byTile[tile] = append(byTile[tile], n)
		}
		for z := p.area.z0; z < p.area.z1; z++ {
			for x := p.area.x0; x < p.area.x1; x++ {
				tile := [2]uint32{uint32(x), uint32(z)}
				b.tile(&t, p, tile, byTile[tile])
			}
		}
	}
	slices.Sort(t.pages)
	t.pages = slices.Compact(t.pages) // one tile may take what another has left
	t.grown = len(b.pages) > pages || b.sheets > sheets || b.colours > colours
	return t
}

// tile replaces the pages of one tile.
func (b *building) tile(t *turnover, p *patch, tile [2]uint32, fresh []int) {
	var old []uint32
	for s := range b.sheets {
		at := b.place([4]uint32{tile[0], tile[1], uint32(s)})
		if *at != passes.None {
			old = append(old, *at)
			*at = passes.None
		}
	}
	before := make([]floorPage, len(old))
	for i, page := range old {
		before[i] = b.floors(page)
	}
	vacant := slices.Clone(old)
	for _, n := range fresh {
		after := p.floors(n)
		page := b.successor(&vacant, old, before, &after)
		b.copyPage(page, p, n)
		*b.place(p.pages[n]) = page
		t.pages = append(t.pages, page)
		t.note(page, &after, old, before)
	}
	for _, page := range vacant {
		b.clearPage(page)
		b.free = append(b.free, page)
		t.pages = append(t.pages, page)
		t.note(page, &floorPage{}, old, before)
	}
}

// floorPage is the floor of a page: heights, NaN where there is none.
type floorPage struct {
	height [passes.PageCells]float32
	floor  [passes.PageCells]bool
}

func (b *building) floors(page uint32) floorPage { return floorsOf(b.cells, int(page)) }

func (p *patch) floors(n int) floorPage { return floorsOf(p.cells, n) }

func floorsOf(cells map[string][]uint32, page int) (f floorPage) {
	for k := range f.height {
		c := page*passes.PageCells + k
		f.height[k] = math.Float32frombits(cells["height"][c])
		f.floor[k] = math.Float32frombits(cells["clearance"][c]) != passes.NoFloor
	}
	return f
}

// same reports whether both have the same floor at a place.
func (f *floorPage) same(g *floorPage, k int) bool {
	return f.floor[k] && g.floor[k] && math.Abs(float64(f.height[k]-g.height[k])) <= sameFloor
}

// successor picks the page for a new floor: of the tile's vacant ones that with most of the same floor, else a free one,
// else a new one.
func (b *building) successor(vacant *[]uint32, old []uint32, before []floorPage, after *floorPage) uint32 {
	best, most := -1, -1
	for i, page := range *vacant {
		same := 0
		for k := range after.height {
			if before[slices.Index(old, page)].same(after, k) {
				same++
			}
		}
		if same > most {
			best, most = i, same
		}
	}
	if best >= 0 {
		page := (*vacant)[best]
		*vacant = slices.Delete(*vacant, best, best+1)
		return page
	}
	if n := len(b.free); n > 0 {
		page := b.free[n-1]
		b.free = b.free[:n-1]
		return page
	}
	return b.newPage()
}

// note lists the cells of a page whose floor is not what was there before, with the cell of the tile that had it.
func (t *turnover) note(page uint32, after *floorPage, old []uint32, before []floorPage) {
	was := &floorPage{}
	if i := slices.Index(old, page); i >= 0 {
		was = &before[i]
	}
	for k := range after.height {
		if after.same(was, k) || !after.floor[k] && !was.floor[k] {
			continue
		}
		from := passes.None
		for i := range before {
			if after.same(&before[i], k) {
				from = old[i]*passes.PageCells + uint32(k)
			}
		}
		t.fresh[page*passes.PageCells+uint32(k)] = from
	}
}

// newPage appends an empty page.
func (b *building) newPage() uint32 {
	page := uint32(len(b.pages))
	b.pages = append(b.pages, [4]uint32{})
	b.walls, b.shelves = append(b.walls, nil), append(b.shelves, shelf{})
	for _, slot := range b.slots {
		b.cells[slot] = append(b.cells[slot], make([]uint32, passes.PageCells*channels(slot))...)
	}
	b.clearPage(page)
	return page
}

// clearPage takes the floor out of a page.
func (b *building) clearPage(page uint32) {
	for _, slot := range b.slots {
		n := passes.PageCells * channels(slot)
		clear(b.cells[slot][int(page)*n : int(page+1)*n])
	}
	for c := page * passes.PageCells; c < (page+1)*passes.PageCells; c++ {
		b.cells["links"][c], b.cells["clearance"][c] = passes.NoLinks, math.Float32bits(passes.NoFloor)
	}
	b.walls[page] = nil
}

// copyPage takes page n of a patch.
func (b *building) copyPage(page uint32, p *patch, n int) {
	b.pages[page], b.walls[page] = p.pages[n], p.walls[n]
	for _, slot := range b.slots {
		size := passes.PageCells * channels(slot)
		copy(b.cells[slot][int(page)*size:], p.cells[slot][n*size:(n+1)*size])
	}
}
