package engine

import (
	"testing"

	"throng/engine/scenes"
	"throng/passes"
)

// A scene of several blocks is baked to the same whatever their size, in no more memory than a block may take.
func TestSparseBlocks(t *testing.T) {
	longer(t)
	device := open(t, Options{})
	sc, scene, err := scenes.Sparse(60, false)
	must(t, err)
	sc.Grid.Cell = 0.115
	bakeIn := func(room, least int) (b *building, f *passes.Frame) {
		k := newBaker(t, device.x, sc, scene, PeelerLists)
		k.room = room
		before, _ := device.x.footprint(true)
		blocks := 0
		b = built(t, k, func(take func(*patch)) error {
			return k.each(whole(k.scene), func(p *patch) { blocks++; take(p) })
		})
		_, most := device.x.footprint(false)
		if took := most.Used - before.Used; took > room || blocks < least {
			t.Errorf("%d blocks that may take %d MiB take %d MiB, expected at least %d blocks", blocks, room>>20, took>>20, least)
		}
		return b, k.scene
	}
	want, f := bakeIn(blockBytes, 4)
	got, _ := bakeIn(64<<20, 9)
	for i, fault := range sameBuilding(f, want, got) {
		if i < 5 {
			t.Error(fault)
		}
	}
}
