package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"throng/ecs"
	"throng/engine/scenes"
	"throng/passes"
	"throng/passes/bake"
)

// The device bakes what the references bake, with either peeler, on every built-in scene and on random ones.
func TestBakeEqualsReference(t *testing.T) {
	device := open(t, Options{})
	for _, name := range scenes.Names() {
		t.Run(name, func(t *testing.T) {
			if name != "stairs" && name != "corridor" {
				longer(t)
			}
			sc, scene := builtin(t, name)
			compareAll(t, device.x, sc, scene)
		})
	}
	for seed := range uint64(16) {
		t.Run(fmt.Sprintf("random seed %d", seed), func(t *testing.T) {
			if seed >= 4 {
				longer(t)
			}
			scene := randomScene(seed)
			sc := emptyScenario(scene.Name)
			sc.Grid.Walls = []string{ecs.WallsExact, ecs.WallsViews, ecs.WallsExact, ecs.WallsNone}[seed/2%4]
			sc.Grid.Cell = []float64{0.25, 0.25, 0.3}[seed%3]
			compareAll(t, device.x, sc, scene)
		})
	}
}

// compareAll compares the bakes of both executors with both peelers.
func compareAll(t *testing.T, device executor, sc *ecs.Scenario, scene *ecs.Scene) {
	t.Helper()
	reference := newCPU(Options{InFlight: 1})
	want := bakeOn(t, reference, sc, scene, PeelerDepth)
	compareBakes(t, want, bakeOn(t, reference, sc, scene, PeelerLists)).check("the reference with lists")
	compareBakes(t, want, bakeOn(t, device, sc, scene, PeelerDepth)).check("the device with depth peeling")
	compareBakes(t, want, bakeOn(t, device, sc, scene, PeelerLists)).check("the device with lists")
}

// A wall more or less, a value out of its bound or a flag are noticed.
func TestBakeComparisonCanFail(t *testing.T) {
	scene := randomScene(1)
	sc := emptyScenario(scene.Name)
	bakeAgain := func() *baking { return bakeOn(t, newCPU(Options{InFlight: 1}), sc, scene, PeelerLists) }
	want := bakeAgain()
	if c := compareBakes(t, want, bakeAgain()); len(c.faults) > 0 || len(c.worst) > 0 {
		t.Fatalf("the same bake twice: %v, %v", c.faults, c.worst)
	}
	for _, spoil := range []struct {
		slot string
		do   func(b *passes.Buffers, c int)
	}{
		{"height", func(b *passes.Buffers, c int) { b.U32("height")[c]++ }},
		{"slope", func(b *passes.Buffers, c int) { b.Vec2("slope")[c][1] += 0.001 }},
		{"clearance", func(b *passes.Buffers, c int) { b.F32("clearance")[c] += 0.01 }},
		{"links", func(b *passes.Buffers, c int) { b.U32("links")[c] ^= 1 }},
		{"floorLinks", func(b *passes.Buffers, c int) { b.UVec4("floorLinks")[c][2] ^= 1 }},
		{"cellZone", func(b *passes.Buffers, c int) { b.U32("cellZone")[c]++ }},
		{"walls", func(b *passes.Buffers, _ int) { b.U32("walls")[len(b.U32("walls"))/2] ^= 0x20002000 }},
		{"pieces", func(b *passes.Buffers, _ int) { b.Vec4("pieces")[len(b.Vec4("pieces"))/2] = [4]float32{1, 1, 2, 2} }},
		{"grid", func(b *passes.Buffers, _ int) { b.Image("grid").SetU32(8, 8, 0, bake.GridLow) }},
		{"position", func(b *passes.Buffers, _ int) { b.U32("position")[1]++ }},
		{"winding", func(b *passes.Buffers, _ int) { b.U32("winding")[77]++ }},
		{"sheet", func(b *passes.Buffers, _ int) { b.U32("sheet")[77]++ }},
	} {
		got := bakeAgain()
		flags := got.x.(*cpu).b.U32("cellFlag")
		spoil.do(got.x.(*cpu).b, slices.Index(flags, bake.CellWalkable))
		if c := compareBakes(t, want, got); len(c.faults) == 0 {
			t.Errorf("a change of %s was not noticed", spoil.slot)
		}
	}
}

