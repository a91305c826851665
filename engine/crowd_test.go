package engine

import (
	"math"
	"slices"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// crowded opens the references with the built-in hall and some spawns.
func crowded(t *testing.T, spawns ...ecs.Spawn) *Engine {
	t.Helper()
	e := open(t, Options{Executor: "cpu"})
	sc, scene := builtin(t, "corridor")
	sc.Spawns = spawns
	for i := range spawns {
		spawns[i].Group, spawns[i].Region = "walkers", ecs.Region{Name: "Start"}
	}
	must(t, e.Load(sc, scene))
	return e
}

// spawned counts those that have appeared after each whole second.
func spawned(t *testing.T, e *Engine, seconds int) (n []uint32) {
	t.Helper()
	for range seconds {
		for range 20 {
			must(t, e.Step(0.05))
		}
		must(t, e.Wait())
		n = append(n, e.Stats().Spawned)
	}
	return n
}

func TestSpawners(t *testing.T) {
	for name, c := range map[string]struct {
		spawn ecs.Spawn
		want  []uint32
	}{
		"count":         {ecs.Spawn{Count: 7}, []uint32{7, 7, 7, 7}},
		"count, later":  {ecs.Spawn{Count: 7, Start: 1.5}, []uint32{0, 7, 7, 7}},
		"rate":          {ecs.Spawn{Rate: 4}, []uint32{4, 8, 12, 16}},
		"slow rate":     {ecs.Spawn{Rate: 0.5}, []uint32{0, 1, 1, 2}},
		"rate and cap":  {ecs.Spawn{Rate: 4, Count: 6}, []uint32{4, 6, 6, 6}},
		"rate, a while": {ecs.Spawn{Rate: 4, Start: 1, Stop: 3}, []uint32{0, 4, 8, 8}},
	} {
		t.Run(name, func(t *testing.T) {
			got := spawned(t, crowded(t, c.spawn), len(c.want))
			for i := range got {
				if d := int(got[i]) - int(c.want[i]); d < -1 || d > 1 || c.spawn.Rate == 0 && d != 0 { // the step at a second's end may count to the next
					t.Fatalf("%v have appeared after each second, expected %v", got, c.want)
				}
			}
		})
	}
}

// People start on cells of their region, clear of walls by their radius, each on another cell while there are enough.
func TestSpawnsKeepClear(t *testing.T) {
	e := crowded(t, ecs.Spawn{Count: 9})
	must(t, e.Step(0.001))
	views, err := e.Agents(nil)
	must(t, err)
	seen := map[uint32]bool{}
	for _, a := range views {
		p := a.Position
		if p[0] < 0.49 || p[0] > 1.51 || p[2] < 0.49 || p[2] > 1.51 || math.Abs(p[1]) > 1e-6 {
			t.Errorf("agent %d starts at %v, outside its region", a.Slot, p)
		}
		if seen[a.Cell] {
			t.Errorf("cell %d has two agents", a.Cell)
		}
		seen[a.Cell] = true
	}
	if len(views) != 9 {
		t.Errorf("%d agents, expected 9", len(views))
	}
}

// The crowd outgrows the slots that it began with; nobody is lost on the way.
func TestCrowdGrows(t *testing.T) {
	for _, executor := range []string{"gpu", "cpu"} {
		t.Run(executor, func(t *testing.T) {
			e := open(t, Options{Executor: executor})
			sc, scene := builtin(t, "plaza")
			sc.Spawns[0].Count = 100
			sc.Spawns = sc.Spawns[:1]
			must(t, e.Load(sc, scene))
			must(t, e.Step(sc.DT))
			before, err := e.Agents(nil)
			must(t, err)
			for i := range 400 {
				at := ecs.SpawnAt{Position: [3]float64{20 + float64(i%20), 0, 20 + float64(i/20)}}
				must(t, e.Spawn(0, at))
			}
			must(t, e.Step(sc.DT))
			must(t, e.Wait())
			after, err := e.Agents(nil)
			must(t, err)
			if s := e.Stats(); len(after) != 500 || !s.Balanced() || s.Alive != 500 || e.frame.Capacity < 500 {
				t.Fatalf("%d agents, %+v, room for %d", len(after), s, e.frame.Capacity)
			}
			for i, a := range before {
				b := after[i]
				if b.Slot != a.Slot || b.Generation != a.Generation || math.Hypot(a.Position[0]-b.Position[0], a.Position[2]-b.Position[2]) > 0.1 {
					t.Fatalf("agent %+v has become %+v", a, b)
				}
			}
		})
	}
}

// despawn removes the agents of the first n slots.
func despawn(t *testing.T, e *Engine, n int) {
	t.Helper()
	for slot := range uint32(n) {
		if a, ok := e.World().At(slot); !ok || e.World().Despawn(a) != 1 {
			t.Fatalf("slot %d has nobody to remove", slot)
		}
	}
}

// Removed agents leave the books balanced, and their slots are used again.
func TestDespawn(t *testing.T) {
	e := crowded(t, ecs.Spawn{Count: 20})
	must(t, e.Step(0.05))
	must(t, e.Wait())
	despawn(t, e, 8)
	for range 6 {
		must(t, e.Step(0.05))
	}
	must(t, e.Wait())
	if s := e.Stats(); s.Removed != 8 || s.Alive != 12 || !s.Balanced() {
		t.Errorf("%+v, expected 8 removed and 12 alive", s)
	}
	for range 8 {
		must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{20, 0, 1}}))
	}
	must(t, e.Step(0.05))
	views, err := e.Agents(nil)
	must(t, err)
	if last := views[len(views)-1]; len(views) != 20 || last.Slot >= 20 {
		t.Errorf("%d agents, the last in slot %d; expected 20 in the first 20 slots", len(views), last.Slot)
	}
}

