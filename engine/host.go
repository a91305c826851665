package engine

import (
	"math"

	"throng/passes"
	"throng/passes/bake"
)

// hostScene is what the host keeps of the bake, to place agents and to answer questions about places.
type hostScene struct {
	pages     [][4]uint32
	table     []uint32
	height    []float32
	slope     [][2]float32
	flag      []uint32
	zone      []uint32
	clearance []float32
	links     [][4]uint32
	spawns    []int // entity of each spawn number, less one
	viewCells int   // cells that the side views invalidated
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

func newHostScene(x executor, f *passes.Frame) (h hostScene, err error) {
	h.pages, h.table = fetch[[4]uint32](x, f, "pages", &err), fetch[uint32](x, f, "pageTable", &err)
	h.height, h.slope = fetch[float32](x, f, "height", &err), fetch[[2]float32](x, f, "slope", &err)
	h.flag, h.zone = fetch[uint32](x, f, "cellFlag", &err), fetch[uint32](x, f, "cellZone", &err)
	h.clearance, h.links = fetch[float32](x, f, "clearance", &err), fetch[[4]uint32](x, f, "links", &err)
	return h, err
}

// walkable reports whether agents can stand on a cell.
func (h *hostScene) walkable(c uint32) bool {
	return h.flag[c]&(bake.CellWalkable|bake.CellCovered) == bake.CellWalkable
}

// layer is the peeled layer of a cell.
func (h *hostScene) layer(c uint32) int { return int(h.pages[c/passes.PageCells][2]) }

// surface is the floor's height at a plan point of a cell, relative to the box [m].
func (h *hostScene) surface(f *passes.Frame, c uint32, x, z float32) float32 {
	m := passes.Centre(f, h.pages, c)
	return h.height[c] + h.slope[c][0]*(x-m[0]) + h.slope[c][1]*(z-m[1])
}

// search finds the walkable cell under a point relative to the box: of all layers the one whose floor is nearest in
// height, if it is nearer than reach [m]. Only spawning and questions need it; agents keep their cell.
func (h *hostScene) search(f *passes.Frame, p [3]float64, reach float64) uint32 {
	i, j := int(math.Floor(p[0]/float64(f.Cell))), int(math.Floor(p[2]/float64(f.Cell)))
	if i < 0 || j < 0 || i >= int(f.Width) || j >= int(f.Height) {
		return passes.None
	}
	found := uint32(passes.None)
	for k := range int(f.Layers) {
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
