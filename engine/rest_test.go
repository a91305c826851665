package engine

import (
	"slices"
	"testing"

	"throng/ecs"
)

// stamps are the rounds that a group's pages were last on the solver's lists for.
func (e *Engine) stamps(t *testing.T, group uint32) []uint32 {
	t.Helper()
	var err error
	all := fetch[uint32](e.x, &e.frame, "solveStamp", &err)
	must(t, err)
	return all[group*e.frame.Pages:][:e.frame.Pages]
}

// A group that nobody is in any more rests while others walk: no page of it is relaxed and its field stays to the bit. With
// the first agent it is brought up to date, to what a solve from the goal gives, the crowd and a door that has closed included.
func TestGroupsWithoutAgentsRest(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := open(t, Options{Executor: x})
		scene := rooms(4)
		sc := emptyScenario(scene.Name)
		sc.Params.PlanEvery = 1
		sc.Groups = append(sc.Groups, ecs.NewGroup("others", 0))
		must(t, e.Load(sc, scene))
		for i := range 40 {
			must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{18 + 0.3*float64(i%10), 0, 1 + 0.6*float64(i/10)}}))
		}
		must(t, e.Spawn(1, ecs.SpawnAt{Position: [3]float64{30, 0, 4}}))
		e.walkOn(t, 20)
		if e.Resting(0) || e.Resting(1) {
			t.Fatal("a group rests that somebody is in")
		}
		last, _ := e.world.At(40)
		e.world.Despawn(last)
		e.walkOn(t, 12) // what was on the lists is done
		if !e.Resting(1) {
			t.Fatal("a group does not rest that nobody is in")
		}
		must(t, e.world.CloseDoor(door(scene, 2, 0)))
		e.walkOn(t, 1)
		var err error
		stamps, field, moving := e.stamps(t, 1), e.plane("potential", 1, &err), e.stamps(t, 0)
		must(t, err)
		e.walkOn(t, 40)
		if now := e.plane("potential", 1, &err); err != nil || !slices.Equal(e.stamps(t, 1), stamps) || !slices.Equal(now, field) {
			t.Errorf("a group at rest is worked on (%v)", err)
		}
		if slices.Equal(e.stamps(t, 0), moving) {
			t.Error("nobody is worked on: the test shows nothing")
		}
		must(t, e.Spawn(1, ecs.SpawnAt{Position: [3]float64{30, 0, 4}}))
		for n := 0; n < 2 || e.Stats().Pending > 0; n++ { // while nobody moves
			must(t, e.Step(1e-9))
			must(t, e.Wait())
			if n > 2000 {
				t.Fatalf("it has not settled: %+v", e.Stats())
			}
		}
		if worst, _ := residual(t, e, 1); e.Resting(1) || worst > exact {
			t.Errorf("after its rest the group is off by %g", worst)
		}
	})
}

// Where nobody is at all every group is planned for, and nobody rests who is still to come.
func TestWhoDoesNotRest(t *testing.T) {
	e := open(t, Options{Executor: "cpu"})
	scene := rooms(2)
	sc := emptyScenario(scene.Name)
	sc.Groups = append(sc.Groups, ecs.NewGroup("late", 0), ecs.NewGroup("never", 0))
	box := ecs.Region{Box: &[2][3]float64{{10, -1, 1}, {15, 1, 7}}}
	sc.Spawns = []ecs.Spawn{{Group: "late", Region: box, Count: 2, Start: 1}, {Group: "late", Region: box, Rate: 5, Start: 1, Stop: 2}}
	must(t, e.Load(sc, scene))
	must(t, e.Step(0.1))
	if e.Resting(1) || !e.Resting(0) || !e.Resting(2) {
		t.Error("the group rests that is to come, or the others do not")
	}
	for e.Time() < 20 {
		must(t, e.Step(0.1))
	}
	must(t, e.Wait())
	must(t, e.Step(0.1))
	if s := e.Stats(); s.Alive > 0 || e.Resting(0) || e.Resting(1) || e.Resting(2) {
		t.Errorf("a group rests though nobody is there: %+v", s)
	}
	snapshot, err := e.Snapshot()
	must(t, err)
	must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{10, 0, 4}}))
	must(t, e.Step(0.1))
	if e.Resting(0) || !e.Resting(1) {
		t.Error("the others do not rest")
	}
	resting, err := e.Snapshot()
	must(t, err)
	must(t, e.Restore(snapshot))
	if e.Resting(1) {
		t.Error("restored, a group rests that did not")
	}
	must(t, e.Restore(resting))
	if e.Resting(0) || !e.Resting(1) {
		t.Error("restored, a group does not rest that did")
	}
}

