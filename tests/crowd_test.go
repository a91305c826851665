package tests

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"throng/ecs"
	"throng/engine"
)

func spawnAt(x, y, z float64) ecs.SpawnAt { return ecs.SpawnAt{Position: [3]float64{x, y, z}} }

// longer skips a test in short mode.
func longer(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes longer than the short tests may")
	}
}

func hash(t *testing.T, e *engine.Engine) string {
	t.Helper()
	h, err := e.Hash()
	must(t, err)
	return h
}

// The same seed gives the same state after 500 steps, three times in a row; another seed another.
func TestSameSeedSameHash(t *testing.T) {
	longer(t)
	for executor, scene := range map[string]string{"gpu": "villa", "cpu": "stairs"} {
		t.Run(executor, func(t *testing.T) {
			e := open(t, engine.Options{Executor: executor})
			run := func(seed uint64, steps int) string {
				reload(t, e, scene, func(s *scenario) { s.Seed = seed })
				step(t, e, steps)
				return hash(t, e)
			}
			first := run(1, 500)
			for range 2 {
				if again := run(1, 500); again != first {
					t.Errorf("the hash after 500 steps is %s, then %s", first, again)
				}
			}
			if run(2, 20) == run(1, 20) {
				t.Error("two seeds give one hash")
			}
		})
	}
}

// How many steps are in flight changes nothing.
func TestFlightsDoNotMatter(t *testing.T) {
	longer(t)
	var hashes []string
	for _, n := range []int{1, 2, 5} {
		e := load(t, engine.Options{InFlight: n}, "stairs")
		step(t, e, 100)
		hashes = append(hashes, hash(t, e))
	}
	if hashes[1] != hashes[0] || hashes[2] != hashes[0] {
		t.Errorf("1, 2 and 5 steps in flight give %v", hashes)
	}
}

// A run that goes on from a snapshot, stored and read again, ends like the run that the snapshot is of.
func TestSnapshot(t *testing.T) {
	for _, executor := range []string{"gpu", "cpu"} {
		t.Run(executor, func(t *testing.T) {
			rate := func(s *scenario) { // new agents and free slots on both sides of the snapshot
				s.Spawns[0].Rate, s.Spawns[0].Count = 4, 0
			}
			e := load(t, engine.Options{Executor: executor}, "stairs", rate)
			step(t, e, 400)
			s, err := e.Snapshot()
			must(t, err)
			var file bytes.Buffer
			must(t, s.Write(&file))
			step(t, e, 100)
			want, stats := hash(t, e), e.Stats()
			if stats.Arrived < 5 || stats.Spawned < 140 {
				t.Errorf("%+v: too little happened", stats)
			}

			step(t, e, 10)
			s, err = engine.ReadSnapshot(bytes.NewReader(file.Bytes()))
			must(t, err)
			other := load(t, engine.Options{Executor: executor}, "stairs", rate)
			for _, e := range []*engine.Engine{e, other} { // the same engine, and a fresh one
				must(t, e.Restore(s))
				if math.Abs(e.Time()-20) > 1e-9 {
					t.Errorf("the snapshot goes on at %g s, expected 20 s", e.Time())
				}
				step(t, e, 100)
				if got := hash(t, e); got != want {
					t.Errorf("the continued run ends in %s (%+v), expected %s (%+v)", got, e.Stats(), want, stats)
				}
			}
		})
	}
}

// A goal that was changed right before the snapshot is changed in the run that goes on from it.
func TestSnapshotAfterSetGoal(t *testing.T) {
	e := load(t, engine.Options{Executor: "cpu"}, "stairs")
	step(t, e, 10)
	must(t, e.SetGoal(0, 1))
	s, err := e.Snapshot()
	must(t, err)
	step(t, e, 60)
	want := hash(t, e)
	must(t, e.Restore(s))
	step(t, e, 60)
	if got := hash(t, e); got != want {
		t.Errorf("the continued run ends in %s, expected %s", got, want)
	}
}

// What is no snapshot of the loaded scenario is refused, and changes nothing.
func TestSnapshotThatDoesNotFit(t *testing.T) {
	e := load(t, engine.Options{Executor: "cpu"}, "stairs")
	step(t, e, 10)
	before := hash(t, e)
	for name, spoil := range map[string]func(*engine.Snapshot){
		"another bake":   func(s *engine.Snapshot) { s.Bake = "" },
		"no world":       func(s *engine.Snapshot) { s.World = nil },
		"no spawner":     func(s *engine.Snapshot) { s.Spawners = nil },
		"too many":       func(s *engine.Snapshot) { s.Spawners[0].Made = s.Spawners[0].Called + 1 },
		"short slot":     func(s *engine.Snapshot) { s.Slots["crowd"] = s.Slots["crowd"][4:] },
		"missing slot":   func(s *engine.Snapshot) { delete(s.Slots, "tally") },
		"unknown slot":   func(s *engine.Snapshot) { s.Slots["mystery"] = []byte{1} },
		"endless room":   func(s *engine.Snapshot) { s.Capacity = 1 << 40 },
		"other capacity": func(s *engine.Snapshot) { s.Capacity++ },
	} {
		s, err := e.Snapshot()
		must(t, err)
		spoil(s)
		if err := e.Restore(s); !errors.Is(err, engine.ErrSnapshot) {
			t.Errorf("%s: %v, expected %v", name, err, engine.ErrSnapshot)
		}
		if hash(t, e) != before {
			t.Fatalf("%s: the refused snapshot changed the crowd", name)
		}
	}
	if _, err := engine.ReadSnapshot(strings.NewReader("nonsense")); !errors.Is(err, engine.ErrSnapshot) {
		t.Errorf("nonsense: %v, expected %v", err, engine.ErrSnapshot)
	}
}

