package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"throng/ecs"
	"throng/passes"
	"throng/passes/bake"
)

// baked is an executor that keeps what the bake would give back.
type baked struct{ executor }

func (baked) free(...string) {}

// bakeOn bakes a scene and keeps every slot of the bake.
func bakeOn(t *testing.T, x executor, sc *ecs.Scenario, scene *ecs.Scene) *Engine {
	t.Helper()
	e := &Engine{x: baked{x}, scenario: sc, scene: scene}
	must(t, e.bake())
	return e
}

// The device bakes what the references bake, on every built-in scene and on random ones.
func TestBakeEqualsReference(t *testing.T) {
	device := open(t, Options{})
	compare := func(t *testing.T, sc *ecs.Scenario, scene *ecs.Scene) {
		got := bakeOn(t, device.x, sc, scene)
		compareBakes(t, bakeOn(t, newCPU(Options{InFlight: 1}), sc, scene), got).check(t)
	}
	for _, name := range []string{"stairs", "villa", "corridor", "plaza", "maze"} {
		t.Run(name, func(t *testing.T) {
			if name != "stairs" && name != "corridor" {
				longer(t)
			}
			sc, scene := builtin(t, name)
			compare(t, sc, scene)
		})
	}
	for seed := range uint64(12) {
		t.Run(fmt.Sprintf("random seed %d", seed), func(t *testing.T) {
			if seed >= 4 {
				longer(t)
			}
			scene := randomScene(seed)
			sc := emptyScenario(scene.Name)
			sc.Grid.Walls = []string{ecs.WallsExact, ecs.WallsExact, ecs.WallsViews, ecs.WallsNone}[seed%4]
			compare(t, sc, scene)
		})
	}
}

// A wall more or less, a value out of its bound or a flag are noticed.
func TestBakeComparisonCanFail(t *testing.T) {
	scene := randomScene(1)
	sc := emptyScenario(scene.Name)
	want := bakeOn(t, newCPU(Options{InFlight: 1}), sc, scene)
	if c := compareBakes(t, want, bakeOn(t, newCPU(Options{InFlight: 1}), sc, scene)); len(c.faults) > 0 || slices.Contains(c.out, true) {
		t.Fatalf("the same bake twice: %v", c.faults)
	}
	walkable := func(e *Engine) int {
		return slices.IndexFunc(e.x.(baked).executor.(*cpu).b.U32("cellFlag"), func(f uint32) bool { return f == bake.CellWalkable })
	}
	for _, spoil := range []struct {
		slot string
		do   func(b *passes.Buffers, c int)
	}{
		{"height", func(b *passes.Buffers, c int) { b.F32("height")[c] += 0.01 }},
		{"clearance", func(b *passes.Buffers, c int) { b.F32("clearance")[c] += 0.01 }},
		{"links", func(b *passes.Buffers, c int) {
			b.UVec4("links")[c] = [4]uint32{passes.None, passes.None, passes.None, passes.None}
		}},
		{"cellFlag", func(b *passes.Buffers, c int) { b.U32("cellFlag")[c] |= bake.CellCovered }},
		{"cellZone", func(b *passes.Buffers, c int) { b.U32("cellZone")[c]++ }},
		{"walls", func(b *passes.Buffers, _ int) { b.Vec4("walls")[len(b.Vec4("walls"))/2] = [4]float32{1, 1, 2, 2} }},
		{"grid", func(b *passes.Buffers, _ int) { b.Image("grid").SetU32(8, 8, 0, bake.GridSteep) }},
		{"normal", func(b *passes.Buffers, _ int) { b.Image("normal").SetVec4(8, 8, 0, [4]float32{0.1, 0.99}) }},
	} {
		got := bakeOn(t, newCPU(Options{InFlight: 1}), sc, scene)
		spoil.do(got.x.(baked).executor.(*cpu).b, walkable(got))
		if c := compareBakes(t, want, got); len(c.faults) == 0 {
			t.Errorf("a change of %s was not noticed", spoil.slot)
		}
	}
}

// The number of layers is found: two for every slab above another, up to the stated cap, which names the column.
func TestLayersAreFound(t *testing.T) {
	for _, executor := range []string{"gpu", "cpu"} {
		t.Run(executor, func(t *testing.T) {
			e := open(t, Options{Executor: executor})
			p := newScene("tower")
			p.add(solid(ecs.RoleSolid), block(4, 4, 8, 8, 0, -0.2, 0)...)
			p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(1, 1, 1, 1, 0, level(0.05))...)
			for n := 1; n < 10; n++ {
				p.add(solid(ecs.RoleSolid), block(6, 3, 1, 1, 0, 3*float64(n), 3*float64(n)+0.2)...)
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
			if _, scan := fmt.Sscanf(err.Error(), `engine: scene "tower" has %d surfaces above each other in cell column (%d, %d)`, &n, &i, &j); scan != nil || n != 20 {
				t.Fatalf("%v: expected 20 surfaces and the column", err)
			}
			if x, z := e.origin[0]+(float64(i)+0.5)*sc.Grid.Cell, e.origin[2]+(float64(j)+0.5)*sc.Grid.Cell; math.Abs(x-6) > 0.5 || math.Abs(z-3) > 0.5 {
				t.Errorf("column (%d, %d) is at (%g, %g), expected to be in the tower at (6, 3)", i, j, x, z)
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
