package engine

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// Place finds the storey by height, and refuses what is no floor or too near to a wall, naming the agent.
func TestPlace(t *testing.T) {
	e := hosting(t, Options{Executor: "cpu"}, "stairs")
	agents, err := e.SpawnAll(0, ecs.SpawnAt{Position: [3]float64{10, 0, 5}}, ecs.SpawnAt{Position: [3]float64{9, 0, 5}}, ecs.SpawnAt{Position: [3]float64{9.5, 0, 5}})
	must(t, err)
	stepped(t, e, 1)
	for _, y := range []float64{3.06, 0} {
		must(t, e.Place(agents[:1], [][3]float64{{10, y, 5}}))
		stepped(t, e, 1)
		if v := viewOf(t, e, agents[0]); math.Abs(v.Position[1]-y) > 0.1 || gap(v.Position, [3]float64{10, 0, 5}) > 0.1 {
			t.Errorf("placed at a height of %g m the agent is at %v", y, v.Position)
		}
	}
	err = e.Place(agents, [][3]float64{{100, 0, 5}, {9, 0, 4.5}, {math.NaN(), 0, 0}})
	if !errors.Is(err, ecs.ErrInput) || !strings.Contains(err.Error(), fmt.Sprintf("2 of 3 agents were passed over, the first: agents[0] %v: at (100, 0, 5) there is no walkable floor", agents[0])) {
		t.Errorf("error %v", err)
	}
	stepped(t, e, 1)
	if v := viewOf(t, e, agents[1]); gap(v.Position, [3]float64{9, 0, 4.5}) > 0.1 {
		t.Errorf("the agent beside those that were refused is at %v", v.Position)
	}
}

// Settings reach the agents that they name, each in its own column, whatever else is set in the same step.
func TestSettings(t *testing.T) {
	executors(t, func(t *testing.T, x string) {
		e := hosting(t, Options{Executor: x}, "plaza")
		agents, err := e.SpawnAll(0, ecs.SpawnAt{Position: [3]float64{20, 0, 20}}, ecs.SpawnAt{Position: [3]float64{22, 0, 20}}, ecs.SpawnAt{Position: [3]float64{24, 0, 20}})
		must(t, err)
		must(t, e.SetGroups(agents[:1], []int{1})) // in the step of the spawn
		stepped(t, e, 1)
		must(t, e.SetSpeeds(agents, []float64{0, 1.5, 0.5}))
		must(t, e.SetRadii(agents[1:2], []float64{0.15}))
		must(t, e.SetGroups(agents, []int{2, 1, 1}))
		must(t, e.SetGroups(agents[2:], []int{3}))
		must(t, e.SetControl(agents[2:], ecs.ControlDriven))
		must(t, e.SetVelocities(agents[2:], [][3]float64{{0.7, 9, -0.2}}))
		stepped(t, e, 1)
		for i, want := range []struct {
			group         int
			radius, speed float64
		}{{2, 0.2, 0}, {1, 0.15, 1.5}, {3, 0.2, 0}} {
			v := viewOf(t, e, agents[i])
			if v.Group != want.group || math.Abs(v.Radius-want.radius) > 1e-6 || math.Abs(v.Speed-want.speed) > 1e-6 {
				t.Errorf("agent %d is %+v, expected %+v", i, v, want)
			}
		}
		if v := viewOf(t, e, agents[2]); math.Abs(v.Velocity[0]-0.7)+math.Abs(v.Velocity[2]+0.2) > 1e-6 {
			t.Errorf("velocity %v", v.Velocity)
		}
		must(t, e.SetControl(agents[2:], ecs.ControlEngine))
		stepped(t, e, 1)
		if v := viewOf(t, e, agents[2]); math.Abs(v.Speed-0.5) > 1e-6 || v.State != ecs.StateWalking {
			t.Errorf("the engine's agent again is %+v, expected the speed it was given", v)
		}
	})
}

