package engine

import (
	"math"
	"slices"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// hall loads a hall of 24 × 12 m with goal 0 at its east end and goals 1 to 3 along its south wall, and goal 4, of 1 m²,
// in the floor; nobody is there yet.
func hall(t *testing.T, o Options, change func(sc *ecs.Scenario)) *Engine {
	t.Helper()
	p := newScene("hall")
	p.add(solid(ecs.RoleSolid), block(24, 12, 48, 24, 0, -0.2, 0)...)
	p.add(ecs.Entity{Name: "exit", Role: ecs.RoleGoal, Goal: 0}, flat(23, 6, 1, 4, 0, level(0.05))...)
	for k := range 3 {
		p.add(ecs.Entity{Role: ecs.RoleGoal, Goal: k + 1}, flat(4+7*float64(k), 1.5, 2, 2, 0, level(0.05))...)
	}
	p.add(ecs.Entity{Name: "hatch", Role: ecs.RoleGoal, Goal: 4}, flat(20, 9, 1, 1, 0, level(0.05))...)
	ecs.MarkClosed(&p.Scene)
	e := open(t, o)
	sc := emptyScenario("hall")
	change(sc)
	must(t, e.Load(sc, &p.Scene))
	return e
}

var west = ecs.Region{Box: &[2][3]float64{{1, -1, 4}, {3, 1, 8}}}

// Who comes by a rate and finds no room waits in the queue and is counted; nobody appears on somebody else, and everybody comes in
// the end.
func TestQueuesOfSpawners(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := hall(t, Options{Executor: x}, func(sc *ecs.Scenario) {
			sc.Spawns = []ecs.Spawn{{Group: "walkers", Region: west, Rate: 60, Stop: 1}}
		})
		queued := 0
		for n := 1; n <= 600 && (n < 30 || e.Stats().Queued > 0); n++ {
			must(t, e.Step(0.05))
			must(t, e.Wait())
			s := e.Stats()
			queued = max(queued, s.Queued)
			// Who appears keeps clear of where others were two steps ago; they may have walked 13 cm since.
			if !s.Balanced() || s.Overlap > 140 || n > 20 && int(s.Spawned)+s.Queued != 60 {
				t.Fatalf("after step %d: %+v", n, s)
			}
		}
		if s := e.Stats(); queued < 20 || s.Queued != 0 || s.Spawned != 60 {
			t.Errorf("up to %d stood in the queue, and in the end %+v", queued, s)
		}
	})
}

// arrivals are the times at which people have come to a spawner, to a step.
func arrivals(t *testing.T, spawn ecs.Spawn, seconds, dt float64) (times []float64) {
	t.Helper()
	e := hall(t, Options{Executor: "cpu"}, func(sc *ecs.Scenario) { sc.Spawns = []ecs.Spawn{spawn} })
	for e.crowd.time < seconds {
		had := e.crowd.spawners[0].Called
		e.call(&e.crowd.spawners[0], dt)
		e.crowd.time += dt
		for range e.crowd.spawners[0].Called - had {
			times = append(times, e.crowd.time)
		}
	}
	return times
}

// Poisson arrivals come at the rate, their number in a second varies as much as its mean, and the gaps are exponential; even ones are even.
func TestPoissonArrivals(t *testing.T) {
	const rate, seconds = 5.0, 4000
	for arrival, want := range map[string]float64{ecs.ArrivalsPoisson: 1, ecs.ArrivalsEven: 0} {
		times := arrivals(t, ecs.Spawn{Group: "walkers", Region: west, Rate: rate, Arrivals: arrival}, seconds, 0.002)
		counts := make([]float64, seconds+1)
		worst := 0.0 // Kolmogorov's distance of the gaps
		var gaps []float64
		for i, at := range times {
			counts[int(at)]++
			if i > 0 {
				gaps = append(gaps, at-times[i-1])
			}
		}
		slices.Sort(gaps)
		for i, g := range gaps {
			worst = max(worst, math.Abs(float64(i+1)/float64(len(gaps))-(1-math.Exp(-rate*g))))
		}
		sum, squares := 0.0, 0.0
		for _, n := range counts[:seconds] {
			sum += n
			squares += n * n
		}
		mean := sum / seconds
		fano := (squares/seconds - mean*mean) / mean
		if math.Abs(mean-rate) > 0.12 || math.Abs(fano-want) > 0.1 {
			t.Errorf("%s: %g come in a second, and vary by %g of that, want %g and %g", arrival, mean, fano, rate, want)
		}
		if exponential := worst < 0.03; exponential != (arrival == ecs.ArrivalsPoisson) { // steps of 2 ms take 0.01 of that
			t.Errorf("%s: the gaps are %g from exponential", arrival, worst)
		}
	}
}