// A group's pages on islands that its goal is not on are never on the solver's lists, whoever walks there.
func TestIslandsOfOthersRest(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		p := newScene("two islands")
		for k := range 2 {
			z := 4 + 12*float64(k)
			p.add(solid(ecs.RoleSolid), block(16, z, 32, 8, 0, -0.2, 0)...)
			p.add(ecs.Entity{Role: ecs.RoleGoal, Goal: k}, flat(1, z, 1, 1, 0, level(0.05))...)
		}
		ecs.MarkClosed(&p.Scene)
		e := open(t, Options{Executor: x})
		sc := emptyScenario("two islands")
		sc.Groups = append(sc.Groups, ecs.NewGroup("others", 1))
		must(t, e.Load(sc, &p.Scene))
		for i := range 60 {
			for g := range 2 {
				must(t, e.Spawn(g, ecs.SpawnAt{Position: [3]float64{10 + 0.3*float64(i%20), 0, 2 + 12*float64(g) + 0.8*float64(i/20)}}))
			}
		}
		e.walkOn(t, 100)
		near, far := 0, 0
		for g := range uint32(2) {
			for page, stamp := range e.stamps(t, g) {
				own := e.host.pages[page][1] < 3 == (g == 0)
				if stamp == 0 {
					continue
				}
				if own {
					near++
				} else {
					far++
				}
			}
		}
		if near == 0 || far > 0 {
			t.Errorf("%d pages of their own islands were worked on, and %d of others", near, far)
		}
	})
}

// In a settled scene the potentials do not change by a bit, from step to step, with nobody there and with a crowd that stands
// still; and nothing is relaxed.
func TestSettledPotentialsStandStill(t *testing.T) {
	longer(t)
	eachExecutor(t, func(t *testing.T, x string) {
		for _, name := range []string{"villa", "maze"} {
			for _, people := range []bool{false, true} {
				e := open(t, Options{Executor: x})
				sc, scene := builtin(t, name)
				sc.Params.PlanEvery = 1
				for i := range sc.Groups {
					sc.Groups[i].PreMovement = ecs.Distribution{Min: 1e5, Max: 1e5}
				}
				if !people {
					sc.Spawns = []ecs.Spawn{}
				}
				sc.Params.Separation = ecs.Off // who was put down too near to others would step aside
				must(t, e.Load(sc, scene))
				e.visits(t)
				var err error
				want := fetch[uint32](e.x, &e.frame, "potential", &err)
				must(t, err)
				for n := range 50 {
					must(t, e.Step(sc.DT))
					must(t, e.Wait())
					if s := e.Stats(); s.Updates > 0 || s.Pending > 0 || s.Stale != 0 || s.StaleTime != 0 || people != (s.Alive > 0) {
						t.Fatalf("%s: in step %d there is work: %+v", name, n, s)
					}
					if got := fetch[uint32](e.x, &e.frame, "potential", &err); err != nil || !slices.Equal(got, want) {
						t.Fatalf("%s: in step %d the potentials change (%v)", name, n, err)
					}
				}
			}
		}
	})
}

// The age of the field grows by a step and its time while a new one is solved, and is nothing once it is there.
func TestStaleTime(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := open(t, Options{Executor: x})
		scene := rooms(6)
		sc := emptyScenario(scene.Name)
		sc.Params.PlanEvery, sc.Params.Rounds = 1, 1
		must(t, e.Load(sc, scene))
		e.visits(t)
		must(t, e.SetGoal(0, 0))
		oldest := 0
		for n := 1; n == 1 || e.Stats().Pending > 0; n++ {
			must(t, e.Step(0.05))
			must(t, e.Wait())
			s := e.Stats()
			if want := n; s.Pending > 0 && (s.Stale != want || s.StaleTime < 0.05*float64(n)-1e-9 || s.StaleTime > 0.05*float64(n)+1e-9) {
				t.Fatalf("after %d steps the field is %d steps and %g s old", n, s.Stale, s.StaleTime)
			}
			oldest = max(oldest, s.Stale)
		}
		if s := e.Stats(); oldest < 3 || s.Stale != 0 || s.StaleTime != 0 {
			t.Errorf("settled after up to %d steps it is %d steps and %g s old", oldest, s.Stale, s.StaleTime)
		}
	})
}
