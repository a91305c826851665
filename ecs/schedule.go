package ecs

import (
	"cmp"
	"math"
	"slices"
)

// Schedule is a scenario's events with their names resolved in a scene. It has no
// state: what it gives for a step depends on the step's times alone.
type Schedule struct {
	events []scheduled
}

type scheduled struct {
	Event
	entities []int
	moves    []*Event // all moves of that name, first to last
	next     float64  // for a move: when the next of that name begins
}

// NewSchedule resolves events, which Scenario.Complete has checked against the
// scene. Events of unknown names do nothing.
func NewSchedule(events []Event, scene *Scene) *Schedule {
	s := &Schedule{events: make([]scheduled, len(events))}
	known := scene.targets()
	for i, e := range events {
		s.events[i] = scheduled{Event: e, entities: known.of(e.Kind, e.Name), next: math.Inf(1)}
	}
	moves := map[string][]*Event{}
	for name, list := range movesByName(events) {
		for k, i := range list {
			moves[name] = append(moves[name], &events[i])
			if k > 0 {
				s.events[list[k-1]].next = events[i].At
			}
		}
	}
	for i := range s.events {
		if e := &s.events[i]; !e.Kind.ofDoors() {
			e.moves = moves[e.Name]
		}
	}
	slices.SortStableFunc(s.events, func(a, b scheduled) int { return cmp.Compare(a.At, b.At) })
	return s
}

// Between appends to dst the deltas of a step from t0 to t1 in seconds, oldest
// first, to be applied before it: those of events from t0 on and before t1, and
// one for each entity whose move is under way, to where it is at t1. The last of a
// move lies exactly at its end. Steps that join without a gap miss no event.
func (s *Schedule) Between(dst []SceneDelta, t0, t1 float64) []SceneDelta {
	for i := range s.events {
		e := &s.events[i]
		if e.At >= t1 {
			break
		}
		// Only a move lasts; of two that meet in this step the later one tells both.
		if e.At < t0 && e.At+e.Over <= t0 || e.next < t1 {
			continue
		}
		at := translation(e.offset(t1))
		for _, entity := range e.entities {
			dst = append(dst, SceneDelta{Entity: entity, Kind: e.Kind, Transform: at})
		}
	}
	return dst
}

// offset is how far the moves of a name have come by t.
func (e *scheduled) offset(t float64) [3]float64 {
	var sum [3]float64
	for _, m := range e.moves {
		if m.At >= t {
			break
		}
		part := 1.0
		if t < m.At+m.Over {
			part = (t - m.At) / m.Over
		}
		for k, v := range m.By {
			sum[k] += part * v
		}
	}
	return sum
}
