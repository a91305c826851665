package engine

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"throng/ecs"
)

// Real levels, those in the folder that THRONG_LEVELS names, bake alike on both executors with both peelers; without it, a
// generated level with what such levels have: terrain, flights, a deck of planks, doubled faces, a house of sheets.
func TestLevelsBakeEqually(t *testing.T) {
	device := open(t, Options{})
	dir := os.Getenv("THRONG_LEVELS")
	if dir == "" {
		compareAll(t, device.x, emptyScenario("generated level"), generatedLevel())
		return
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.gl*"))
	must(t, err)
	if len(names) == 0 {
		t.Errorf("THRONG_LEVELS names %q, which holds no level", dir)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			sc, scene, err := Open(name)
			must(t, err)
			compareAll(t, device.x, sc, scene)
		})
	}
}

// The generated level is one floor from the terrain up to the deck; the roof and the tops of its walls are others.
func TestGeneratedLevel(t *testing.T) {
	e := open(t, Options{Executor: "cpu", KeepImages: true})
	must(t, e.Load(emptyScenario("generated level"), generatedLevel()))
	r, err := e.Report()
	must(t, err)
	if top := r.IslandList[0]; math.Abs(top.Highest-2) > 0.01 || top.Lowest > -0.2 || top.Area < 300 {
		t.Errorf("the largest island is %+v, expected terrain with a deck at 2 m", top)
	}
	if len(r.IslandList) < 2 || math.Abs(r.IslandList[1].Lowest-3) > 0.01 {
		t.Errorf("the islands are %+v, expected the roof at 3 m to be the second", r.IslandList)
	}
}

func generatedLevel() *ecs.Scene {
	p := newScene("generated level")
	terrain := func(x, z float64) float64 { return 0.15 * (math.Sin(x/2) + math.Cos(z/3) - 1) }
	for i := range 20 {
		for j := range 20 {
			x, z := float64(i), float64(j)
			p.add(solid(ecs.RoleSolid), flat(x+0.5, z+0.5, 1, 1, 0, func(u, v float64) float64 { return terrain(x+0.5+u/2, z+0.5+v/2) })...)
		}
	}
	p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(2, 2, 1, 1, 0, level(1))...)
	for k := range 10 { // a flight up to the deck, along +x
		p.add(solid(ecs.RoleSolid), block(3.15+0.3*float64(k), 10, 0.3, 2, 0, -1, 0.2*float64(k))...)
	}
	for k := range 16 { // planks of 0.2 m with gaps of 5 cm
		p.add(solid(ecs.RoleSolid), block(6.125+0.25*float64(k), 10, 0.2, 2, 0, 1.9, 2)...)
	}
	top := flat(8, 10, 4, 0.5, 0, level(2)) // a beam along the planks, with its faces twice
	p.add(solid(ecs.RoleSolid), append(block(8, 10, 4, 0.5, 0, 1.8, 2), top...)...)
	for side := range 4 { // a house with walls of one sheet, open to -z
		a := float64(side) * math.Pi / 2
		c, s := 2*math.Cos(a+0.4), 2*math.Sin(a+0.4)
		if side != 3 {
			p.add(solid(ecs.RoleSolid), block(15+c, 5+s, 0.001, 4, a+0.4, -1, 2.8)[2:]...)
		}
	}
	p.add(solid(ecs.RoleSolid), block(15, 5, 4.4, 4.4, 0.4, 2.8, 3)...)
	ecs.MarkClosed(&p.Scene)
	return &p.Scene
}
