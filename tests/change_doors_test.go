package tests

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// M9 and NIST 4.1: door A closes at 1 s. Two fields later nobody makes for it any more, nobody is ever in its opening
// afterwards, and all leave by door B, whether an event of the scenario closes it or the host.
func TestDoorClosesOnACrowd(t *testing.T) {
	longer(t)
	for name, o := range map[string]engine.Options{
		"cpu, event": {Executor: "cpu"}, "gpu, event": {InFlight: 3, Readback: true}, "cpu, host": {Executor: "cpu"}, "gpu, host": {},
	} {
		t.Run(name, func(t *testing.T) {
			host := name[5:] == "host"
			e := load(t, o, "two-doors", func(s *scenario) {
				s.Params.Rounds, s.Params.PlanEvery = 64, 1
				for i := range s.Groups {
					s.Groups[i].Model = ecs.ModelContinuum // who makes way for another may face door A for a moment
				}
				if !host {
					s.Events = []ecs.Event{{At: 1, Kind: ecs.SceneClose, Name: "door A"}}
				}
			})
			dt, changed := e.Scenario().DT, 0
			for n := 1; n < 3000 && (n < 100 || e.Stats().Alive > 0); n++ {
				if host && e.Time() <= 1 && e.Time()+dt > 1 {
					must(t, e.World().CloseDoor("door A"))
				}
				step(t, e, 1)
				views, err := e.Agents(nil)
				must(t, err)
				if s := e.Stats(); !s.Balanced() || int(s.Alive) != len(views) || s.Spawned != 20 {
					t.Fatalf("at %.2f s the books are %+v with %d agents", e.Time(), s, len(views))
				}
				if e.LastChange().Entities == 0 {
					continue
				}
				changed++
				for _, a := range views {
					x, z, v := a.Position[0], a.Position[2], a.Velocity
					if x > 10.0 && x < 10.2 && z > 1.5 && z < 2.5 {
						t.Fatalf("at %.2f s agent %d is in the closed door, at %.2f", e.Time(), a.Slot, a.Position)
					}
					if to := math.Hypot(10-x, 2-z); changed > 2 && x < 9.9 && z < 3.5 && to > 0.5 && v[0]*(10-x)+v[2]*(2-z) > 0.97*to*math.Hypot(v[0], v[2]) && math.Hypot(v[0], v[2]) > 0.1 {
						t.Fatalf("%d fields after the change agent %d at %.2f still makes for door A with %.2f", changed, a.Slot, a.Position, v)
					}
				}
			}
			if s := e.Stats(); s.Arrived != 20 || changed == 0 {
				t.Errorf("%+v after %.1f s: expected all to leave by door B", s, e.Time())
			}
			if c := e.LastChange(); c.Entities != 1 || c.Cells == 0 || c.MS < c.BakeMS || c.BakeMS <= 0 {
				t.Errorf("the last change was %+v", c)
			}
		})
	}
}

// With both doors closed the people in the room are stranded and alive; they go on when a door opens.
func TestPeopleInAClosedRoom(t *testing.T) {
	for _, executor := range []string{"cpu", "gpu"} {
		t.Run(executor, func(t *testing.T) {
			e := load(t, engine.Options{Executor: executor}, "two-doors", func(s *scenario) {
				s.Events = []ecs.Event{
					{At: 0, Kind: ecs.SceneClose, Name: "door A"}, {At: 0, Kind: ecs.SceneClose, Name: "door B"}, {At: 15, Kind: ecs.SceneOpen, Name: "door B"},
				}
			})
			step(t, e, int(14/e.Scenario().DT))
			must(t, e.Wait())
			if s := e.Stats(); s.Alive != 20 || s.Stranded != 20 || s.Pending != 0 {
				t.Fatalf("behind closed doors the books are %+v", s)
			}
			potential, err := e.Field("potential", 0)
			must(t, err)
			for j := range potential.Height {
				for i := range potential.Width {
					x := potential.Origin[0] + (float64(i)+0.5)*potential.Cell
					z := potential.Origin[2] + (float64(j)+0.5)*potential.Cell
					if v := potential.At(i, j, 0)[0]; x > 0 && x < 10 && z > 0 && z < 8 && !math.IsInf(float64(v), 1) && v == v {
						t.Fatalf("behind closed doors the potential at (%.2f, %.2f) is %g", x, z, v)
					}
				}
			}
			step(t, e, int(60/e.Scenario().DT))
			must(t, e.Wait())
			if s := e.Stats(); s.Arrived != 20 || !s.Balanced() {
				t.Errorf("after door B has opened the books are %+v", s)
			}
		})
	}
}

// A scenario with a thousand events allocates nothing in steps in which none is due.
func TestEventsNotDueCostNothing(t *testing.T) {
	e := load(t, engine.Options{}, "two-doors", func(s *scenario) {
		for i := range 1000 {
			kind := []ecs.SceneDeltaKind{ecs.SceneClose, ecs.SceneOpen}[i%2]
			at := 0.0 // 500 of them are over in the first step
			if i >= 500 {
				at = 1000 + float64(i)
			}
			s.Events = append(s.Events, ecs.Event{At: at, Kind: kind, Name: "door A"})
		}
	})
	step(t, e, 20)
	must(t, e.Wait())
	if n := testing.AllocsPerRun(50, func() { step(t, e, 1) }); n != 0 {
		t.Errorf("a step without a change allocates %g times", n)
	}
}
