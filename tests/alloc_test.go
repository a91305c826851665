package tests

import (
	"testing"
	"time"

	"throng/ecs"
	"throng/engine"
)

// A step allocates nothing in Go once the crowd has stopped growing, arrivals included.
func TestStepDoesNotAllocate(t *testing.T) {
	for _, readback := range []bool{false, true} {
		e := load(t, engine.Options{Readback: readback}, "stairs")
		for e.Stats().Arrived < 10 && e.Time() < 60 {
			step(t, e, 1)
		}
		before := e.Stats()
		if n := testing.AllocsPerRun(100, func() { step(t, e, 1) }); n != 0 {
			t.Errorf("readback %v: a step allocates %g times", readback, n)
		}
		if s := e.Stats(); s.Arrived == before.Arrived || s.Step < before.Step+90 {
			t.Errorf("from %+v to %+v nobody arrived: the test shows too little", before, s)
		}
	}
}

// Nor do the calls of a host that moves, sets, asks about and watches agents in every step.
func TestHostCallsDoNotAllocate(t *testing.T) {
	e := load(t, engine.Options{Readback: true}, "stairs")
	step(t, e, 1)
	must(t, e.Wait())
	views, err := e.Agents(nil)
	must(t, err)
	agents, to := make([]ecs.Handle, len(views)), make([][3]float64, len(views))
	speeds, radii, groups := make([]float64, len(views)), make([]float64, len(views)), make([]int, len(views))
	for i, v := range views {
		agents[i], to[i], speeds[i], radii[i], groups[i] = v.Agent, v.Position, 1+0.01*float64(i), 0.2, v.Group
	}
	half := len(agents) / 2
	must(t, e.SetControl(agents[half:], ecs.ControlAdvised))
	must(t, e.Watch(agents))
	found := make([]engine.Found, 0, 1000)
	box := &ecs.Region{Box: &[2][3]float64{{0, 0, 0}, {9, 1, 9}}}
	calls, answers := 0, 0
	frame := func() {
		step(t, e, 1)
		views = e.Watched(views[:0])
		for i, v := range views[:min(half, len(views))] {
			to[i] = v.Position
			to[i][0] += 0.01
		}
		must(t, e.MoveTo(agents[half:], to[half:]))
		must(t, e.SetSpeeds(agents, speeds))
		must(t, e.SetRadii(agents, radii))
		must(t, e.SetGroups(agents, groups))
		must(t, e.SetVelocities(agents[half:], to[half:]))
		must(t, e.Watch(agents[calls%half:]))
		for _, p := range to {
			found, err = e.Near(found[:0], p, 2)
			must(t, err)
			answers += len(found)
			found, err = e.Nearest(found[:0], p, 5, 0)
			must(t, err)
			answers += len(found)
		}
		found, err = e.Inside(found[:0], box)
		must(t, err)
		calls++
	}
	for range 10 {
		frame()
	}
	if n := testing.AllocsPerRun(50, frame); n != 0 {
		t.Errorf("a step with the host's calls allocates %g times", n)
	}
	if answers < 1000 || len(views) < half/2 {
		t.Errorf("%d answers and %d watched: the test shows too little", answers, len(views))
	}
}

// Step returns while the device still works: as long as there is room in flight it waits for nothing.
func TestStepDoesNotWait(t *testing.T) {
	longer(t)
	const n = 6
	e := load(t, engine.Options{InFlight: 8}, "villa", func(s *scenario) {
		s.Params.Rounds, s.Params.PlanEvery = 512, 1 // work enough for a fast device
	})
	step(t, e, 20)
	least := 1.0
	for range 5 { // other programs may take the processor from one try, not from all
		must(t, e.Wait())
		start := time.Now()
		step(t, e, n)
		called := time.Since(start)
		must(t, e.Wait())
		least = min(least, called.Seconds()/time.Since(start).Seconds())
	}
	t.Logf("%d calls of Step took %.1f %% of the time of their steps", n, 100*least)
	if least > 0.5 {
		t.Errorf("%d calls of Step took %.0f %% of the time of their steps: they wait", n, 100*least)
	}
}

// BenchmarkWatch is a step of the plaza with 20,000 people, of whom none, 500 or all come back.
func BenchmarkWatch(b *testing.B) {
	for name, watched := range map[string]int{"none": 0, "500": 500, "readback": -1} {
		b.Run(name, func(b *testing.B) {
			e := load(b, engine.Options{Readback: watched < 0}, "plaza", func(s *scenario) {
				for i := range s.Spawns {
					s.Spawns[i].Count = 20000 / len(s.Spawns)
				}
			})
			step(b, e, 3)
			must(b, e.Wait())
			views, err := e.Agents(nil)
			must(b, err)
			var some []ecs.Handle
			for _, v := range views[:max(watched, 0)] {
				some = append(some, v.Agent)
			}
			must(b, e.Watch(some))
			b.ReportAllocs()
			for b.Loop() {
				step(b, e, 1)
				views = e.Watched(views[:0])
			}
			must(b, e.Wait())
		})
	}
}

// BenchmarkStep is a step of the maze with 2,000 agents.
func BenchmarkStep(b *testing.B) {
	e := load(b, engine.Options{}, "maze")
	step(b, e, 20)
	must(b, e.Wait())
	b.ReportAllocs()
	b.ResetTimer()
	step(b, e, b.N)
	must(b, e.Wait())
}
