package engine

import (
	"math"

	"throng/passes"
)

// hostScene is what the host keeps of the bake, to place agents and to answer questions about places.
type hostScene struct {
	pages      [][4]uint32
	table      []uint32
	height     []float32
	slope      []uint32
	zone       []uint32
	clearance  []float32
	links      passes.Links
	discomfort []float32 // of each cell, nil where the scene has none
	spawns     []int     // entity of each spawn number, less one
	viewCells  int       // cells that the side views invalidated
}

// fetch reads a whole slot as values of type T.
func fetch[T any](x executor, f *passes.Frame, slot string, err *error) []T {
	var t T
	size := len(wordBytes([]T{t}))
	out := make([]T, passes.Find(slot).Bytes(f)/size)
	if *err == nil {
		*err = x.read(slot, 0, wordBytes(out))
	}
	return out
}

// refresh takes the building as it is now.
func (h *hostScene) refresh(f *passes.Frame, b *building) {
	h.pages, h.table = b.pages, b.table
	h.height, h.clearance = asFloats(b.cells["height"]), asFloats(b.cells["clearance"])
	h.slope, h.zone = b.cells["slope"], b.cells["cellZone"]
	h.links = passes.LinksOf(f, b.cells["links"], h.pages, h.table)
	h.discomfort = asFloats(b.cells["cellDiscomfort"])
	h.viewCells = b.viewCells
}

// walkable reports whether agents can stand on a cell.
func (h *hostScene) walkable(c uint32) bool {
	return h.clearance[c] > passes.Covered
}

// tilt is the slope of a cell along x and z; no cell is level.
func (h *hostScene) tilt(c uint32) [2]float32 {
	if c == passes.None {
		return [2]float32{}
	}
	return passes.UnpackSlope(h.slope[c])
}

// layer is the sheet of a cell in its tile; of no cell -1.
func (h *hostScene) layer(c uint32) int {
	if c == passes.None {
		return -1
	}
	return int(h.pages[c/passes.PageCells][2])
}

// surface is the floor's height at a plan point of a cell, relative to the box [m].
func (h *hostScene) surface(f *passes.Frame, c uint32, x, z float32) float32 {
	m := passes.Centre(f, h.pages, c)
	s := h.tilt(c)
	return h.height[c] + s[0]*(x-m[0]) + s[1]*(z-m[1])
}

// search finds the walkable cell under a point relative to the box: of all layers the one whose floor is nearest in
// height, if it is nearer than reach [m]. Only spawning and questions need it; agents keep their cell.
func (h *hostScene) search(f *passes.Frame, p [3]float64, reach float64) uint32 {
	i, j := int(math.Floor(p[0]/float64(f.Cell))), int(math.Floor(p[2]/float64(f.Cell)))
	if i < 0 || j < 0 || i >= int(f.Width) || j >= int(f.Height) {
		return passes.None
	}
	found := uint32(passes.None)
	for k := range int(f.Sheets) {
		c := passes.CellAt(f, h.table, i, j, k)
		if c == passes.None || !h.walkable(c) {
			continue
		}
		if gap := math.Abs(float64(h.surface(f, c, float32(p[0]), float32(p[2]))) - p[1]); gap < reach {
			found, reach = c, gap
		}
	}
	return found
}
