package ecs

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

func at(x, y, z float64) [16]float64 { return translation([3]float64{x, y, z}) }

func TestScheduleStepByStep(t *testing.T) {
	s := NewSchedule([]Event{
		{At: 2, Kind: SceneMove, Name: "cart", By: [3]float64{4, 0, 0}, Over: 2},
		{At: 0, Kind: SceneClose, Name: "gate"},
		{At: 4, Kind: SceneMove, Name: "cart", By: [3]float64{0, 0, 8}},
		{At: 1, Kind: SceneAdd, Name: "crate"},
		{At: 1, Kind: SceneRemove, Name: "crate"},
		{At: 4.5, Kind: SceneRemove, Name: "cart"},
		{At: 9, Kind: SceneOpen, Name: "nobody"},
	}, yard(t))
	cart := func(m [16]float64) []SceneDelta {
		return []SceneDelta{{yardCart, SceneMove, m}, {yardWheel, SceneMove, m}}
	}
	for _, c := range []struct {
		t0, t1 float64
		want   []SceneDelta
	}{
		{0, 1, []SceneDelta{{yardGate, SceneClose, identity}, {yardLeaf, SceneClose, identity}}},
		{1, 1.5, []SceneDelta{{yardCrate, SceneAdd, identity}, {yardCrate, SceneRemove, identity}}},
		{1.5, 2, nil},
		{2, 2.5, cart(at(1, 0, 0))},
		{2.5, 3.75, cart(at(3.5, 0, 0))},
		{3.75, 4, cart(at(4, 0, 0))},
		{3.75, 4.25, cart(at(4, 0, 8))}, // both moves in one step are one delta
		{4, 4.25, cart(at(4, 0, 8))},
		{4.25, 5, []SceneDelta{{yardCart, SceneRemove, at(4, 0, 8)}, {yardWheel, SceneRemove, at(4, 0, 8)}}},
		{5, 100, nil},
		{0, 0, nil},
	} {
		if got := s.Between(nil, c.t0, c.t1); !reflect.DeepEqual(got, c.want) {
			t.Errorf("from %v to %v: %+v, want %+v", c.t0, c.t1, got, c.want)
		}
	}
}

// However the run is cut into steps, every event happens once, every move ends
// exactly at its end, and no step moves an entity twice.
func TestScheduleMissesNothing(t *testing.T) {
	scene := yard(t)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		var events []Event
		var end [3]float64
		now := 0.0
		for range 6 {
			by := [3]float64{rng.Float64(), rng.NormFloat64(), 1}
			over := math.Round(3*rng.Float64()) / 3
			events = append(events, Event{At: now, Kind: SceneMove, Name: "cart", By: by, Over: over})
			for k := range end {
				end[k] += by[k]
			}
			now += over + max(0, rng.NormFloat64())
		}
		events = append(events, Event{At: now * rng.Float64(), Kind: SceneClose, Name: "fire door"})
		s := NewSchedule(events, scene)
		last, closed := identity, 0
		dt := 0.01 + 0.3*rng.Float64()
		for i := 0; float64(i)*dt <= now; i++ {
			moved := map[int]bool{}
			for _, d := range s.Between(nil, float64(i)*dt, float64(i+1)*dt) {
				if d.Kind == SceneClose {
					closed++
					continue
				}
				if moved[d.Entity] {
					t.Fatalf("step %d moves entity %d twice", i, d.Entity)
				}
				moved[d.Entity] = true
				last = d.Transform
			}
		}
		if closed != 1 || last != translation(end) {
			t.Fatalf("dt %v, events %+v: closed %d times, ended at %v, want %v", dt, events, closed, last[12:15], end)
		}
	}
}

func TestScheduleDoesNotAllocate(t *testing.T) {
	s := NewSchedule([]Event{{Kind: SceneMove, Name: "cart", By: [3]float64{1, 0, 0}, Over: 100}}, yard(t))
	deltas := s.Between(nil, 0, 1)
	if n := testing.AllocsPerRun(100, func() { deltas = s.Between(deltas[:0], 3, 4) }); n != 0 || len(deltas) != 2 {
		t.Errorf("%v allocations for a step of %d deltas", n, len(deltas))
	}
}

func TestApplyKeepsTheOutsideOut(t *testing.T) {
	up := Triangle{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}}
	mirror := identity
	mirror[0], mirror[12] = -1, 7
	for _, c := range []struct {
		motion [16]float64
		want   Triangle
	}{
		{identity, up},
		{at(1, 2, 3), Triangle{{1, 2, 3}, {1, 2, 4}, {2, 2, 4}}},
		{mirror, Triangle{{7, 0, 0}, {6, 0, 1}, {7, 0, 1}}},
	} {
		d := SceneDelta{Kind: SceneMove, Transform: c.motion}
		got := d.Apply([]Triangle{up}, []Triangle{up})
		if len(got) != 2 || got[0] != up || got[1] != c.want {
			t.Errorf("moved by %v: %v, want %v", c.motion, got, c.want)
		}
		if n := got[1].Normal(); n != [3]float64{0, 1, 0} {
			t.Errorf("moved by %v it faces %v, want up", c.motion, n)
		}
	}
}