// An agent's speed, radius, start and place depend on its spawn and its number in it: not on the other spawns, their order in time, the
// executor or the steps.
func TestDrawsOfAgentsAreTheirOwn(t *testing.T) {
	run := func(x string, dt float64, others int) (views []AgentView) {
		e := hall(t, Options{Executor: x}, func(sc *ecs.Scenario) {
			g := &sc.Groups[0]
			g.Speeds, g.Radii = ecs.Distribution{Law: ecs.LawWeidmann}, ecs.Distribution{Min: 0.15, Max: 0.2}
			g.PreMovement = ecs.Distribution{Law: ecs.LawLognormal, Mean: 30, Deviation: 5}
			sc.Groups = append(sc.Groups, ecs.NewGroup("others", 0))
			sc.Spawns = []ecs.Spawn{{Group: "walkers", Region: west, Count: 50, Start: 0.4}}
			if others > 0 {
				sc.Spawns = append(sc.Spawns, ecs.Spawn{Group: "others", Region: ecs.Region{Box: &[2][3]float64{{10, -1, 4}, {14, 1, 8}}}, Count: others})
			}
			sc.Params.Separation = ecs.Off
		})
		for e.Time() < 0.5 {
			must(t, e.Step(dt))
		}
		all, err := e.Agents(nil)
		must(t, err)
		for _, a := range all {
			if a.Group == 0 {
				views = append(views, a)
			}
		}
		return views
	}
	want := run("cpu", 0.1, 0)
	for name, got := range map[string][]AgentView{"gpu": run("gpu", 0.1, 0), "steps": run("cpu", 0.05, 0), "others": run("cpu", 0.1, 30)} {
		if len(got) != len(want) || len(want) != 50 {
			t.Fatalf("%s: %d agents, want %d", name, len(got), len(want))
		}
		for i := range want {
			a, b := want[i], got[i]
			if a.Speed != b.Speed || a.Radius != b.Radius || math.Hypot(a.Position[0]-b.Position[0], a.Position[2]-b.Position[2]) > 1e-5 {
				t.Errorf("%s: agent %d is %+v, want %+v", name, i, b, a)
			}
		}
	}
}

// People appear before and behind a door's leaf, and with the door closed on the side from which there is a way.
func TestSpawnsAtDoors(t *testing.T) {
	for _, closed := range []bool{false, true} {
		e := open(t, Options{Executor: "cpu"})
		scene := rooms(2)
		sc := emptyScenario(scene.Name)
		sc.Spawns = []ecs.Spawn{{Group: "walkers", Region: ecs.Region{Name: door(scene, 1, 0)}, Rate: 2}}
		for _, entity := range []int{2, 3} { // the leaf lies from z = 0.9 to 2.1 m at x = 8 m
			scene.Entities[entity].DoorClosed = closed
		}
		must(t, e.Load(sc, scene))
		sides := [2]int{}
		for _, c := range e.crowd.spawners[0].Cells {
			p := e.world3(c)
			if p[2] < 0.9 || p[2] > 2.1 || math.Abs(p[0]-8) > 0.1+doorReach {
				t.Errorf("closed %v: somebody may appear at %v", closed, p)
			}
			if p[0] < 8 {
				sides[0]++
			} else {
				sides[1]++
			}
		}
		if sides[0] == 0 || (sides[1] == 0) != closed {
			t.Errorf("closed %v: people appear in %v cells west and east of the leaf", closed, sides)
		}
		for range 100 {
			must(t, e.Step(0.05))
		}
		must(t, e.Wait())
		if s := e.Stats(); s.Spawned < 8 || s.Stranded > 0 || !s.Balanced() {
			t.Errorf("closed %v: %+v", closed, s)
		}
	}
}

// world3 is the centre of a cell in the world.
func (e *Engine) world3(c uint32) [3]float64 {
	m := passes.Centre(&e.frame, e.host.pages, c)
	return [3]float64{float64(m[0]) + e.origin[0], float64(e.host.height[c]) + e.origin[1], float64(m[1]) + e.origin[2]}
}