// A handle whose agent is gone is told of, and never reaches the next agent of the slot.
func TestStaleHandles(t *testing.T) {
	e := hosting(t, Options{Executor: "cpu", Readback: true}, "corridor")
	old := people(t, e, 2)
	stepped(t, e, 1)
	if n := e.World().Despawn(old[0]); n != 1 {
		t.Fatalf("despawned %d", n)
	}
	stepped(t, e, 1)
	next := people(t, e, 1)
	if a, _ := e.World().Slot(next[0]); a != 0 {
		t.Fatalf("the new agent has slot %d, expected the freed one", a)
	}
	stepped(t, e, 1)
	before := viewOf(t, e, next[0])
	for name, err := range map[string]error{
		"place":    e.Place(old, [][3]float64{{9, 0, 1}, {10, 0, 1}}),
		"move to":  e.MoveTo(old, [][3]float64{{9, 0, 1}, {10, 0, 1}}),
		"velocity": e.SetVelocities(old, make([][3]float64, 2)),
		"speed":    e.SetSpeeds(old, []float64{0, 1}),
		"radius":   e.SetRadii(old, []float64{0.1, 0.2}),
		"group":    e.SetGroups(old, []int{0, 0}),
		"control":  e.SetControl(old, ecs.ControlDriven),
		"watch":    e.Watch(old),
	} {
		if !errors.Is(err, ecs.ErrStale) || !strings.Contains(err.Error(), fmt.Sprintf("engine: %s: 1 of 2 agents were passed over, the first: agents[0] %v", name, old[0])) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	stepped(t, e, 1)
	if v := viewOf(t, e, next[0]); v.State != ecs.StateWalking || v.Speed != before.Speed || v.Radius != before.Radius || gap(v.Position, before.Position) > 0.2 {
		t.Errorf("the slot's next agent went from %+v to %+v", before, v)
	}
	if v := viewOf(t, e, old[1]); v.State != ecs.StateDriven || gap(v.Position, [3]float64{10, 0, 1}) > 1e-3 {
		t.Errorf("the living agent beside the stale one is %+v", v)
	}
}

// Values out of their limits are refused, naming the agent.
func TestSettingsOutOfLimits(t *testing.T) {
	e := hosting(t, Options{Executor: "cpu"}, "corridor")
	a := people(t, e, 1)
	for says, err := range map[string]error{
		"speed -1 m/s, expected 0 to 10 m/s": e.SetSpeeds(a, []float64{-1}),
		"speed NaN m/s":                      e.SetSpeeds(a, []float64{math.NaN()}),
		"radius 5 m, expected at most":       e.SetRadii(a, []float64{5}),
		"group 9, expected 0 to 0":           e.SetGroups(a, []int{9}),
		"position (NaN, 0, 0)":               e.MoveTo(a, [][3]float64{{math.NaN(), 0, 0}}),
		"velocity (+Inf, 0, 0)":              e.SetVelocities(a, [][3]float64{{math.Inf(1), 0, 0}}),
		"control 7":                          e.SetControl(a, 7),
	} {
		if !errors.Is(err, ecs.ErrInput) || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, expected %q", err, says)
		}
	}
	defer func() {
		if p, _ := recover().(string); p != "engine: 2 speeds were given for 1 agents." {
			t.Errorf("panic %q", p)
		}
	}()
	_ = e.SetSpeeds(a, []float64{1, 2})
}

// BenchmarkMoveTo is the host's share of moving 100,000 agents in a step: checks, the queue, and the commands.
func BenchmarkMoveTo(b *testing.B) {
	const n = 100000
	e := hosting(b, Options{Executor: "cpu"}, "corridor")
	e.world.SetLimit(n)
	agents, err := e.world.Spawn(0, make([]ecs.SpawnAt, n))
	must(b, err)
	to, commands := make([][3]float64, n), make([]passes.Command, n)
	b.ReportAllocs()
	for b.Loop() {
		must(b, e.MoveTo(agents, to))
		e.crowd.deltas = e.world.Drain(e.crowd.deltas[:0])
		for i := range e.crowd.deltas {
			commands[i] = e.command(&e.crowd.deltas[i])
		}
	}
}
