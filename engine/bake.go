package engine

import (
	"errors"
	"fmt"
	"math"

	"throng/ecs"
	"throng/passes"
	"throng/passes/bake"
)

// baker bakes areas of the scene, each with the margin of tiles that its cells depend on, in memory of its own. What a
// cell gets does not depend on the area it is baked in, to the bit; so a scene is baked block by block, and again where
// it has changed.
type baker struct {
	x        executor
	scene    *passes.Frame // sizes of the grid, and the parameters
	g        *geometry
	name     string
	cap      int // most layers
	peeler   string
	room     int     // bytes that the images and lists of a block may take
	pictures *images // the layered images, where they are kept

	f     passes.Frame // of the area at work
	outer area
	index []uint32 // triangle of the scene by that of the area
	err   error
}

// Peelers, for Options.Peeler.
const (
	PeelerDepth = "depth" // depth peeling, a pass for every layer: the reference
	PeelerLists = "lists" // all fragments in one pass, into a list for every column
)

// blockTiles is the edge of a block: its images take some 50 bytes for every cell and layer.
const blockTiles = 32

// blockBytes is what the images and lists of a block may take; a block that needs more is cut into smaller ones.
const blockBytes = 256 << 20

// errTooBig says that a block needs more memory than it may take.
var errTooBig = errors.New("the block is too big")

// each bakes the area block by block and hands over the patches.
func (k *baker) each(a area, take func(*patch)) error {
	for n := blockTiles; ; n /= 2 {
		err := k.blocks(a.split(n), n == 1, take)
		if !errors.Is(err, errTooBig) {
			return err
		}
	}
}

// blocks bakes all blocks or none; the last try has to do whatever the memory.
func (k *baker) blocks(blocks []area, last bool, take func(*patch)) error {
	var done []*patch
	for _, b := range blocks {
		p, err := k.bake(b, last)
		if err != nil {
			return err
		}
		done = append(done, p)
	}
	for _, p := range done {
		take(p)
	}
	return nil
}

// margin is the number of tiles around an area that its cells depend on.
func margin(f *passes.Frame) int { return (dependence(f) + passes.Tile - 1) / passes.Tile }

// dependence is how far what a cell gets depends on the scene around it [cells]: walls within reach, the floor under
// those, the slope of that, and the floor across a gap.
func dependence(f *passes.Frame) int {
	return int(f.Rings) + 4 + int(math.Ceil(bake.Gap*float64(f.PerCell)))
}

// bake makes the cells of an area.
func (k *baker) bake(inner area, last bool) (*patch, error) {
	k.err = nil
	k.begin(inner)
	k.layers(last)
	k.zones()
	k.pages()
	k.walls()
	if k.err != nil {
		return nil, k.err
	}
	return k.patch(inner)
}

// begin sets the frame of the area and hands over the triangles over it.
func (k *baker) begin(inner area) {
	k.f = *k.scene
	f := &k.f
	k.outer = inner.widen(margin(f), f)
	f.BlockX, f.BlockZ = uint32(k.outer.x0*passes.Tile), uint32(k.outer.z0*passes.Tile)
	f.TilesX, f.TilesZ = uint32(k.outer.x1-k.outer.x0), uint32(k.outer.z1-k.outer.z0)
	f.Width, f.Height, f.Layers, f.Sheets = f.TilesX*passes.Tile, f.TilesZ*passes.Tile, 1, 1
	over := k.outer.box(k.scene, f.Cell)
	k.index = k.g.within(over, func(m *mesh) bool { return m.physical })
	zones := k.g.within(over, func(m *mesh) bool { return m.zone })
	f.Triangles, f.Zones, f.Entities = uint32(len(k.index)), uint32(len(zones)), uint32(len(k.g.attributes))
	k.index = append(k.index, zones...)
	corners, facets := k.g.upload(k.index)
	var rims []bake.Rim
	if f.Exact != 0 {
		rims = bake.Rims(f, corners, facets, k.g.attributes)
	}
	f.Rims = uint32(len(rims))
	k.alloc("triangles", "facets", "attributes", "rims", "bakeCounts")
	k.write("triangles", wordBytes(corners))
	k.write("facets", wordBytes(facets))
	k.write("attributes", wordBytes(k.g.attributes))
	k.write("rims", wordBytes(rims))
}

func (k *baker) alloc(slots ...string) {
	if k.err == nil {
		k.err = k.x.alloc(&k.f, slots...)
	}
}

func (k *baker) write(slot string, data []byte) {
	if k.err == nil && len(data) > 0 {
		k.err = k.x.write(slot, 0, data)
	}
}