// storeys is two floors, one exactly above the other, each with a goal.
func storeys() *ecs.Scene {
	s := &ecs.Scene{Name: "storeys"}
	add := func(e ecs.Entity, x0, z0, x1, z1 float64, ys ...float64) {
		e.First, e.SpeedUp, e.SpeedDown, e.Name = len(s.Triangles), 1, 1, "part"
		for _, y := range ys {
			a, b, c, d := [3]float64{x0, y, z0}, [3]float64{x0, y, z1}, [3]float64{x1, y, z1}, [3]float64{x1, y, z0}
			if y < 0 || y == 2.8 { // undersides
				b, d = d, b
			}
			s.Triangles = append(s.Triangles, ecs.Triangle{a, b, c}, ecs.Triangle{a, c, d})
		}
		e.Count = len(s.Triangles) - e.First
		s.Entities = append(s.Entities, e)
	}
	for k, y := range []float64{0, 3} {
		add(ecs.Entity{Goal: -1}, 0, 0, 14, 8, y, y-0.2)
		add(ecs.Entity{Role: ecs.RoleGoal, Goal: k}, 12.5, 3, 13.5, 5, y+0.05)
	}
	s.Min, s.Max = [3]float64{0, -0.2, 0}, [3]float64{14, 3.05, 8}
	return s
}

// People upstairs change nothing downstairs, to the bit: neither fields nor agents. On the same floor they do.
func TestStoreysAreApart(t *testing.T) {
	for _, executor := range []string{"gpu", "cpu"} {
		t.Run(executor, func(t *testing.T) {
			e := open(t, engine.Options{Executor: executor})
			alone := downstairs(t, e, 0, 3)
			for name, i := range differ(alone, downstairs(t, e, 100, 3)) {
				t.Errorf("%s: value %d changes with people upstairs", name, i)
			}
			d := differ(alone, downstairs(t, e, 100, 0))
			for _, name := range []string{"density", "cost", "potential", "velocity", "agents"} {
				if _, ok := d[name]; !ok {
					t.Errorf("%s is the same with 100 people more on the floor: the test shows nothing", name)
				}
			}
		})
	}
}

// differ gives the first place where values differ, by name.
func differ(a, b map[string][]uint64) map[string]int {
	at := map[string]int{}
	for name, want := range a {
		if len(b[name]) != len(want) {
			at[name] = len(want)
			continue
		}
		for i := range want {
			if b[name][i] != want[i] {
				at[name] = i
				break
			}
		}
	}
	return at
}

// downstairs runs the lower storey, with more people at a height y, and gives the bits of its fields and of its agents.
func downstairs(t *testing.T, e *engine.Engine, more int, y float64) map[string][]uint64 {
	t.Helper()
	sc := ecs.NewScenario()
	sc.Scene = "storeys"
	sc.Groups = []ecs.Group{ecs.NewGroup("below", 0), ecs.NewGroup("more", int(y)/3)}
	region := func(y float64) ecs.Region { return ecs.Region{Box: &[2][3]float64{{1, y, 1}, {7, y, 7}}} }
	sc.Spawns = []ecs.Spawn{{Group: "below", Region: region(0), Count: 60}}
	if more > 0 {
		sc.Spawns = append(sc.Spawns, ecs.Spawn{Group: "more", Region: region(y), Count: more})
	}
	sc.Params.Capacity = 256
	must(t, e.Load(sc, storeys()))
	step(t, e, 60)
	bits := map[string][]uint64{}
	height, err := e.Field("height", 0)
	must(t, err)
	for _, name := range []string{"density", "meanVelocity", "speed", "cost", "potential", "velocity"} {
		f, err := e.Field(name, 0)
		must(t, err)
		for i := range height.Data {
			if height.Data[i] < 1.5 {
				for _, v := range f.Data[i*f.Channels : (i+1)*f.Channels] {
					bits[name] = append(bits[name], uint64(math.Float32bits(v)))
				}
			}
		}
	}
	views, err := e.Agents(nil)
	must(t, err)
	for _, a := range views {
		for _, v := range [][3]float64{a.Position, a.Velocity} {
			if a.Group == 0 {
				bits["agents"] = append(bits["agents"], math.Float64bits(v[0]), math.Float64bits(v[1]), math.Float64bits(v[2]))
			}
		}
	}
	if len(views) != 60+more || len(bits["density"]) < 1000 || len(bits["agents"]) != 6*60 {
		t.Fatalf("%d agents, expected %d; %d cells below", len(views), 60+more, len(bits["density"]))
	}
	return bits
}
