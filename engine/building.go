package engine

import "throng/passes"

// building is the baked scene on the host, page by page as it lies on the device.
type building struct {
	tilesX, tilesZ int
	slots          []string // the cell slots in use

	layers, sheets int
	colours        uint32
	viewCells      int
	table          []uint32            // page by sheet, tile row and tile column, or none
	pages          [][4]uint32         // tile column, tile row, sheet, colour
	cells          map[string][]uint32 // cell slots, page by page
	walls          [][][2]uint32       // of each page, see passes.Walls
	shelves        []shelf             // where they lie on the device
	wallEnd        int                 // end of the last shelf
	free           []uint32            // pages without floor, in no place of the table
}

func newBuilding(f *passes.Frame) building {
	return building{tilesX: int(f.TilesX), tilesZ: int(f.TilesZ), slots: cellSlots(f), cells: map[string][]uint32{}}
}

// place is where the page table names the page of a sheet; the table grows with the sheets.
func (b *building) place(page [4]uint32) *uint32 {
	for b.sheets <= int(page[2]) {
		b.sheets++
		for range b.tilesX * b.tilesZ {
			b.table = append(b.table, passes.None)
		}
	}
	return &b.table[(int(page[2])*b.tilesZ+int(page[1]))*b.tilesX+int(page[0])]
}

// add appends the pages of a patch.
func (b *building) add(p *patch) {
	b.layers, b.colours, b.viewCells = max(b.layers, p.layers), max(b.colours, p.colours), b.viewCells+p.viewCells
	for i, page := range p.pages {
		*b.place(page) = uint32(len(b.pages) + i)
	}
	b.pages, b.walls = append(b.pages, p.pages...), append(b.walls, p.walls...)
	for _, slot := range b.slots {
		b.cells[slot] = append(b.cells[slot], p.cells[slot]...)
	}
}

// shelf is the room for the walls of a page in the slot "walls".
type shelf struct{ first, room int }

// lay gives the walls of every page a shelf, one after the other.
func (b *building) lay() {
	b.shelves, b.wallEnd = make([]shelf, len(b.pages)), 0
	for page, walls := range b.walls {
		b.shelves[page] = shelf{b.wallEnd, len(walls)}
		b.wallEnd += len(walls)
	}
}

// upload hands everything to the device and sets the sizes in the frame.
func (b *building) upload(x executor, f *passes.Frame) error {
	f.Layers, f.Sheets, f.Colours = uint32(b.layers), uint32(b.sheets), b.colours
	f.Pages = uint32(len(b.pages))
	f.Cells = f.Pages * passes.PageCells
	parts := []part{{"pageTable", 0, wordBytes(b.table)}, {"pages", 0, wordBytes(b.pages)}}
	for _, slot := range cellSlots(&passes.Frame{Gamma: 1, Stairs: 1}) { // those not in use get the least that a slot can have
		parts = append(parts, part{slot, 0, wordBytes(b.cells[slot])})
	}
	for _, p := range parts {
		if err := x.alloc(f, p.slot); err != nil {
			return err
		}
	}
	if err := x.writeParts(parts); err != nil {
		return err
	}
	return b.uploadWalls(x, f, 0)
}

// uploadWalls lays the walls anew in a slot with room for as many more.
func (b *building) uploadWalls(x executor, f *passes.Frame, spare int) error {
	b.lay()
	f.Segments = uint32(b.wallEnd + spare)
	if err := x.alloc(f, "walls", "pageWalls"); err != nil {
		return err
	}
	all := make([][2]uint32, 0, b.wallEnd)
	for _, walls := range b.walls {
		all = append(all, walls...)
	}
	return x.writeParts([]part{{"walls", 0, wordBytes(all)}, {"pageWalls", 0, wordBytes(b.firsts())}})
}

// firsts are the contents of the slot "pageWalls".
func (b *building) firsts() (first []uint32) {
	for _, s := range b.shelves {
		first = append(first, uint32(s.first))
	}
	return append(first, uint32(b.wallEnd))
}

// outline finds the walls of cells.
func (b *building) outline(f *passes.Frame) passes.Walls {
	var first []uint32
	var all [][2]uint32
	for _, walls := range b.walls {
		first, all = append(first, uint32(len(all))), append(all, walls...)
	}
	return passes.WallsOf(f, b.pages, b.cells["wallStart"], first, all)
}

// uploadPages hands pages that have changed to the device. It reports whether their walls needed another slot.
func (b *building) uploadPages(x executor, f *passes.Frame, pages []uint32) (moved bool, err error) {
	parts := []part{{"pageTable", 0, wordBytes(b.table)}}
	var shelves []part
	for _, page := range pages {
		parts = append(parts, part{"pages", 16 * int(page), wordBytes(b.pages[page : page+1])})
		for _, slot := range b.slots {
			n := passes.PageCells * channels(slot)
			parts = append(parts, part{slot, 4 * int(page) * n, wordBytes(b.cells[slot][int(page)*n : (int(page)+1)*n])})
		}
		walls, s := b.walls[page], &b.shelves[page]
		if len(walls) > s.room {
			*s = shelf{b.wallEnd, len(walls)}
			b.wallEnd += len(walls)
		}
		shelves = append(shelves, part{"walls", 8 * s.first, wordBytes(walls)})
	}
	if err := x.writeParts(parts); err != nil {
		return false, err
	}
	if b.wallEnd > int(f.Segments) { // counting what lies unused between the shelves
		return true, b.uploadWalls(x, f, b.wallEnd/4)
	}
	return false, x.writeParts(append(shelves, part{"pageWalls", 0, wordBytes(b.firsts())}))
}