func (k *baker) run(ps ...passes.Pass) {
	if k.err == nil {
		k.err = k.x.run(&k.f, ps...)
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

// total runs a running sum over n counts in n+1 words and reads the total.
func (k *baker) total(slot string, n int) uint32 {
	k.run(bake.Scan(slot, n+1)...)
	return k.word(slot, n)
}

// layers finds the surfaces above each other in every column (ML §4.1), and flags them.
func (k *baker) layers(last bool) {
	f := &k.f
	k.alloc("fragmentStart", "scanBlocks")
	k.run(bake.Overdraw{})
	f.Layers = min(max(1, k.word("bakeCounts", bake.CountOverdraw)), uint32(k.cap)+1)
	f.Fragments = k.total("fragmentStart", f.Texels())
	if !last && k.err == nil && k.denseBytes() > k.room {
		k.err = errTooBig
	}
	k.alloc("position", "surface", "winding")
	switch k.peeler {
	case PeelerDepth:
		k.peel()
	default:
		k.alloc("fragmentCursor", "fragments")
		k.run(bake.Gather{}, bake.Layers{})
		f.Layers = max(1, k.word("bakeCounts", bake.CountWritten))
	}
	if k.err == nil && int(f.Layers) > k.cap {
		k.err = k.overflow()
	}
	k.alloc("grid")
	k.run(bake.Flags{})
	if f.Views != 0 {
		k.run(bake.Vertical{View: bake.Front}, bake.Vertical{View: bake.Side})
	}
}

// peel finds the layers one after the other, until one is empty.
func (k *baker) peel() {
	k.alloc("depth", "peeled")
	n := uint32(0)
	for ; n < k.f.Layers && k.err == nil; n++ {
		k.write("bakeCounts", wordBytes([]uint32{0}))
		k.run(bake.Peel{Layer: int(n)}, bake.Keep{Layer: int(n)})
		if k.word("bakeCounts", bake.CountWritten) == 0 {
			break
		}
	}
	k.f.Layers = max(1, n)
	k.run(bake.Enclose{})
}

// overflow names a column that has more layers than are allowed.
func (k *baker) overflow() error {
	surface, err := k.x.readImage("surface", k.cap)
	if err != nil {
		return err
	}
	for at, triangle := range surface {
		if triangle != 0 {
			i, j := uint32(at)%k.f.Width+k.f.BlockX, uint32(at)/k.f.Width+k.f.BlockZ
			return fmt.Errorf("engine: scene %q has more than %d surfaces above each other in cell column (%d, %d), expected at most grid.layers = %d: %w",
				k.name, k.cap, i, j, k.cap, ecs.ErrInput)
		}
	}
	return fmt.Errorf("engine: scene %q has more than grid.layers = %d surfaces above each other: %w", k.name, k.cap, ecs.ErrInput)
}

// denseBytes is what the images and the lists of fragments take.
func (k *baker) denseBytes() (n int) {
	for i := range passes.Slots {
		if s := &passes.Slots[i]; s.Phase == passes.Bake && (s.Elem.Image() || s.Name == "fragments") {
			n += s.Bytes(&k.f)
		}
	}
	return n
}

// zones marks goals, spawn regions and discomfort (ML §4.5), and connects the layers.
func (k *baker) zones() {
	k.alloc("goal", "spawn", "discomfort", "connection")
	if k.f.Zones > 0 {
		k.run(bake.Zones{})
	}
	k.run(bake.Connect{})
}

// pages packs what is walkable.
func (k *baker) pages() {
	f := &k.f
	k.alloc("sheet", "tileScan")
	k.run(bake.Sheets{})
	f.Sheets = max(1, k.word("bakeCounts", bake.CountSheets))
	f.Pages = k.total("tileScan", int(f.TilesX*f.TilesZ))
	f.Cells = f.Pages * passes.PageCells
	k.alloc("pageTable")
	if f.Pages == 0 {
		return
	}
	k.alloc("pages", "height", "slope", "cellFlag", "cellZone", "cellDiscomfort", "cellStair", "links", "clearance", "floorLinks")
	k.run(bake.Assign{}, bake.Blank{}, bake.Pack{}, bake.Slope{})
}

// walls finds the outline of obstructions, blocks the faces it crosses, gathers what is within reach of each cell, and
// colours the pages for the solver.
func (k *baker) walls() {
	f := &k.f
	if f.Pages == 0 {
		return
	}
	k.alloc("scanBlocks", "rowStart", "cursor", "pieceStart", "pieces", "wallStart", "pageWalls", "walls")
	if f.Exact != 0 {
		k.run(bake.Rows{})
		f.Rows = k.total("rowStart", int(f.Triangles+f.Rims))
		k.run(bake.Pieces{})
		f.Pieces = k.total("pieceStart", int(f.Cells))
		k.alloc("pieces")
		k.run(bake.Pieces{Store: true}, bake.Sort{})
	}
	k.run(bake.Block{}, bake.Reach{}, bake.Shelve{})
	if n := k.word("bakeCounts", bake.CountWalls); k.err == nil && n > passes.MaxWalls {
		k.err = fmt.Errorf("engine: scene %q at grid.cell %g m has %d pieces of wall within reach of one cell, expected at most %d: a coarser mesh would fit: %w",
			k.name, f.Cell, n, passes.MaxWalls, ecs.ErrInput)
	}
	f.Segments = k.total("pageWalls", int(f.Pages))
	k.alloc("walls")
	k.run(bake.Reach{Store: true}, bake.Conflict{}, bake.Colour{})
	f.Colours = k.word("bakeCounts", bake.CountColours)
}
