package tests

import (
	"math"
	"testing"

	"throng/engine"
)

// M10: fifty people on the bridge and fifty below it cross in plan. Each takes as long as in the same stream alone.
func TestBridgeCrossing(t *testing.T) {
	longer(t)
	e := open(t, engine.Options{})
	both, passage, bridge := crossing(t, e, true, true), crossing(t, e, true, false), crossing(t, e, false, true)
	for n, alone := range append(passage, bridge...) {
		if together := both[n]; alone < 10 || math.Abs(together-alone) > 0.01*alone {
			t.Errorf("person %d takes %.2f s, and %.2f s without the other stream", n, together, alone)
		}
	}
}

// crossing is the time that each person of the streams takes, those in the passage first [s].
func crossing(t *testing.T, e *engine.Engine, passage, bridge bool) (times []float64) {
	t.Helper()
	reload(t, e, "bridge-crossing", func(s *scenario) {
		s.Spawns = s.Spawns[:0]
		s.Params.Capacity = 100
	})
	people := 0
	for n := range 100 {
		along, across := 1+0.45*float64(n%50/5), 10.8+0.6*float64(n%5)
		if below := n < 50; below && passage {
			must(t, e.Spawn(0, spawnAt(along, 0, across)))
			people++
		} else if !below && bridge {
			must(t, e.Spawn(1, spawnAt(across, 4, along)))
			people++
		}
	}
	times = make([]float64, people) // by slot: these are given in order
	var views []engine.AgentView
	for e.Time() == 0 || len(views) > 0 {
		step(t, e, 1)
		var err error
		views, err = e.Agents(views[:0])
		must(t, err)
		for _, a := range views {
			times[a.Slot] = e.Time()
		}
		if e.Time() > 60 {
			t.Fatalf("after %.1f s %d of %d are still on their way", e.Time(), len(views), people)
		}
	}
	if s := e.Stats(); int(s.Arrived) != people {
		t.Fatalf("%+v, expected %d to have arrived", s, people)
	}
	return times
}
