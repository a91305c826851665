package engine

import (
	"fmt"
	"slices"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// built puts a building together of what bake hands over.
func built(t *testing.T, k *baker, bake func(take func(*patch)) error) *building {
	t.Helper()
	b := newBuilding(k.scene)
	must(t, bake(b.add))
	return &b
}

// inBlocks bakes a scene in blocks of n × n tiles.
func inBlocks(t *testing.T, k *baker, n int) *building {
	t.Helper()
	return built(t, k, func(take func(*patch)) error { return k.blocks(whole(k.scene).split(n), true, take) })
}

// sameBuilding compares two bakes of a scene page by page, whatever their numbers.
func sameBuilding(f *passes.Frame, want, got *building) (faults []string) {
	if want.layers != got.layers || want.sheets != got.sheets || want.colours != got.colours || want.viewCells != got.viewCells {
		return []string{fmt.Sprintf("%d layers, %d sheets, %d colours, %d cells closed by views; expected %d, %d, %d, %d",
			got.layers, got.sheets, got.colours, got.viewCells, want.layers, want.sheets, want.colours, want.viewCells)}
	}
	for at, p := range want.table {
		q := got.table[at]
		if (p == passes.None) != (q == passes.None) {
			faults = append(faults, fmt.Sprintf("place %d of the table has page %d, expected %d", at, q, p))
		}
		if p == passes.None || q == passes.None {
			continue
		}
		page := want.pages[p]
		if page != got.pages[q] {
			faults = append(faults, fmt.Sprintf("a page is %v, expected %v", got.pages[q], page))
		}
		for _, slot := range want.slots {
			n := passes.PageCells * channels(slot)
			if a, b := want.cells[slot][int(p)*n:][:n], got.cells[slot][int(q)*n:][:n]; !slices.Equal(a, b) {
				faults = append(faults, fmt.Sprintf("%s of page %v differs", slot, page))
			}
		}
		if a, b := want.walls[p], got.walls[q]; !slices.Equal(a, b) {
			faults = append(faults, fmt.Sprintf("page %v has %d other walls, expected %d", page, len(b), len(a)))
		}
	}
	if len(faults) == 0 && want.hash(f) != got.hash(f) {
		faults = append(faults, "the hashes differ")
	}
	return faults
}

// What a cell gets does not depend on the blocks it is baked in, on the reference and on a device, with either peeler.
func TestBlocksEqualTheWhole(t *testing.T) {
	device := open(t, Options{})
	reference := newCPU(Options{InFlight: 1})
	check := func(t *testing.T, sc *ecs.Scenario, scene *ecs.Scene, n int, x executor, peeler string) {
		t.Helper()
		k := newBaker(t, x, sc, scene, PeelerLists)
		if len(whole(k.scene).split(n)) < 2 {
			t.Fatalf("blocks of %d tiles do not part the scene", n)
		}
		want := inBlocks(t, k, 1<<20)
		got := inBlocks(t, newBaker(t, x, sc, scene, peeler), n)
		for i, fault := range sameBuilding(k.scene, want, got) {
			if i < 5 {
				t.Errorf("blocks of %d tiles: %s", n, fault)
			}
		}
	}
	for name, n := range map[string]int{"stairs": 1, "villa": 2, "maze": 3, "spiral": 1} {
		t.Run(name, func(t *testing.T) {
			if name != "stairs" {
				longer(t)
			}
			sc, scene := builtin(t, name)
			check(t, sc, scene, n, reference, PeelerLists)
			check(t, sc, scene, n, device.x, PeelerLists)
		})
	}
	for seed := range uint64(12) {
		t.Run(fmt.Sprintf("random seed %d", seed), func(t *testing.T) {
			if seed >= 4 {
				longer(t)
			}
			scene := randomScene(seed)
			sc := emptyScenario(scene.Name)
			sc.Grid.Walls = []string{ecs.WallsExact, ecs.WallsExact, ecs.WallsViews}[seed%3]
			sc.Grid.Cell = []float64{0.25, 0.2}[seed/2%2]
			x := []executor{reference, reference, device.x}[seed/2%3]
			check(t, sc, scene, 1+int(seed%2), x, []string{PeelerDepth, PeelerLists}[seed/4%2])
		})
	}
}

// Where memory is short, blocks become smaller until they fit, and the last try does whatever is asked for.
func TestBlocksFitTheRoom(t *testing.T) {
	scene := randomScene(2)
	sc := emptyScenario(scene.Name)
	var want *building
	for _, room := range []int{blockBytes, 1 << 20, 0} {
		k := newBaker(t, newCPU(Options{InFlight: 1}), sc, scene, PeelerLists)
		k.room = room
		var sizes []area
		got := built(t, k, func(take func(*patch)) error {
			return k.each(whole(k.scene), func(p *patch) { sizes = append(sizes, p.area); take(p) })
		})
		if want == nil {
			want = got
		}
		for _, fault := range sameBuilding(k.scene, want, got) {
			t.Errorf("in %d bytes: %s", room, fault)
		}
		if room < blockBytes && len(sizes) < 4 || room == blockBytes && len(sizes) != 1 {
			t.Errorf("in %d bytes the scene is baked in %d blocks", room, len(sizes))
		}
	}
}

// The comparison notices a cell, a wall and a page.
func TestBlockComparisonCanFail(t *testing.T) {
	scene := randomScene(3)
	k := newBaker(t, newCPU(Options{InFlight: 1}), emptyScenario(scene.Name), scene, PeelerLists)
	want := inBlocks(t, k, 2)
	for name, spoil := range map[string]func(b *building){
		"height": func(b *building) { b.cells["height"][300]++ },
		"walls":  func(b *building) { b.walls[1] = append(b.walls[1], [2]uint32{1, 2}) },
		"pages":  func(b *building) { b.pages[1][3] ^= 1 },
		"table":  func(b *building) { b.table[slices.Index(b.table, 0)] = passes.None },
	} {
		got := inBlocks(t, k, 2)
		if faults := sameBuilding(k.scene, want, got); len(faults) > 0 {
			t.Fatalf("the same bake twice: %v", faults)
		}
		if spoil(got); len(sameBuilding(k.scene, want, got)) == 0 {
			t.Errorf("a change of %s was not noticed", name)
		}
	}
}
