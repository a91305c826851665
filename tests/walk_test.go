package tests

import (
	"fmt"
	"math"
	"testing"

	"throng/engine"
	"throng/engine/audit"
)

// watch follows a crowd step by step and judges it by the triangles of the scene.
type watch struct {
	e      *engine.Engine
	audit  *audit.Audit
	before map[[2]uint32][3]float64 // places one step ago, by slot and generation
	views  []engine.AgentView
	inWall int
	first  string // the first offence
}

func newWatch(e *engine.Engine) *watch {
	g := e.Scenario().Grid
	return &watch{e: e, audit: audit.New(e.Scene(), g.Step, g.Clearance, g.Slope), before: map[[2]uint32][3]float64{}}
}

// step advances by a step and looks at everybody.
func (w *watch) step(t *testing.T) {
	t.Helper()
	step(t, w.e, 1)
	var err error
	w.views, err = w.e.Agents(w.views[:0])
	must(t, err)
	for _, a := range w.views {
		key := [2]uint32{a.Slot, a.Generation}
		prev, known := w.before[key]
		if !known {
			prev = a.Position
		}
		w.before[key] = a.Position
		if o := w.audit.Judge(prev, a.Position, a.Radius, 0.01); o != audit.None {
			if w.inWall++; w.inWall == 1 {
				w.first = fmt.Sprintf("at %.2f s agent %d of group %d, from %.3f to %.3f: %v", w.e.Time(), a.Slot, a.Group, prev, a.Position, o)
			}
		}
	}
}

// balanced checks the books against the agents that there are.
func (w *watch) balanced(t *testing.T) {
	t.Helper()
	if s := w.e.Stats(); !s.Balanced() || int(s.Alive) != len(w.views) {
		t.Fatalf("at %.2f s the books are %+v, with %d agents", w.e.Time(), s, len(w.views))
	}
}

// Agents of both levels of the stairs reach goals on the other level; nobody is lost, stands in a wall or between the
// floors, at any step.
func TestStairs(t *testing.T) {
	longer(t)
	e := load(t, engine.Options{}, "stairs")
	w := newWatch(e)
	highest := make([]float64, 2)
	lowest := []float64{math.Inf(1), math.Inf(1)}
	for e.Time() < 120 {
		w.step(t)
		w.balanced(t)
		for _, a := range w.views {
			highest[a.Group], lowest[a.Group] = max(highest[a.Group], a.Position[1]), min(lowest[a.Group], a.Position[1])
			if floor, ok := w.audit.Floor(a.Position); !ok || math.Abs(floor-a.Position[1]) > 0.25 {
				t.Fatalf("at %.2f s agent %d is at %.3f, over a floor of %.3f (%v)", e.Time(), a.Slot, a.Position, floor, ok)
			}
		}
		if s := e.Stats(); s.Alive == 0 {
			break
		}
	}
	if s := e.Stats(); s.Arrived != 100 || s.Alive != 0 {
		t.Errorf("after %.1f s: %+v, expected all 100 to have arrived", e.Time(), s)
	}
	if w.inWall > 0 {
		t.Errorf("%d times somebody stood in a wall; the first: %s", w.inWall, w.first)
	}
	for g := range highest {
		if lowest[g] > 0.1 || highest[g] < 3 {
			t.Errorf("group %d walked between %.2f and %.2f m, expected from one level to the other", g, lowest[g], highest[g])
		}
	}
}

// Without the walls people walk through them, and the audit says so: the zeros of the other tests mean something.
func TestWithoutWallsTheAuditObjects(t *testing.T) {
	longer(t)
	e := load(t, engine.Options{}, "maze", func(s *scenario) {
		s.Grid.Walls = "none"
		s.Spawns[0].Count = 200
	})
	w := newWatch(e)
	for range 40 {
		w.step(t)
	}
	w.balanced(t)
	if w.inWall == 0 {
		t.Error("nobody stood in a wall of a maze without walls")
	}
	t.Logf("%d offences; the first: %s", w.inWall, w.first)
}

// A lone agent walks the 40 m of the hall in 40/v seconds, wherever in the hall it starts and whatever its speed
// (validation R1), and as fast without feeling any density: its own does not slow it.
func TestCorridor(t *testing.T) {
	e := open(t, engine.Options{})
	walk := func(t *testing.T, speed, z float64, change func(*scenario)) float64 {
		t.Helper()
		reload(t, e, "corridor", func(s *scenario) {
			s.Spawns = s.Spawns[:0]
			s.Groups[0].Speed = speed
			change(s)
		})
		must(t, e.Spawn(0, spawnAt(1, 0, z)))
		for e.Stats().Arrived == 0 {
			step(t, e, 1)
			must(t, e.Wait())
			if e.Time() > 50/speed {
				t.Fatalf("not there after %.1f s: %+v", e.Time(), e.Stats())
			}
		}
		return e.Time()
	}
	same := func(*scenario) {}
	for _, c := range []struct{ speed, z float64 }{{1.34, 1}, {1.34, 0.3}, {0.8, 1.6}} {
		if c.speed != 1.34 {
			if testing.Short() {
				continue
			}
		}
		took, want := walk(t, c.speed, c.z, same), 40/c.speed
		t.Logf("40 m at %g m/s, from z = %g m: %.2f s, expected %.2f s", c.speed, c.z, took, want)
		if math.Abs(took-want) > 0.01*want {
			t.Errorf("40 m at %g m/s from z = %g m took %.2f s, expected %.2f s ± 1 %%", c.speed, c.z, took, want)
		}
	}
	if testing.Short() {
		return
	}
	own := walk(t, 1.34, 1, same)
	none := walk(t, 1.34, 1, func(s *scenario) { s.Params.RhoMin, s.Params.RhoMax = 50, 100 })
	if math.Abs(own-none) > 0.01*none {
		t.Errorf("40 m took %.2f s, and %.2f s without feeling any density", own, none)
	}
}
