package engine

import (
	"throng/passes"
	"throng/passes/bake"
)

// patch is a baked area, as words on the host.
type patch struct {
	area      area
	layers    int // peeled layers
	colours   uint32
	pages     [][4]uint32         // tile column, tile row, sheet, colour
	cells     map[string][]uint32 // cell slots, page by page
	walls     [][][2]uint32       // of each page, see passes.Walls
	viewCells int                 // cells that the side views invalidated
}

// cellSlots are the slots of the scene with an element per cell; some are only used by scenes with stairs or discomfort.
func cellSlots(f *passes.Frame) []string {
	slots := []string{"height", "slope", "cellZone", "links", "clearance", "wallStart"}
	if f.Gamma != 0 {
		slots = append(slots, "cellDiscomfort")
	}
	if f.Stairs != 0 {
		slots = append(slots, "cellStair")
	}
	return slots
}

// channels is the number of words of a slot's element.
func channels(slot string) int { return passes.Find(slot).Elem.Bytes() / 4 }

// patch reads what the area has become; the tiles around it are dropped.
func (k *baker) patch(inner area) (*patch, error) {
	f := &k.f
	p := &patch{area: inner, layers: int(f.Layers), colours: f.Colours, cells: map[string][]uint32{}}
	if err := k.look(p); err != nil || f.Pages == 0 {
		return p, err
	}
	var err error
	pages, first, walls := fetch[[4]uint32](k.x, f, "pages", &err), fetch[uint32](k.x, f, "pageWalls", &err), fetch[[2]uint32](k.x, f, "walls", &err)
	whole := map[string][]uint32{}
	for _, slot := range cellSlots(f) {
		whole[slot] = fetch[uint32](k.x, f, slot, &err)
	}
	if err != nil {
		return nil, err
	}
	for n, page := range pages {
		if !inner.has(int(page[0]), int(page[1])) {
			continue
		}
		p.pages, p.walls = append(p.pages, page), append(p.walls, walls[first[n]:first[n+1]])
		for _, slot := range cellSlots(f) {
			size := passes.PageCells * channels(slot)
			p.cells[slot] = append(p.cells[slot], whole[slot][n*size:(n+1)*size]...)
		}
	}
	return p, nil
}

// look takes from the images what outlives them.
func (k *baker) look(p *patch) (err error) {
	if k.pictures != nil {
		err = k.keep(p.area)
	}
	if k.f.Views == 0 || err != nil {
		return err
	}
	for layer := range int(k.f.Layers) {
		grid, err := k.x.readImage("grid", layer)
		if err != nil {
			return err
		}
		k.inside(p.area, func(at, _, _ int) {
			if grid[at] == bake.GridVertical {
				p.viewCells++
			}
		})
	}
	return nil
}

// inside visits the columns of an area with their place in the images of the block and in the grid.
func (k *baker) inside(a area, visit func(at, i, j int)) {
	for j := a.z0 * passes.Tile; j < min(a.z1*passes.Tile, int(k.scene.Height)); j++ {
		for i := a.x0 * passes.Tile; i < min(a.x1*passes.Tile, int(k.scene.Width)); i++ {
			visit((j-int(k.f.BlockZ))*int(k.f.Width)+i-int(k.f.BlockX), i, j)
		}
	}
}
