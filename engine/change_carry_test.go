package engine

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// pit is a floor around a hole that part 4 fills, and a platform with a goal over it: where the filling goes, the platform
// is the lowest floor of its columns.
func pit() *ecs.Scene {
	p := newScene("pit")
	p.add(solid(ecs.RoleSolid), block(2, 4, 4, 8, 0, -0.2, 0)...)
	p.add(solid(ecs.RoleSolid), block(8, 4, 4, 8, 0, -0.2, 0)...)
	p.add(solid(ecs.RoleSolid), block(5, 1.5, 2, 3, 0, -0.2, 0)...)
	p.add(solid(ecs.RoleSolid), block(5, 6.5, 2, 3, 0, -0.2, 0)...)
	p.add(solid(ecs.RoleSolid), block(5, 4, 2, 2, 0, -0.2, 0)...)
	p.add(solid(ecs.RoleSolid), block(5, 4, 2, 2, 0, 2.6, 2.8)...)
	p.add(solid(ecs.RoleGoal), flat(9.5, 4, 1, 8, 0, level(0.05))...)
	p.add(solid(ecs.RoleGoal), flat(5.5, 4, 1, 2, 0, level(2.85))...)
	ecs.MarkClosed(&p.Scene)
	return &p.Scene
}

// floorAt is a place of the plan and a height in centimetres.
type floorAt [3]int

// fields reads what is carried over, by floor: the words of every plane.
func (e *Engine) fields(t *testing.T) (values map[floorAt][]uint32, cells map[floorAt]uint32) {
	t.Helper()
	values, cells = map[floorAt][]uint32{}, map[floorAt]uint32{}
	for c := range e.frame.Cells {
		if e.host.walkable(c) {
			i, j := passes.Column(e.host.pages, c)
			cells[floorAt{i, j, int(math.Round(100 * float64(e.host.height[c])))}] = c
		}
	}
	for _, f := range carried {
		var err error
		words, n := fetch[uint32](e.x, &e.frame, f.slot, &err), channels(f.slot)
		must(t, err)
		for at, c := range cells {
			for plane := range f.planes(&e.frame) {
				first := (plane*int(e.frame.Cells) + int(c)) * n
				values[at] = append(values[at], words[first:first+n]...)
			}
		}
	}
	return values, cells
}

// Floor that stays keeps its costs, potential and velocity to the bit, in its page and in another page of its tile.
func TestFieldsAreCarriedWithTheFloor(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := open(t, Options{Executor: x})
		sc := emptyScenario("pit")
		sc.DT = 0.1
		must(t, e.Load(sc, pit()))
		for i := range 12 {
			must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{1, 0, 1 + 0.5*float64(i)}}))
		}
		stayed, moved := 0, 0
		for n := range 6 {
			e.walkOn(t, 5)
			before, was := e.fields(t)
			if n%2 == 0 {
				e.world.RemoveEntity(4)
			} else {
				e.world.AddEntity(4)
			}
			atOnce(t, e)
			asNew(t, e)
			after, is := e.fields(t)
			for at, want := range before {
				got, still := after[at]
				if !still {
					continue
				}
				stayed++
				if was[at] != is[at] {
					moved++
				}
				for k := range want {
					if got[k] != want[k] {
						t.Fatalf("change %d: word %d of the floor at %v is %#x, was %#x", n, k, at, got[k], want[k])
					}
				}
			}
		}
		t.Logf("%d cells stayed, %d of them went to another page", stayed, moved)
		if stayed == 0 || moved == 0 {
			t.Errorf("%d cells stayed, %d of them went to another page", stayed, moved)
		}
	})
}

// What waits on the solver's lists for a page that has gone, or is another's by now, does no harm: with work pending at
// every change, the potential ends as it would have without.
func TestWorkOnPagesThatHaveGone(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := open(t, Options{Executor: x})
		sc := emptyScenario("pit")
		sc.DT, sc.Params.Rounds, sc.Params.PlanEvery = 0.1, 1, 1
		must(t, e.Load(sc, pit()))
		pending := 0
		for n := range 24 {
			for _, part := range []int{1 + n%4, 5} {
				if e.world.Present(part) {
					e.world.RemoveEntity(part)
				} else {
					e.world.AddEntity(part)
				}
			}
			if s := e.walkOn(t, 1); s.Pending > 0 {
				pending++
			}
		}
		if pending < 12 {
			t.Errorf("work was pending at %d of 24 changes", pending)
		}
		for part := range 6 {
			e.world.AddEntity(part)
		}
		sameWay(t, e, "after 24 changes", exact)
	})
}
