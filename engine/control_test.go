package engine

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/ecs"
)

// hosting opens a built-in scene without its people, for a host to fill.
func hosting(t testing.TB, o Options, scene string) *Engine {
	t.Helper()
	e := open(t, o)
	sc, s := builtin(t, scene)
	sc.Spawns = nil
	must(t, e.Load(sc, s))
	return e
}

// people makes agents in group 0 of the corridor, in rows of four.
func people(t testing.TB, e *Engine, n int) []ecs.Handle {
	t.Helper()
	at := make([]ecs.SpawnAt, n)
	for i := range at {
		at[i].Position = [3]float64{2 + 0.7*float64(i/3), 0, 0.5 + 0.5*float64(i%3)}
	}
	agents, err := e.SpawnAll(0, at...)
	must(t, err)
	return agents
}

// stepped takes a step and waits for it.
func stepped(t testing.TB, e *Engine, n int) {
	t.Helper()
	for range n {
		must(t, e.Step(0.05))
	}
	must(t, e.Wait())
}

// viewOf is an agent as it is.
func viewOf(t testing.TB, e *Engine, agent ecs.Handle) AgentView {
	t.Helper()
	views, err := e.Agents(nil)
	must(t, err)
	for _, v := range views {
		if v.Agent == agent {
			return v
		}
	}
	t.Fatalf("there is no agent %v", agent)
	return AgentView{}
}

func gap(a, b [3]float64) float64 { return math.Hypot(a[0]-b[0], a[2]-b[2]) }

func executors(t *testing.T, test func(t *testing.T, executor string)) {
	for _, x := range []string{"gpu", "cpu"} {
		t.Run(x, func(t *testing.T) { test(t, x) })
	}
}

// A host that does what it is advised moves its crowd as the engine would have: the same places but for rounding, and
// everybody arrives.
func TestObeyedAdviceIsFullAdvance(t *testing.T) {
	executors(t, func(t *testing.T, x string) {
		free, advised := hosting(t, Options{Executor: x}, "corridor"), hosting(t, Options{Executor: x, Control: ecs.ControlAdvised}, "corridor")
		const n, dt = 12, 0.05
		people(t, free, n)
		people(t, advised, n)
		var views, want []AgentView
		worst, compared := 0.0, 0
		for advised.Stats().Arrived < n && advised.Time() < 60 {
			stepped(t, free, 1)
			stepped(t, advised, 1)
			var agents []ecs.Handle
			var to [][3]float64
			var err error
			views, err = advised.Agents(views[:0])
			must(t, err)
			want, err = free.Agents(want[:0])
			must(t, err)
			for _, v := range views {
				p := [3]float64{v.Position[0] + dt*v.Velocity[0], v.Position[1], v.Position[2] + dt*v.Velocity[2]}
				agents, to = append(agents, v.Agent), append(to, p)
				for _, f := range want {
					if f.Slot == v.Slot {
						worst = max(worst, gap(f.Position, p))
						compared++
					}
				}
			}
			must(t, advised.MoveTo(agents, to))
		}
		t.Logf("%d steps, %d places compared, the paths differ by up to %.2g m", advised.Stats().Step, compared, worst)
		if s := advised.Stats(); s.Arrived != n || !s.Balanced() {
			t.Errorf("the books of the host's crowd are %+v", s)
		}
		if s := free.Stats(); s.Arrived != n {
			t.Errorf("of the engine's crowd %d arrived first, expected all %d", s.Arrived, n)
		}
		if worst > 1e-3 || compared < 5000 {
			t.Errorf("in %d comparisons a path differs by %g m, expected at most 1 mm", compared, worst)
		}
	})
}

// Who is advised stays where it is until the host moves it, however long it is told to go.
func TestAdvisedStay(t *testing.T) {
	executors(t, func(t *testing.T, x string) {
		e := hosting(t, Options{Executor: x}, "corridor")
		agents := people(t, e, 9)
		stepped(t, e, 1)
		must(t, e.SetControl(agents[:8], ecs.ControlAdvised))
		before, err := e.Agents(nil)
		must(t, err)
		stepped(t, e, 20)
		after, err := e.Agents(nil)
		must(t, err)
		for i, v := range after[:8] {
			if v.Position != before[i].Position || v.Cell != before[i].Cell || v.Walked != before[i].Walked || v.State != ecs.StateAdvised {
				t.Errorf("agent %d went from %+v to %+v", i, before[i], v)
			}
			if v.Velocity[0] < 0.5 {
				t.Errorf("agent %d is advised to go at %v, expected along the corridor", i, v.Velocity)
			}
		}
		if d := gap(after[8].Position, before[8].Position); d < 1 {
			t.Errorf("the engine's agent went %.2f m in a second", d)
		}
		must(t, e.SetControl(agents[:8], ecs.ControlEngine))
		stepped(t, e, 20)
		after, err = e.Agents(after[:0])
		must(t, err)
		for i, v := range after[:8] {
			if gap(v.Position, before[i].Position) < 0.5 || v.State != ecs.StateWalking {
				t.Errorf("agent %d, the engine's again, went from %v to %v in state %v", i, before[i].Position, v.Position, v.State)
			}
		}
	})
}

