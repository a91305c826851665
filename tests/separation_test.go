package tests

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// deepest is the deepest overlap of two agents on one storey [m], and how many agents overlap another by more than a
// millimetre, by looking at all pairs.
func deepest(all []engine.AgentView) (depth float64, agents int) {
	for i := range all {
		own := 0.0
		for j := range all {
			a, b := &all[i], &all[j]
			if i == j || math.Abs(a.Position[1]-b.Position[1]) > 0.9 {
				continue
			}
			own = max(own, a.Radius+b.Radius-math.Hypot(a.Position[0]-b.Position[0], a.Position[2]-b.Position[2]))
		}
		if own > 1e-3 {
			agents++
		}
		depth = max(depth, own)
	}
	return depth, agents
}

// People who walk along a corridor do not overlap, though some are faster than those before them; the engine's account
// says so as well. With separation off they walk through each other, as the same count shows.
func TestWalkersKeepApart(t *testing.T) {
	longer(t)
	for _, executor := range []string{"gpu", "cpu"} {
		for _, separation := range []string{ecs.On, ecs.Off} {
			t.Run(executor+" "+separation, func(t *testing.T) {
				m := newWallsModel("corridor")
				f := wallsAt(0, 0, 20)
				m.solid(f.sheet(0, 0, 40, 3, 0))
				m.goal(0, f.sheet(38, 0, 39.5, 3, 0.05))
				sc := wallsScenario(0.25, 0.25)
				sc.Params.Capacity, sc.Params.Separation, sc.Groups[0].Model = 60, separation, ecs.ModelContinuum // others keep apart by themselves
				e := open(t, engine.Options{Executor: executor})
				ecs.MarkClosed(&m.Scene)
				must(t, e.Load(sc, &m.Scene))
				for k := range 60 {
					x, z := f.plan(1.5+0.6*float64(k/4), 0.5+0.66*float64(k%4))
					speed := 1.2
					if k < 4 {
						speed = 1.5
					}
					must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{x, 0, z}, Radius: 0.16 + 0.03*float64(k%4), Speed: speed}))
				}
				var views []engine.AgentView
				worst, crowded := 0.0, 0
				for e.Time() < 18 {
					step(t, e, 1)
					var err error
					views, err = e.Agents(views[:0])
					must(t, err)
					depth, agents := deepest(views)
					worst, crowded = max(worst, depth), crowded+agents
					s := e.Stats()
					if separation == ecs.On && depth > 1e-3+2e-4 && math.Abs(s.Overlap-1000*depth) > 0.2 {
						t.Fatalf("at %.2f s somebody overlaps another by %.2f mm; the account has %.2f mm", e.Time(), 1000*depth, s.Overlap)
					}
					if separation == ecs.Off && (s.Overlap != 0 || s.Overlapping != 0) {
						t.Fatalf("without separation the account has overlaps: %+v", s)
					}
				}
				if kept := worst <= 1e-3; kept != (separation == ecs.On) {
					t.Errorf("agents overlap by up to %.2f mm, %d times by more than one", 1000*worst, crowded)
				}
				if s := e.Stats(); s.Lost != 0 || !s.Balanced() || s.Spawned != 60 {
					t.Errorf("the books are %+v", s)
				}
			})
		}
	}
}

// Two crowds whose ways cross above each other, on a bridge and under it, are to each other as if the other were not there.
func TestBridgeAndUnderpassDoNotTouch(t *testing.T) {
	longer(t)
	m := newWallsModel("bridge")
	f := wallsAt(0, 0, 0)
	m.solid(f.sheet(0, 0, 16, 16, 0), f.sheet(0, 6, 16, 10, 2.4))
	m.goal(0, f.sheet(14.5, 6.5, 15.5, 9.5, 2.45))
	m.goal(1, f.sheet(6.5, 14.5, 9.5, 15.5, 0.05))
	run := func(both bool) map[uint32][3]float64 {
		sc := wallsScenario(0.25, 0.2, 0.2)
		sc.Groups[1].Goal = 1
		sc.Params.Capacity = 128
		e := open(t, engine.Options{})
		ecs.MarkClosed(&m.Scene)
		must(t, e.Load(sc, &m.Scene))
		for k := range 48 {
			u, v := 1+0.45*float64(k/6), 6.8+0.45*float64(k%6)
			must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{u, 2.4, v}}))
			if both {
				must(t, e.Spawn(1, ecs.SpawnAt{Position: [3]float64{v, 0, u}}))
			}
		}
		step(t, e, 120) // the middle of the bridge
		views, err := e.Agents(nil)
		must(t, err)
		places := map[uint32][3]float64{}
		for _, a := range views {
			if a.Group == 0 {
				places[uint32(len(places))] = a.Position
			}
		}
		return places
	}
	alone, both := run(false), run(true)
	if len(alone) != 48 || len(both) != 48 {
		t.Fatalf("%d and %d people are on the bridge, expected 48", len(alone), len(both))
	}
	for k, p := range alone {
		if both[k] != p {
			t.Errorf("person %d on the bridge is at %v, with people under it at %v", k, p, both[k])
		}
	}
}
