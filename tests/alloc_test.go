package tests

import (
	"testing"
	"time"

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
