package engine

import (
	"errors"
	"math"
	"strings"
	"testing"

	"throng/ecs"
)

// yard is a floor of 16 m × 8 m at x < 10 and a slab of 6 m × 8 m beyond, with the goal on the far end of the slab. The slab
// is part 1; part 3 is a small platform over it, part 4 lies over the whole goal.
func yard() *ecs.Scene {
	p := newScene("yard")
	p.add(solid(ecs.RoleSolid), block(5, 4, 10, 8, 0, -0.2, 0)...)
	p.add(solid(ecs.RoleSolid), block(13, 4, 6, 8, 0, -0.2, 0)...)
	p.add(solid(ecs.RoleGoal), flat(15.5, 4, 1, 8, 0, level(0.05))...)
	p.add(solid(ecs.RoleSolid), block(5, 4, 2, 2, 0, 2.6, 2.8)...)
	p.add(solid(ecs.RoleObstacle), block(15.25, 4, 1.5, 8, 0, 0, 1.5)...)
	ecs.MarkClosed(&p.Scene)
	p.Entities[4].Absent = true
	return &p.Scene
}

// inYard loads the yard with people on rows of the floor, on the slab and on the platform.
func inYard(t *testing.T, x string) *Engine {
	t.Helper()
	e := open(t, Options{Executor: x})
	sc := emptyScenario("yard")
	sc.DT = 0.1
	must(t, e.Load(sc, yard()))
	for i := range 10 {
		must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{1, 0, 1 + 0.6*float64(i)}}))
		must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{12.7, 0, 1 + 0.6*float64(i)}}))
	}
	must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{5, 2.8, 4}}))
	return e
}

// walkOn takes steps and checks the books after each.
func (e *Engine) walkOn(t *testing.T, steps int) Stats {
	t.Helper()
	for range steps {
		must(t, e.Step(0.1))
		must(t, e.Wait())
		if s := e.Stats(); !s.Balanced() {
			t.Fatalf("at %.1f s the books are %+v", e.Time(), s)
		}
	}
	return e.Stats()
}

func eachExecutor(t *testing.T, test func(t *testing.T, x string)) {
	for _, x := range []string{"cpu", "gpu"} {
		t.Run(x, func(t *testing.T) { test(t, x) })
	}
}

// A slab goes with ten people on it and the goal: whoever has floor within 2 m is put there, the others stay, stranded,
// and all go on when it comes back. So it is if the very first step brings the change.
func TestFloorGoesAndComes(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := inYard(t, x)
		e.world.RemoveEntity(1)
		s := e.walkOn(t, 30)
		asNew(t, e)
		if s.Spawned != 21 || s.Alive != 21 || s.Stranded != 21 || !e.LastChange().Cut {
			t.Fatalf("without slab and goal the books are %+v, %+v", s, e.LastChange())
		}
		views, err := e.Agents(nil)
		must(t, err)
		for _, a := range views {
			if a.Position[0] > 10 && math.Abs(a.Position[0]-12.7) > 1e-5 {
				t.Errorf("agent %d was moved to %.2f", a.Slot, a.Position)
			}
		}
		e.world.AddEntity(1)
		s = e.walkOn(t, 400)
		asNew(t, e)
		if s.Arrived != 20 || s.Stranded != 1 {
			t.Errorf("with the slab back the books are %+v", s)
		}
		sameWay(t, e, "slab back", exact)
	})
}

// People within reach of other floor are moved there, and no farther than stated.
func TestPeopleAreMovedToFloorNearby(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := inYard(t, x)
		near := ecs.SpawnAt{Position: [3]float64{11, 0, 7.2}}
		must(t, e.Spawn(0, near))
		e.world.RemoveEntity(1)
		e.walkOn(t, 1)
		views, err := e.Agents(nil)
		must(t, err)
		found := 0
		for _, a := range views {
			if a.Position[2] > 7 {
				found++
				if way := math.Hypot(a.Position[0]-11, a.Position[2]-7.2); a.Position[0] > 10 || way > 2 {
					t.Errorf("the agent near the edge is at %.2f, %.2f m away", a.Position, way)
				}
			}
		}
		if found != 1 {
			t.Errorf("%d agents near the edge", found)
		}
	})
}

