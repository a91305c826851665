package engine

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// visits steps until nothing is pending and gives the pages that the solver relaxed and the steps it took.
func (e *Engine) visits(t *testing.T) (updates, steps int) {
	t.Helper()
	for steps == 0 || e.Stats().Pending > 0 {
		must(t, e.Step(e.scenario.DT))
		must(t, e.Wait())
		updates, steps = updates+int(e.Stats().Updates), steps+1
		if steps > 20000 {
			t.Fatalf("the potential has not settled: %+v", e.Stats())
		}
	}
	return updates, steps
}

// rooms is a row of rooms of 8 m × 8 m with the goal in the first. Of the two doors between neighbours, one at either side,
// the first is parts 2, 5, … and stands open; parts 3, 6, … are the others. Part 1 is the goal.
func rooms(n int) *ecs.Scene {
	p := newScene("rooms")
	long := 8 * float64(n)
	p.add(solid(ecs.RoleSolid), block(long/2, 4, long, 8, 0, -0.2, 0)...)
	p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(1, 4, 1, 1, 0, level(0.05))...)
	for k := 1; k < n; k++ {
		x := 8 * float64(k)
		for _, z := range []float64{1.5, 6.5} {
			door := solid(ecs.RoleDoor)
			p.add(door, block(x, z, 0.2, 1.2, 0, 0, 2.2)...)
		}
		p.add(solid(ecs.RoleObstacle), append(block(x, 4, 0.2, 3.8, 0, 0, 2.5), append(block(x, 0.45, 0.2, 0.9, 0, 0, 2.5), block(x, 7.55, 0.2, 0.9, 0, 0, 2.5)...)...)...)
	}
	ecs.MarkClosed(&p.Scene)
	return &p.Scene
}

func door(p *ecs.Scene, room, side int) string { return p.Entities[2+3*(room-1)+side].Name }

// A door that closes has the potentials solved anew from there on: with the field of an engine that loads the scene so, and
// for fewer page visits than from the goal, whether there is another way or none.
func TestDoorsAreSolvedFromThere(t *testing.T) {
	longer(t)
	eachExecutor(t, func(t *testing.T, x string) {
		above, cold := 0, 0
		for _, shut := range [][][2]int{{{6, 0}}, {{4, 0}, {4, 1}}, {{2, 1}, {5, 0}}} {
			e := open(t, Options{Executor: x})
			scene := rooms(8)
			sc := emptyScenario(scene.Name)
			sc.Params.PlanEvery = 1
			must(t, e.Load(sc, scene))
			e.visits(t)
			for _, d := range shut {
				must(t, e.world.CloseDoor(door(scene, d[0], d[1])))
			}
			n, steps := e.visits(t)
			if !e.LastChange().Cut {
				t.Errorf("doors %v cut no way", shut)
			}
			sameWay(t, e, "doors closed", 1e-5)
			e.visits(t)
			must(t, e.SetGoal(0, 0))
			m, most := e.visits(t)
			t.Logf("doors %v: %d page visits in %d steps, from the goal %d in %d", shut, n, steps, m, most)
			above, cold = above+n, cold+m
			for _, d := range shut {
				must(t, e.world.OpenDoor(door(scene, d[0], d[1])))
			}
			sameWay(t, e, "doors open", 1e-4)
		}
		t.Logf("%d page visits, from the goal %d", above, cold)
		if 4*above > 3*cold {
			t.Errorf("%d page visits, from the goal %d", above, cold)
		}
	})
}

// A crowd that stands still all of a sudden, wall to wall and some metres deep, is a jam: the field is solved anew from there
// by itself, nothing half-solved is shown meanwhile, and it is there after about as many steps as a solve from the goal takes.
func TestJamsAreSolvedAnew(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := open(t, Options{Executor: x})
		scene := rooms(4)
		sc := emptyScenario(scene.Name)
		sc.Params.PlanEvery, sc.Groups[0].PreMovement = 1, ecs.Distribution{Min: 1e5, Max: 1e5}
		must(t, e.Load(sc, scene))
		e.visits(t)
		for i := range 10 { // across the second room, shoulder to shoulder, who never walk
			for j := range 18 {
				must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{10 + 0.41*float64(i), 0, 0.5 + 0.41*float64(j)}, Start: 1e5}))
			}
		}
		anew, steps := false, 0
		for ; steps == 0 || e.Stats().Pending > 0; steps++ {
			must(t, e.Step(sc.DT))
			must(t, e.Wait())
			var err error
			anew = anew || fetch[passes.Group](e.x, &e.frame, "groups", &err)[0].Cold == passes.ResetAbove
			must(t, err)
			if steps > 2000 {
				t.Fatalf("it has not settled: %+v", e.Stats())
			}
		}
		worst, _ := residual(t, e, 0)
		must(t, e.SetGoal(0, 0))
		_, most := e.visits(t)
		t.Logf("a jam takes %d steps, from the goal %d; residual %.2g, solved anew: %v", steps, most, worst, anew)
		if !anew || worst > exact || steps > 2*most+8 {
			t.Errorf("a jam takes %d steps, from the goal %d; residual %g, solved anew: %v", steps, most, worst, anew)
		}
	})
}