// Wherever hosts drive their agents, they stay on the floor and out of walls, their cells follow, and the books balance.
func TestDrivenAgentsAreHeldByWalls(t *testing.T) {
	executors(t, func(t *testing.T, x string) {
		e := open(t, Options{Executor: x})
		sc, scene := builtin(t, "villa")
		sc.Spawns[0].Count, sc.Spawns[1].Count = 30, 30
		must(t, e.Load(sc, scene))
		stepped(t, e, 1)
		views, err := e.Agents(nil)
		must(t, err)
		var driven []ecs.Handle
		for _, v := range views[:40] {
			driven = append(driven, v.Agent)
		}
		must(t, e.SetControl(driven, ecs.ControlDriven))
		stepped(t, e, 1)
		r, w := rand.New(rand.NewPCG(3, 3)), newWitness(e)
		heading, held := make([]float64, len(driven)), 0
		to := make([][3]float64, len(driven))
		for n := range 100 {
			w.look(t)
			for i := range driven {
				v := w.views[i]
				if v.Agent != driven[i] || v.State != ecs.StateDriven {
					t.Fatalf("after %d steps the driven agent %d is %+v", n, i, v)
				}
				if n > 0 {
					if gap(to[i], v.Position) > 1e-3 {
						held++
						heading[i] = 2 * math.Pi * r.Float64()
					}
				}
				to[i] = [3]float64{v.Position[0] + 0.3*math.Cos(heading[i]), 99, v.Position[2] + 0.3*math.Sin(heading[i])}
			}
			must(t, e.MoveTo(driven, to))
			must(t, e.Step(sc.DT))
		}
		if held < 50 || held > 2000 {
			t.Errorf("walls held agents %d times: the test shows too little", held)
		}
	})
}

// A driven agent is nobody's to push, stands still when it is not moved, and has the velocity of its way when it is.
func TestDrivenAgentStandsItsGround(t *testing.T) {
	executors(t, func(t *testing.T, x string) {
		e := hosting(t, Options{Executor: x}, "corridor")
		player, err := e.SpawnAll(0, ecs.SpawnAt{Position: [3]float64{8, 0, 1}, Control: ecs.ControlDriven, Radius: 0.2})
		must(t, err)
		others := people(t, e, 12)
		worst := 0.0
		for range 200 {
			stepped(t, e, 1)
			v := viewOf(t, e, player[0])
			if v.Velocity != ([3]float64{}) || gap(v.Position, [3]float64{8, 0, 1}) > 1e-6 {
				t.Fatalf("the player was moved to %v at %v", v.Position, v.Velocity)
			}
			views, err := e.Agents(nil)
			must(t, err)
			for _, o := range views {
				if o.Agent != player[0] {
					worst = max(worst, 0.4-gap(o.Position, v.Position))
				}
			}
		}
		if worst > 0.01 {
			t.Errorf("others came %.3f m into the player", worst)
		}
		passed := 0
		for _, a := range others {
			if viewOf(t, e, a).Position[0] > 8.5 {
				passed++
			}
		}
		if passed < 10 {
			t.Errorf("%d of 12 passed the player in ten seconds", passed)
		}
		must(t, e.MoveTo(player, [][3]float64{{8.1, 0, 1}}))
		stepped(t, e, 1)
		if v := viewOf(t, e, player[0]); math.Abs(v.Velocity[0]-2) > 1e-3 || math.Abs(v.Position[0]-8.1) > 1e-5 {
			t.Errorf("10 cm in a step of 0.05 s: the player is at %v with velocity %v", v.Position, v.Velocity)
		}
		must(t, e.Place(player, [][3]float64{{39.9, 0, 1}})) // the goal is no end for him
		stepped(t, e, 3)
		if v := viewOf(t, e, player[0]); v.State != ecs.StateDriven {
			t.Errorf("the player in the goal is %+v", v)
		}
		must(t, e.SetControl(player, ecs.ControlEngine))
		stepped(t, e, 100)
		if _, ok := e.World().Slot(player[0]); ok {
			t.Error("the player, left to the engine, has not arrived")
		}
	})
}

// What the world itself is told counts too, and a crowd with the host's agents goes on from a snapshot as it went on.
func TestHostedCrowdGoesOnFromSnapshot(t *testing.T) {
	executors(t, func(t *testing.T, x string) {
		e := hosting(t, Options{Executor: x}, "corridor")
		agents := people(t, e, 6)
		stepped(t, e, 2)
		must(t, e.World().Set(agents[0], &ecs.Settings{Fields: ecs.SetControl, Control: ecs.ControlDriven}))
		must(t, e.SetControl(agents[1:3], ecs.ControlAdvised))
		stepped(t, e, 2)
		still := viewOf(t, e, agents[0]).Position
		must(t, e.MoveTo(agents[1:2], [][3]float64{{9, 0, 1}})) // queued when the snapshot is made
		s, err := e.Snapshot()
		must(t, err)
		stepped(t, e, 10)
		if v := viewOf(t, e, agents[0]); v.Position != still || v.State != ecs.StateDriven {
			t.Errorf("who was driven by the word of the world went from %v to %v in state %v", still, v.Position, v.State)
		}
		want, err := e.Hash()
		must(t, err)
		other := hosting(t, Options{Executor: x}, "corridor")
		must(t, other.Restore(s))
		stepped(t, other, 10)
		if got, err := other.Hash(); got != want {
			t.Errorf("from the snapshot the crowd came elsewhere: %v", err)
		}
	})
}