// An obstacle over the whole goal leaves everybody stranded, whom nothing stops once it is gone.
func TestGoalGoesAndComes(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := inYard(t, x)
		e.walkOn(t, 2)
		e.world.AddEntity(4)
		e.walkOn(t, 60)
		if s := e.Stats(); s.Alive != 21 || s.Stranded != 21 || s.Pending != 0 {
			t.Fatalf("without a goal the books are %+v", s)
		}
		e.world.RemoveEntity(4)
		if s := e.walkOn(t, 400); s.Arrived != 20 {
			t.Errorf("with the goal back the books are %+v", s)
		}
		sameWay(t, e, "goal back", exact)
	})
}

// What cannot be baked is refused with a sentence that names it, and leaves the world and the bake as they were.
func TestChangesThatAreRefused(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := inYard(t, x)
		e.walkOn(t, 1)
		hash, err := e.Hash()
		must(t, err)
		shift := func(x, y, z float64) [16]float64 {
			return [16]float64{0: 1, 5: 1, 10: 1, 12: x, 13: y, 14: z, 15: 1}
		}
		stair := ecs.Entity{Name: "steps", Role: ecs.RoleWalkable, SpeedUp: 0.5, SpeedDown: 0.6}
		for want, change := range map[string]func(){
			"in the plan":                  func() { e.world.MoveEntity(3, shift(12, 0, 0)) },
			"in the plan, expected within": func() { e.world.MoveEntity(3, shift(0, 0, -9)) },
			"a height of":                  func() { e.world.MoveEntity(3, shift(0, 3, 0)) },
			"of stairs":                    func() { _, err := e.world.AddMesh(stair, flat(3, 3, 1, 1, 0, level(0.1))); must(t, err) },
		} {
			e.world.RemoveEntity(1) // goes back together with the rest
			change()
			err := e.Step(0.1)
			if !errors.Is(err, ecs.ErrInput) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "entity") {
				t.Errorf("expected an error about %q, got %v", want, err)
			}
			if !e.world.Present(1) || e.world.Motion(3) != still {
				t.Errorf("%s: the world keeps the change", want)
			}
			asNew(t, e)
			if again, err := e.Hash(); err != nil || again != hash {
				t.Errorf("%s: the crowd has changed: %v", want, err)
			}
		}
		e.walkOn(t, 5)
	})
}

// Spawners whose floor is gone wait for it.
func TestSpawnersWithoutFloorWait(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := open(t, Options{Executor: x})
		sc := emptyScenario("yard")
		sc.DT = 0.1
		region := ecs.Region{Box: &[2][3]float64{{11, -1, 1}, {13, 1, 7}}}
		sc.Spawns = []ecs.Spawn{{Group: "walkers", Region: region, Rate: 10, Start: 0.1}, {Group: "walkers", Region: region, Count: 7, Start: 0.3}}
		sc.Events = []ecs.Event{{At: 0, Kind: ecs.SceneRemove, Name: "part 1"}, {At: 2, Kind: ecs.SceneAdd, Name: "part 1"}}
		must(t, e.Load(sc, yard()))
		if s := e.walkOn(t, 18); s.Spawned != 0 || s.Queued < 7+16 || s.Queued > 7+18 {
			t.Fatalf("without floor the books are %+v", s)
		}
		if s := e.walkOn(t, 12); s.Spawned < 7+8 || int(s.Spawned)+s.Queued < 7+28 || int(s.Spawned)+s.Queued > 7+30 {
			t.Errorf("with floor the books are %+v", s)
		}
	})
}
