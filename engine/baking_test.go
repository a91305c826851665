package engine

import (
	"slices"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// baking is a scene baked as one area, with the memory of the bake.
type baking struct {
	*baker
	patch *patch
}

// newBaker makes a baker of a scene on an executor.
func newBaker(t *testing.T, x executor, sc *ecs.Scenario, scene *ecs.Scene, peeler string) *baker {
	t.Helper()
	f := &passes.Frame{}
	origin, err := sizeGrid(scene, sc, f)
	must(t, err)
	g, err := newGeometry(scene, origin)
	must(t, err)
	setFrame(sc, f)
	f.Stairs = flag(g.stairs)
	k := &baker{x: x.workshop(), scene: f, g: g, name: scene.Name, cap: sc.Grid.Layers, peeler: peeler, room: blockBytes}
	t.Cleanup(func() { must(t, k.x.close()) })
	return k
}

// bakeOn bakes a scene in one area, whatever the memory.
func bakeOn(t *testing.T, x executor, sc *ecs.Scenario, scene *ecs.Scene, peeler string) *baking {
	t.Helper()
	k := newBaker(t, x, sc, scene, peeler)
	p, err := k.bake(whole(k.scene), true)
	must(t, err)
	return &baking{k, p}
}

// image gives an image of the bake, layer after layer.
func (k *baking) image(t *testing.T, slot string) (words []uint32) {
	t.Helper()
	for n := range int(k.f.Layers) {
		layer, err := k.x.readImage(slot, n)
		must(t, err)
		words = append(words, layer...)
	}
	return words
}

// buffer gives a buffer of the bake.
func (k *baking) buffer(t *testing.T, slot string) []uint32 {
	t.Helper()
	var err error
	words := fetch[uint32](k.x, &k.f, slot, &err)
	must(t, err)
	return words
}

// pieces gives the wall pieces of every cell.
func (k *baking) pieces(t *testing.T) (lists [][]passes.Segment) {
	t.Helper()
	var err error
	all := fetch[passes.Segment](k.x, &k.f, "pieces", &err)
	must(t, err)
	first := k.buffer(t, "pieceStart")
	for c := range k.f.Cells {
		lists = append(lists, all[first[c]:first[c+1]])
	}
	return lists
}

// walls gives the walls within reach of every cell.
func (k *baking) walls(t *testing.T) (lists [][]passes.Segment) {
	t.Helper()
	var err error
	walls := passes.WallsOf(&k.f, fetch[[4]uint32](k.x, &k.f, "pages", &err), fetch[uint32](k.x, &k.f, "wallStart", &err),
		fetch[uint32](k.x, &k.f, "pageWalls", &err), fetch[[2]uint32](k.x, &k.f, "walls", &err))
	must(t, err)
	for c := range k.f.Cells {
		lists = append(lists, slices.Collect(walls.Around(c)))
	}
	return lists
}
