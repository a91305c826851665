package engine

import (
	"fmt"

	"throng/ecs"
	"throng/passes"
	"throng/passes/bake"
)

// baker runs the stages of the bake in order; the sizes of later slots follow from what earlier stages count.
type baker struct {
	x    executor
	f    *passes.Frame
	cap  int // most layers
	name string
	cell float64
	err  error

	viewCells uint32 // cells invalidated by the side views
}

// bakeSlots are the slots that live only while a scene is baked.
func bakeSlots() (names []string) {
	for _, s := range passes.Slots {
		if s.Phase == passes.Bake {
			names = append(names, s.Name)
		}
	}
	return names
}

// pictureSlots are the baked images that [Options.KeepImages] keeps.
var pictureSlots = []string{"position", "normal", "colour", "grid", "connection"}

func (k *baker) alloc(slots ...string) {
	if k.err == nil {
		k.err = k.x.alloc(k.f, slots...)
	}
}

func (k *baker) run(ps ...passes.Pass) {
	if k.err == nil {
		k.err = k.x.run(k.f, ps...)
	}
}

// word reads one word of a buffer.
func (k *baker) word(slot string, at int) uint32 {
	var w [1]uint32
	if k.err == nil {
		k.err = k.x.read(slot, 4*at, wordBytes(w[:]))
	}
	return w[0]
}

func (k *baker) zero(slot string, at int) {
	if k.err == nil {
		k.err = k.x.write(slot, 4*at, wordBytes([]uint32{0}))
	}
}

// total runs a running sum over n counts in n+1 words and reads the total.
func (k *baker) total(slot string, n int) uint32 {
	k.run(bake.Scan(slot, n+1)...)
	return k.word(slot, n)
}

// bake makes layers, pages and walls of the geometry.
func (k *baker) bake(g *geometry) error {
	k.f.Layers = 1
	k.alloc("triangles", "attributes", "bakeCounts", "overdraw")
	if k.err == nil {
		k.err = k.x.write("triangles", 0, wordBytes(g.corners))
	}
	if k.err == nil {
		k.err = k.x.write("attributes", 0, wordBytes(g.attributes))
	}
	k.layers()
	k.views()
	k.zones(g)
	k.pages()
	k.walls()
	return k.err
}

// layers peels until nothing is left (ML §4.1).
func (k *baker) layers() {
	k.run(bake.Overdraw{})
	most := k.word("bakeCounts", bake.CountOverdraw)
	k.f.Layers = max(1, most>>24)
	if k.err == nil && int(k.f.Layers) > k.cap {
		texel := most & 0xffffff
		i, j := texel%k.f.Width, texel/k.f.Width
		k.err = fmt.Errorf("engine: scene %q has %d surfaces above each other in cell column (%d, %d), expected at most grid.layers = %d: %w",
			k.name, most>>24, i, j, k.cap, ecs.ErrInput)
	}
	if mib := k.denseBytes() >> 20; k.err == nil && mib > maxDense {
		k.err = fmt.Errorf("engine: scene %q at grid.cell %g m needs %d MiB of images to bake (%d × %d cells, %d layers), expected at most %d MiB: a larger grid.cell would fit: %w",
			k.name, k.cell, mib, k.f.Width, k.f.Height, k.f.Layers, maxDense, ecs.ErrInput)
	}
	k.alloc("position", "normal", "colour", "surface", "grid", "zone", "discomfort", "connection")
	k.alloc("depth", "peeled", "viewPosition", "viewNormal", "viewColour", "viewSurface")
	k.f.Layers = uint32(k.peel(int(k.f.Layers), func(n int) bake.Peel { return bake.Peel{Layer: n} }))
	k.run(bake.Flags{})
}

// maxDense bounds the memory of the layered images [MiB].
const maxDense = 16 << 10

func (k *baker) denseBytes() (n int) {
	for _, s := range passes.Slots {
		if s.Elem.Image() {
			n += s.Bytes(k.f)
		}
	}
	return n
}

// peel peels layer after layer, each followed by what is to be done with it, until one is empty.
func (k *baker) peel(most int, layer func(int) bake.Peel, then ...passes.Pass) (layers int) {
	for n := 0; n < most && k.err == nil; n++ {
		p := layer(n)
		k.zero("bakeCounts", bake.CountWritten)
		k.run(append([]passes.Pass{p}, append(then, bake.Keep{Peel: p})...)...)
		if k.word("bakeCounts", bake.CountWritten) == 0 {
			return n
		}
	}
	return most
}

// viewLayers bounds the layers of a side view.
const viewLayers = 1024

// views invalidates the floors beneath what the front and side views show as vertical (ML §4.2).
func (k *baker) views() {
	if k.f.Views == 0 {
		return
	}
	for _, v := range []bake.View{bake.Front, bake.Side} {
		n := k.peel(viewLayers, func(n int) bake.Peel { return bake.Peel{View: v, Layer: n} }, bake.Vertical{})
		if k.err == nil && n == viewLayers {
			k.err = fmt.Errorf("engine: scene %q has more than %d surfaces behind each other in a side view: grid.walls \"exact\" has no such limit: %w", k.name, viewLayers, ecs.ErrInput)
		}
	}
	k.viewCells = k.word("bakeCounts", bake.CountVertical)
}

// zones marks goals, spawn regions and discomfort (ML §4.5).
func (k *baker) zones(g *geometry) {
	for i := range g.zones {
		k.peel(g.zones[i].Count, func(n int) bake.Peel { return bake.Peel{Layer: n, Zone: &g.zones[i]} }, bake.Zones{})
	}
	k.run(bake.Connect{})
}

// pages packs the occupied tiles.
func (k *baker) pages() {
	k.alloc("tileScan", "scanBlocks", "pageTable")
	k.run(bake.Mark{})
	k.f.Pages = k.total("tileScan", int(k.f.TilesX*k.f.TilesZ*k.f.Layers))
	if k.err == nil && k.f.Pages == 0 {
		k.err = fmt.Errorf("engine: scene %q has no floor: no surface is level enough (grid.slope) with enough room above it (grid.clearance): %w", k.name, ecs.ErrInput)
	}
	k.f.Cells = k.f.Pages * passes.PageCells
	k.alloc("pages", "height", "slope", "cellFlag", "cellZone", "cellDiscomfort", "cellStair", "links", "clearance", "floorLinks")
	k.run(bake.Assign{}, bake.Pack{}, bake.Slope{})
}

// walls finds the outline of obstructions, blocks the faces it crosses, gathers what is within reach of each cell, and
// colours the pages for the solver.
func (k *baker) walls() {
	k.alloc("scanBlocks", "rowStart", "cursor", "pieceStart", "pieces", "wallStart", "walls")
	if k.f.Exact != 0 {
		k.run(bake.Rows{})
		k.f.Rows = k.total("rowStart", int(k.f.Triangles))
		k.run(bake.Pieces{})
		k.f.Pieces = k.total("pieceStart", int(k.f.Cells))
		k.alloc("pieces")
		k.run(bake.Pieces{Store: true}, bake.Sort{})
	}
	k.run(bake.Block{}, bake.Reach{})
	k.f.Segments = k.total("wallStart", int(k.f.Cells))
	k.alloc("walls")
	k.run(bake.Reach{Store: true}, bake.Conflict{}, bake.Colour{})
	k.f.Colours = k.word("bakeCounts", bake.CountColours)
}