// The stages that start potentials anew do on the device what their references do: above a mark, from the goal with exact
// distances, for groups at rest and such as have missed something.
func TestResetsEqualReferences(t *testing.T) {
	e := open(t, Options{})
	sc, scene := builtin(t, "villa")
	for i := range sc.Groups {
		sc.Groups[i].Exact = 1
	}
	must(t, e.Load(sc, scene))
	for range 30 {
		must(t, e.Step(sc.DT))
	}
	must(t, e.Wait())
	f := &e.frame
	for n, k := range []struct {
		reset, notes [2]uint32
		mark         [2]float32
		commands     []passes.Command
	}{
		{reset: [2]uint32{passes.ResetAbove, 0}, mark: [2]float32{12, passes.Inf}},
		{reset: [2]uint32{passes.ResetAbove, passes.ResetAbove}, notes: [2]uint32{0, passes.NoteMissed}, mark: [2]float32{5, 8}},
		{reset: [2]uint32{0, passes.ResetBack}, notes: [2]uint32{passes.NoteMissed, 0}},
		{mark: [2]float32{9, passes.Inf}, notes: [2]uint32{passes.NoteMissed, 0}},
		{commands: []passes.Command{{Kind: passes.CommandRest, Group: 0}, {Kind: passes.CommandRouse, Group: 1}}, notes: [2]uint32{passes.NoteMissed, passes.NoteRest | passes.NoteMissed}},
	} {
		w := newTwin(t, e)
		groups, state := passes.As[passes.Group](w.cpu.b, "groups"), w.cpu.b.U32("solveState")
		for g := range groups {
			groups[g].Reset, state[passes.SolveNotes(f, uint32(g))] = k.reset[g], k.notes[g]
			if k.mark[g] > 0 && k.mark[g] < passes.Inf {
				state[passes.SolveMark(f, uint32(g))] = passes.Mark(k.mark[g])
			}
		}
		w.put("groups", wordBytes(groups))
		w.put("solveState", wordBytes(state))
		w.put("step", wordBytes([]passes.StepData{{Dt: float32(sc.DT), Commands: uint32(len(k.commands))}}))
		w.put("commands", wordBytes(k.commands))
		s := e.schedule()
		lists := [][]passes.Pass{s.commands, s.reset, s.plan, s.plan, s.reset, s.plan}
		for _, list := range lists {
			for _, p := range list {
				w.run(p)
				w.compare(p)
			}
		}
		if t.Failed() {
			t.Fatalf("in case %d", n)
		}
	}
}

// With exact distances around its goals the villa's potentials are there as the oracle of straight lines has them: no longer
// than the solver's, and not much shorter.
func TestExactGoals(t *testing.T) {
	longer(t)
	eachExecutor(t, func(t *testing.T, x string) {
		var planes [2][]float32
		fixed := 0
		for k, reach := range []float64{0, 1.25} {
			e := open(t, Options{Executor: x})
			scene := rooms(2)
			sc := emptyScenario(scene.Name)
			sc.Groups[0].Exact = reach
			must(t, e.Load(sc, scene))
			var err error
			planes[k] = e.potential(0, &err)
			for _, stored := range e.plane("potential", 0, &err) {
				if reach > 0 && passes.IsFixed(stored) {
					fixed++
				}
			}
			must(t, err)
			// An obstacle beside the goal has them measured again.
			mesh, err := e.world.AddMesh(solid(ecs.RoleObstacle), block(2.2, 4, 0.3, 2, 0, 0, 2))
			must(t, err)
			e.world.AddEntity(mesh)
			e.visits(t)
			sameWay(t, e, "beside an obstacle", 1e-4)
		}
		for c, v := range planes[1] {
			if u := planes[0][c]; u < passes.Inf && (v > u*(1+1e-5) || v < u-0.5 || v == 0 != (u == 0)) || (u < passes.Inf) != (v < passes.Inf) {
				t.Fatalf("cell %d has potential %g, with exact distances %g", c, u, v)
			}
		}
		if fixed < 60 || math.IsNaN(float64(planes[1][0])) {
			t.Errorf("%d cells are fixed", fixed)
		}
	})
}