// A group that gets another goal keeps the way to the old one until the way to the new one is whole.
func TestSetGoalKeepsTheOldField(t *testing.T) {
	longer(t)
	for _, executor := range []string{"gpu", "cpu"} {
		t.Run(executor, func(t *testing.T) {
			e := open(t, Options{Executor: executor})
			sc, scene := builtin(t, "villa")
			sc.Params.Rounds, sc.Spawns = 2, []ecs.Spawn{} // a budget that does not suffice for one plan; nobody changes costs
			must(t, e.Load(sc, scene))
			field := func(group int) []float32 {
				var err error
				v := e.potential(group, &err)
				must(t, err)
				return v
			}
			old := field(1)
			must(t, e.SetGoal(1, sc.Groups[0].Goal))
			kept := 0
			for range 400 {
				must(t, e.Step(sc.DT))
				must(t, e.Wait())
				if now := field(1); !slices.Equal(now, old) {
					break
				}
				kept++
			}
			if kept < 3 || kept == 400 {
				t.Errorf("the old field stayed for %d steps", kept)
			}
			if worst, _ := residual(t, e, 1); worst > exact {
				t.Errorf("the field published first has a residual of %g", worst)
			}
			if !slices.Equal(field(1), field(0)) {
				t.Error("two groups of one class with one goal have different fields")
			}
		})
	}
}

// Groups whose goals change at once take turns: each has the way to its new goal in the end.
func TestGoalsChangeAtOnce(t *testing.T) {
	for _, executor := range []string{"gpu", "cpu"} {
		t.Run(executor, func(t *testing.T) {
			e := open(t, Options{Executor: executor})
			sc, scene := builtin(t, "villa")
			sc.Spawns = []ecs.Spawn{}
			must(t, e.Load(sc, scene))
			var err error
			before := [2][]float32{e.potential(0, &err), e.potential(1, &err)}
			must(t, err)
			for g := range before {
				must(t, e.SetGoal(g, sc.Groups[1-g].Goal))
			}
			n := 0
			for ; n == 0 || e.Stats().Pending > 0 || e.Stats().Stale > 0; n++ {
				must(t, e.Step(sc.DT))
				must(t, e.Wait())
				if n > 1000 {
					t.Fatalf("the ways are not there after %d steps: %+v", n, e.Stats())
				}
			}
			for g := range before {
				if worst, _ := residual(t, e, g); worst > exact {
					t.Errorf("group %d is off by %g", g, worst)
				}
				if now := e.potential(g, &err); err != nil || !slices.Equal(now, before[1-g]) {
					t.Errorf("group %d does not have the field that the other one had (%v)", g, err)
				}
			}
		})
	}
}

// A further group takes a potential and a velocity per cell, one with costs of its own also these.
func TestReportTellsWhatGroupsTake(t *testing.T) {
	e := open(t, Options{Executor: "cpu"})
	sc, scene := builtin(t, "maze")
	must(t, e.Load(sc, scene))
	r, err := e.Report()
	must(t, err)
	share := float64(e.frame.Cells) / float64(r.WalkableCells)
	if got := r.BytesPerCellGroup / share; got < 8 || got > 8.2 {
		t.Errorf("a further group takes %g bytes per cell, expected 8 and the work lists", got)
	}
	if got := (r.BytesPerCellCosts - r.BytesPerCellGroup) / share; got < 16.5 || got > 16.51 {
		t.Errorf("costs take %g bytes per cell, expected 16 and the open diagonals", got)
	}
	if r.BytesPerCell > 96 {
		t.Errorf("the maze takes %g bytes per walkable cell, expected at most 96", r.BytesPerCell)
	}
}