// The number of layers is found: two for every slab above another, up to the stated cap, which names the column.
func TestLayersAreFound(t *testing.T) {
	for _, o := range []Options{{Peeler: PeelerLists}, {Peeler: PeelerDepth}, {Executor: "cpu"}, {Executor: "cpu", Peeler: PeelerDepth}} {
		t.Run(o.Executor+o.Peeler, func(t *testing.T) {
			e := open(t, o)
			p := newScene("tower")
			p.add(solid(ecs.RoleSolid), block(10, 4, 20, 8, 0, -0.2, 0)...)
			p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(1, 1, 1, 1, 0, level(0.05))...)
			for n := 1; n < 10; n++ { // over the centre of one cell, not in the first tile, and one slab less beside it
				p.add(solid(ecs.RoleSolid), block(16.125, 3.125, 0.2, 0.2, 0, 3*float64(n), 3*float64(n)+0.2)...)
				p.add(solid(ecs.RoleSolid), block(14.125, 3.125, 0.2, 0.2, 0, 3*float64(n-n/9), 3*float64(n-n/9)+0.2)...)
			}
			sc := emptyScenario("tower")
			must(t, e.Load(sc, &p.Scene))
			if e.frame.Layers != 20 {
				t.Errorf("10 slabs have %d layers, expected 20", e.frame.Layers)
			}
			sc.Grid.Layers = 20
			must(t, e.Load(sc, &p.Scene))
			sc.Grid.Layers = 19
			err := e.Load(sc, &p.Scene)
			if !errors.Is(err, ecs.ErrInput) {
				t.Fatalf("%v, expected too many layers", err)
			}
			var n, i, j int
			if _, scan := fmt.Sscanf(err.Error(), `engine: scene "tower" has more than %d surfaces above each other in cell column (%d, %d)`, &n, &i, &j); scan != nil || n != 19 {
				t.Fatalf("%v: expected 19 surfaces and the column", err)
			}
			if x, z := e.origin[0]+(float64(i)+0.5)*sc.Grid.Cell, e.origin[2]+(float64(j)+0.5)*sc.Grid.Cell; math.Abs(x-16.125) > 0.1 || math.Abs(z-3.125) > 0.1 {
				t.Errorf("column (%d, %d) is at (%g, %g), expected the tower at (16.125, 3.125)", i, j, x, z)
			}
		})
	}
}

// Walls block by what they are baked by: with exact faces a wall thinner than a cell parts the floor, without walls it
// does not.
func TestThinWallParts(t *testing.T) {
	e := open(t, Options{})
	islands := map[string]int{}
	for _, walls := range []string{ecs.WallsExact, ecs.WallsNone, ecs.WallsViews} {
		p := newScene("parted")
		p.add(solid(ecs.RoleSolid), block(4, 4, 8, 8, 0, -0.2, 0)...)
		p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(1, 1, 1, 1, 0, level(0.05))...)
		p.add(solid(ecs.RoleObstacle), block(4, 4, 0.02, 14, 0.4, 0, 2.5)...) // at an angle, past both ends of the floor
		sc := emptyScenario("parted")
		sc.Grid.Walls = walls
		must(t, e.Load(sc, &p.Scene))
		r, err := e.Report()
		must(t, err)
		islands[walls] = r.Islands
	}
	if islands[ecs.WallsExact] < 2 || islands[ecs.WallsNone] != 1 {
		t.Errorf("a thin wall leaves %v islands, expected 2 with exact walls and 1 with none", islands)
	}
}
