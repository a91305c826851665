package engine

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// settled settles the potentials of the empty scene and gives those of the first group by place.
func settled(t *testing.T, e *Engine) map[[3]int]float32 {
	t.Helper()
	must(t, e.Wait())
	for n := 0; e.Stats().Pending > 0 || n < 40; n++ {
		if n == 20000 {
			t.Fatalf("the potential has not settled: %+v", e.Stats())
		}
		must(t, e.Step(e.scenario.DT))
		must(t, e.Wait())
	}
	var err error
	plane := e.potential(0, &err)
	must(t, err)
	all := map[[3]int]float32{}
	for c, phi := range plane {
		if e.host.walkable(uint32(c)) {
			i, j := passes.Column(e.host.pages, uint32(c))
			all[[3]int{i, j, e.host.layer(uint32(c))}] = phi
		}
	}
	return all
}

// sameWay compares the potentials of an engine with those of one that has loaded the scene in its present state.
func sameWay(t *testing.T, e *Engine, what string, bound float64) (closed int) {
	t.Helper()
	scene := *e.scene
	scene.Entities = append([]ecs.Entity(nil), scene.Entities...)
	scene.Triangles = append([]ecs.Triangle(nil), scene.Triangles...)
	for i := range scene.Entities {
		at := ecs.SceneDelta{Transform: e.world.Motion(i)}
		copy(scene.Of(&scene.Entities[i]), at.Apply(nil, e.scene.Of(&scene.Entities[i])))
		if scene.Entities[i].Role == ecs.RoleDoor {
			scene.Entities[i].DoorClosed = e.world.Present(i)
		}
	}
	sc := *e.scenario
	sc.Spawns, sc.Events = []ecs.Spawn{}, nil
	fresh := open(t, e.o)
	must(t, fresh.Load(&sc, &scene))
	got, want := settled(t, e), settled(t, fresh)
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%s: %d cells, expected %d", what, len(got), len(want))
	}
	worst := 0.0
	for at, w := range want {
		g := got[at]
		if w >= passes.Inf || g >= passes.Inf {
			if g != w {
				t.Fatalf("%s: cell %v has potential %g, expected %g", what, at, g, w)
			}
			closed++
			continue
		}
		if w > 0 {
			worst = max(worst, math.Abs(float64(g-w))/float64(w))
		}
	}
	t.Logf("%s: potentials differ by %.2g of their value, %d of %d cells closed", what, worst, closed, len(want))
	if worst > bound {
		t.Errorf("%s: potentials differ by %g of their value", what, worst)
	}
	return closed
}

// M9: after doors have closed and opened, the potential is that of an engine that has loaded the scene so.
func TestWarmEqualsCold(t *testing.T) {
	for _, x := range []string{"cpu", "gpu"} {
		t.Run(x, func(t *testing.T) {
			sc, scene := builtin(t, "two-doors")
			sc.Spawns = []ecs.Spawn{}
			e := open(t, Options{Executor: x})
			must(t, e.Load(sc, scene))
			few := sameWay(t, e, "as loaded", 1e-5)
			must(t, e.world.CloseDoor("door A"))
			if n := sameWay(t, e, "A closed", 1e-5); n > few+30 {
				t.Errorf("%d cells closed, %d before", n, few)
			}
			must(t, e.world.CloseDoor("door B"))
			if n := sameWay(t, e, "both closed", 1e-5); n < few+500 {
				t.Errorf("%d cells closed behind two doors, %d before", n, few)
			}
			if !e.LastChange().Cut {
				t.Error("the last door cuts no way")
			}
			must(t, e.world.OpenDoor("door A"))
			sameWay(t, e, "B closed", 1e-5)
			if e.LastChange().Cut {
				t.Error("an opened door cuts a way")
			}
			must(t, e.world.OpenDoor("door B"))
			if n := sameWay(t, e, "both open", 1e-5); n != few {
				t.Errorf("%d cells closed, %d at the start", n, few)
			}
		})
	}
}