// In a scene where nothing moves the published field does not change by a bit.
func TestStillFieldStaysStill(t *testing.T) {
	e := open(t, Options{})
	sc, scene := builtin(t, "stairs")
	sc.Spawns = []ecs.Spawn{}
	must(t, e.Load(sc, scene))
	var err error
	before := e.potential(0, &err)
	for range 20 {
		must(t, e.Step(sc.DT))
	}
	must(t, e.Wait())
	if after := e.potential(0, &err); err != nil || !slices.Equal(after, before) {
		t.Errorf("the potential of an empty scene changes (%v)", err)
	}
}

// Costs fall when a crowd leaves. The field that follows warm is near the one that is solved anew: every cell within
// the changes that a warm field leaves out, a hundredth here.
func TestWarmFieldFollows(t *testing.T) {
	longer(t)
	e := open(t, Options{})
	sc, scene := builtin(t, "stairs")
	must(t, e.Load(sc, scene))
	var err error
	still := e.potential(0, &err)
	for range 60 {
		must(t, e.Step(sc.DT))
	}
	must(t, e.Wait())
	crowd := e.potential(0, &err)
	despawn(t, e, e.World().Alive())
	for range 200 {
		must(t, e.Step(sc.DT))
	}
	must(t, e.Wait())
	after := e.potential(0, &err)
	must(t, err)
	away, apart := 0.0, 0.0
	for c, v := range still {
		if v > 0 && v < passes.Inf {
			away, apart = max(away, math.Abs(float64(crowd[c]-v)/float64(v))), max(apart, math.Abs(float64(after[c]-v)/float64(v)))
		}
	}
	t.Logf("the crowd moves the field by up to %.2g; without it %.2g is left", away, apart)
	if s := e.Stats(); s.Alive != 0 || s.Pending != 0 || s.Stale != 0 {
		t.Errorf("%+v, expected nobody and nothing pending", s)
	}
	if away < 0.05 || apart > 0.01 {
		t.Errorf("the crowd moved the field by %g, and %g of that is left after it", away, apart)
	}
}

// Islands are what links join, seen with a clearance.
func TestIslands(t *testing.T) {
	const east, west = passes.NoLinks ^ (passes.LinkNone^passes.LinkNear)<<8, passes.NoLinks ^ (passes.LinkNone^passes.LinkNear)<<24
	h := hostScene{ // a row of four cells, one alone, one covered
		clearance: []float32{1, 0.3, 1, 1, 1, passes.Covered},
		links:     passes.LinksOf(&passes.Frame{}, []uint32{east, east & west, east & west, west, passes.NoLinks, passes.NoLinks}, nil, nil),
	}
	if got := h.islands(0); !slices.Equal(got, []int{0, 4, 1}) {
		t.Errorf("islands of %v cells, expected [0 4 1]", got)
	}
	if got := h.islands(0.5); !slices.Equal(got, []int{0, 2, 1, 1}) {
		t.Errorf("with 0.5 m of clearance islands of %v cells, expected [0 2 1 1]", got)
	}
}

// Read back, the world's components are where the agents are, some steps late; without it they stay where they began.
func TestReadback(t *testing.T) {
	for _, o := range []Options{{Executor: "cpu"}, {Executor: "cpu", Readback: true}, {}, {Readback: true}} {
		e := open(t, o)
		sc, scene := builtin(t, "stairs")
		must(t, e.Load(sc, scene))
		for range 20 {
			must(t, e.Step(sc.DT))
		}
		must(t, e.Wait())
		views, err := e.Agents(nil)
		must(t, err)
		s := e.World().Snapshot()
		same := 0
		for _, a := range views {
			p := s.Slots[a.Slot].Position
			if math.Hypot(p.X-a.Position[0], p.Z-a.Position[2]) < 1e-6 && math.Abs(p.Y-a.Position[1]) < 1e-6 {
				same++
			}
		}
		if o.Readback && same != len(views) || !o.Readback && same > len(views)/10 {
			t.Errorf("%+v: %d of %d agents are in the world where they are", o, same, len(views))
		}
	}
}
