package engine

import (
	"math"
	"testing"

	"throng/ecs"
)

// cart is how a cart crosses a hall along x: from where to where, at 1 m/s from 0.5 s on.
type cart struct{ from, to float64 }

// hall is a floor of 20 m × 10 m with a goal along one end and a cart of 1 m × 2 m that stands across.
func (k cart) hall() *ecs.Scene {
	p := newScene("hall")
	p.add(solid(ecs.RoleSolid), block(10, 5, 20, 10, 0, -0.2, 0)...)
	p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(19.5, 5, 1, 10, 0, level(0.05))...)
	p.add(solid(ecs.RoleObstacle), block(k.from, 5, 1, 2, 0, 0, 1.5)...)
	ecs.MarkClosed(&p.Scene)
	return &p.Scene
}

// ride is the scenario of the hall.
func (k cart) ride() *ecs.Scenario {
	sc := emptyScenario("hall")
	sc.DT = 0.1
	way := k.to - k.from
	sc.Events = []ecs.Event{{At: 0.5, Kind: ecs.SceneMove, Name: "part 2", By: [3]float64{way, 0, 0}, Over: math.Abs(way)}}
	return sc
}

// into is how deep a place lies in the cart at time t [m].
func (k cart) into(p [3]float64, t float64) float64 {
	way := k.to - k.from
	x := k.from + math.Copysign(min(max(t-0.5, 0), math.Abs(way)), way)
	return min(0.5-math.Abs(p[0]-x), 1-math.Abs(p[2]-5))
}

// A cart crosses a hall full of people, with them and against them: it is baked again in every step, the bake is that of a
// full bake, nobody is ever in the cart or lost, all arrive, and the potential is never solved anew.
func TestCartCrossesAHall(t *testing.T) {
	longer(t)
	for _, x := range []string{"cpu", "gpu"} {
		t.Run(x+" along", func(t *testing.T) {
			if x == "gpu" {
				longer(t)
			}
			cart{3, 16}.cross(t, open(t, Options{Executor: x}))
		})
		t.Run(x+" against", func(t *testing.T) { cart{16, 3}.cross(t, open(t, Options{Executor: x, InFlight: 4, Readback: true})) })
	}
}

func (k cart) cross(t *testing.T, e *Engine) {
	must(t, e.Load(k.ride(), k.hall()))
	for i := range 120 { // none in the cart; some wait in its way
		at := ecs.SpawnAt{Position: [3]float64{0.7 + 0.7*float64(i%20), 0, 1 + 2*float64(i/20)}}
		if i >= 100 {
			at.Position, at.Start = [3]float64{5 + 0.5*float64(i%20), 0, 4.2 + 0.08*float64(i%20)}, 16
		}
		if k.into(at.Position, 0) < -0.3 {
			must(t, e.Spawn(0, at))
		}
	}
	var views []AgentView
	spent, changes, deepest := 0.0, 0, math.Inf(-1)
	for n := 0; n < 600 && (n < 140 || e.Stats().Alive > 0); n++ {
		before := e.LastChange()
		must(t, e.Step(0.1))
		must(t, e.Wait())
		c := e.LastChange()
		if c != before {
			spent, changes = spent+c.MS, changes+1
		}
		if c.Cut {
			t.Fatalf("at %.1f s the cart cuts the hall in two: %+v", e.Time(), c)
		}
		if n%20 == 7 {
			asNew(t, e)
		}
		var err error
		views, err = e.Agents(views[:0])
		must(t, err)
		for _, a := range views {
			deep := k.into(a.Position, e.Time())
			if deepest = max(deepest, deep); deep > 0.01 {
				t.Errorf("at %.1f s agent %d at %.2f is %.2f m in the cart", e.Time(), a.Slot, a.Position, deep)
			}
		}
		if s := e.Stats(); !s.Balanced() || int(s.Alive) != len(views) || s.Stranded > 0 && n > 5 {
			t.Fatalf("at %.1f s the books are %+v with %d agents", e.Time(), s, len(views))
		}
	}
	s := e.Stats()
	t.Logf("%d changes of %.1f ms, %+v; nobody nearer to the cart than %.3f m; %+v", changes, spent/float64(changes), e.LastChange(), -deepest, s)
	if s.Alive > 0 || s.Arrived < 80 || changes < 125 {
		t.Errorf("after %.1f s and %d changes the books are %+v", e.Time(), changes, s)
	}
	sameWay(t, e, "after the ride", 3e-5)
}
