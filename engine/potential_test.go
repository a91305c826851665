package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"throng/ecs"
	"throng/engine/oracle"
	"throng/passes"
	"throng/passes/plan"
)

// residual is the largest relative difference between the potential of a group and fast marching in float64 over the
// same links, costs and goal cells; 1 where only one of them reaches a cell. It also counts the cells that are reached.
func residual(t *testing.T, e *Engine, group int) (worst float64, reached int) {
	t.Helper()
	f, class := &e.frame, e.classOf[group]
	var err error
	links := passes.LinksOf(f, fetch[uint32](e.x, f, "links", &err), e.host.pages, e.host.table)
	p := oracle.Problem{
		Links:  make([][4]uint32, f.Cells),
		Cost:   fetch[[4]float32](e.x, f, "cost", &err)[class*f.Cells:][:f.Cells],
		Source: make([]bool, f.Cells),
	}
	radius := fetch[passes.Class](e.x, f, "classes", &err)[class].Radius
	goal := fetch[passes.Group](e.x, f, "groups", &err)[group].Goal
	got := e.potential(group, &err)
	slope := fetch[uint32](e.x, f, "slope", &err)
	must(t, err)
	diagonals, err := diagonalsField(e, group)
	must(t, err)
	if f.Stencil == 8 {
		p.Diagonals, p.Slope = make([]uint8, f.Cells), make([][2]float32, f.Cells)
	}
	for c := range p.Diagonals {
		p.Diagonals[c], p.Slope[c] = uint8(diagonals[c]), passes.UnpackSlope(slope[c])
	}
	for c := range p.Source {
		p.Links[c] = links.All(uint32(c))
		p.Source[c] = e.host.zone[c]&0xffff == goal+1 && e.host.clearance[c] >= radius
	}
	want := oracle.Solve(p)
	for c := range got {
		switch {
		case got[c] >= passes.Inf:
			got[c] = float32(math.Inf(1))
		case e.host.walkable(uint32(c)):
			reached++
		}
	}
	return oracle.Residual(got, want), reached
}

// exact is how near the solver must come to the oracle, as a share of the potential.
const exact = 1e-4

func checkPotentials(t *testing.T, e *Engine) {
	t.Helper()
	for g := range e.classOf {
		worst, reached := residual(t, e, g)
		t.Logf("%s, group %d: %d cells reached, residual %.2g", e.scene.Name, g, reached, worst)
		if worst > exact || reached == 0 {
			t.Errorf("%s, group %d: residual %g over %d cells, expected at most %g", e.scene.Name, g, worst, reached, exact)
		}
	}
}

// inBothForms runs a test with the rounds for GPUs and with those for CPUs, whatever the device.
func inBothForms(t *testing.T, test func(t *testing.T)) {
	cpu, gpu := cpuEffort, gpuEffort
	defer func() { cpuEffort, gpuEffort = cpu, gpu }()
	for form, wide := range map[string]bool{"relax": true, "sweep": false} {
		cpuEffort.wide, gpuEffort.wide = wide, wide
		t.Run(form, test)
	}
}

// After Load the potential is that of the discrete equation: on the built-in scenes, and on random ones with speeds of
// their own on ramps and with discomfort.
func TestPotentialEqualsOracle(t *testing.T) { inBothForms(t, potentialEqualsOracle) }

func potentialEqualsOracle(t *testing.T) {
	e := open(t, Options{})
	for _, name := range []string{"stairs", "villa", "maze"} {
		t.Run(name, func(t *testing.T) {
			if name != "stairs" {
				longer(t)
			}
			sc, scene := builtin(t, name)
			sc.Spawns = []ecs.Spawn{}
			must(t, e.Load(sc, scene))
			checkPotentials(t, e)
		})
	}
	for seed := range uint64(8) {
		t.Run(fmt.Sprintf("random seed %d", 100+seed), func(t *testing.T) {
			scene := randomScene(100 + seed)
			must(t, e.Load(emptyScenario(scene.Name), scene))
			checkPotentials(t, e)
		})
	}
}

// Costs drawn at random, each direction of each cell on its own over a factor of 30, and one step in ten closed.
func TestPotentialOfRandomCosts(t *testing.T) { inBothForms(t, potentialOfRandomCosts) }

func potentialOfRandomCosts(t *testing.T) {
	longer(t)
	e := open(t, Options{})
	for i, name := range []string{"stairs", "maze"} {
		sc, scene := builtin(t, name)
		sc.Spawns = []ecs.Spawn{}
		must(t, e.Load(sc, scene))
		r := rand.New(rand.NewPCG(uint64(i), 5))
		var err error
		cost := fetch[float32](e.x, &e.frame, "cost", &err)
		groups := fetch[passes.Group](e.x, &e.frame, "groups", &err)
		must(t, err)
		for k := range cost {
			if cost[k] < passes.Inf {
				cost[k] *= float32(math.Exp(3.4 * r.Float64()))
				if r.IntN(10) == 0 {
					cost[k] = passes.Inf
				}
			}
		}
		must(t, e.x.write("cost", 0, wordBytes(cost)))
		for g := range groups {
			groups[g].Reset = passes.ResetPlace
		}
		must(t, e.x.write("groups", 0, wordBytes(groups)))
		must(t, e.x.run(&e.frame, plan.Seed{}))
		cycle := append(append([]passes.Pass{plan.Begin{}}, plan.Rounds(&e.frame, 0, e.x.effort().wide)...), plan.Publish{})
		for n := 0; ; n++ {
			must(t, e.x.run(&e.frame, cycle...))
			tally, err := e.readTally()
			must(t, err)
			if tally.Pending == 0 {
				break
			}
			if n > 10000 {
				t.Fatalf("%s: %d pages are still pending", name, tally.Pending)
			}
		}
		checkPotentials(t, e)
	}
}

// The test of the potential notices a cell that is a thousandth off, one that is reached and should not be, and one
// that is not reached and should be.
func TestPotentialTestCanFail(t *testing.T) {
	e, err := New(Options{Executor: "cpu"})
	must(t, err)
	sc, scene := builtin(t, "stairs")
	sc.Spawns = []ecs.Spawn{}
	must(t, e.Load(sc, scene))
	checkPotentials(t, e)
	whole := e.potential(0, &err)
	must(t, err)
	far, none := -1, -1
	for c, v := range whole {
		switch {
		case v >= passes.Inf:
			none = c
		case far < 0 || v > whole[far]:
			far = c
		}
	}
	for _, spoil := range []struct {
		cell  int
		value float32
	}{{far, 1.001 * whole[far]}, {far, passes.Inf}, {none, 5}} {
		must(t, e.x.write("potential", 4*spoil.cell, wordBytes([]float32{spoil.value})))
		if worst, _ := residual(t, e, 0); worst <= exact {
			t.Errorf("cell %d at %g instead of %g leaves a residual of %g", spoil.cell, spoil.value, whole[spoil.cell], worst)
		}
		must(t, e.x.write("potential", 4*spoil.cell, wordBytes(whole[spoil.cell:spoil.cell+1])))
	}
}
