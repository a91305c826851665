package engine

import (
	"fmt"
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
)

// itinerary is the scenario's routes as the device has them. The planner's groups are those of the scenario and, behind them, one for
// each goal that their routes lead to besides their own: it has their speed and radius, and is shared by all groups that have the same.
type itinerary struct {
	plans    []ecs.Group
	uses     [][]int // planner's groups of each group of the scenario
	stages   []passes.Stage
	choices  []passes.Choice
	waits    []float32
	counters []passes.Counter
	goals    []int     // of the counters
	gaps     []float32 // of the planner's groups: lead at which members of parties slow down; nil where nobody is in one
}

// newItinerary lays out the routes of a scenario.
func newItinerary(sc *ecs.Scenario) (*itinerary, error) {
	t := &itinerary{plans: slices.Clone(sc.Groups), uses: make([][]int, len(sc.Groups))}
	for g := range sc.Groups {
		t.uses[g] = []int{g}
		for _, stop := range sc.Groups[g].Stops() {
			for _, goal := range stop.Goals {
				if p := t.plan(g, goal); !slices.Contains(t.uses[g], p) {
					t.uses[g] = append(t.uses[g], p)
				}
			}
		}
	}
	if len(t.plans) > ecs.MaxGroups {
		return nil, fmt.Errorf("engine: scenario %q: groups: %d groups and the goals of their routes need %d potentials, expected at most %d: %w",
			sc.Name, len(sc.Groups), len(t.plans), ecs.MaxGroups, ecs.ErrInput)
	}
	if slices.ContainsFunc(sc.Groups, func(g ecs.Group) bool { return len(g.Stops()) > 0 }) {
		t.stages = make([]passes.Stage, len(t.plans))
		for g := range t.stages {
			t.stages[g].Next = passes.StageLeave
		}
		for g := range sc.Groups {
			t.route(g, &sc.Groups[g])
		}
	}
	for g := range sc.Groups {
		if p := sc.Groups[g].Party; p.Max > 1 {
			t.party(p.Gap, g, sc)
		}
	}
	return t, nil
}

// plan is the planner's group for a group's way to a goal.
func (t *itinerary) plan(group, goal int) int {
	own := t.plans[group]
	if own.Goal == goal {
		return group
	}
	for p := len(t.uses); p < len(t.plans); p++ {
		if q := &t.plans[p]; q.Goal == goal && q.Speed == own.Speed && q.Radius == own.Radius && q.Exact == own.Exact && q.Model == own.Model {
			return p
		}
	}
	t.plans = append(t.plans, ecs.Group{Name: fmt.Sprintf("to goal %d", goal), Goal: goal, Model: own.Model, Speed: own.Speed, Radius: own.Radius, Exact: own.Exact})
	return len(t.plans) - 1
}

// route adds the stages of a group.
func (t *itinerary) route(group int, spec *ecs.Group) {
	stops := spec.Stops()
	if len(stops) == 0 {
		return
	}
	first := uint32(len(t.stages))
	t.stages[group].Next = first
	for i := range stops {
		s := &stops[i]
		stage := passes.Stage{First: uint32(len(t.choices)), Choices: uint32(len(s.Goals)), Wait: t.law(s.Wait), Next: first + uint32(i) + 1}
		sum, total := 0.0, 0.0
		for _, w := range s.Weights {
			total += w
		}
		for k, goal := range s.Goals {
			c := passes.Choice{Group: uint32(t.plan(group, goal)), Counter: t.counter(goal, s.Capacity)}
			if s.Weights != nil {
				sum += s.Weights[k]
				c.Share = uint32(math.Round(sum / total * math.MaxUint32))
			}
			t.choices = append(t.choices, c)
		}
		t.stages = append(t.stages, stage)
	}
	last := map[string]uint32{ecs.ArrivalAbsorb: passes.StageLeave, ecs.ArrivalWait: passes.StageStay, ecs.ArrivalContinue: first}
	t.stages[len(t.stages)-1].Next = last[spec.Arrival]
}

// law gives the number of a law of waiting plus one, 0 for none.
func (t *itinerary) law(d ecs.Distribution) uint32 {
	if _, hi := d.Bounds(); hi == 0 {
		return 0
	}
	for k := range passes.LawSteps {
		t.waits = append(t.waits, float32(d.Quantile((float64(k)+0.5)/passes.LawSteps)))
	}
	return uint32(len(t.waits) / passes.LawSteps)
}

// counter gives the number of a goal's counter plus one, 0 for a goal that takes everybody.
func (t *itinerary) counter(goal, capacity int) uint32 {
	if capacity == 0 {
		return 0
	}
	k := slices.Index(t.goals, goal)
	if k < 0 {
		k = len(t.goals)
		t.goals = append(t.goals, goal)
		t.counters = append(t.counters, passes.Counter{Capacity: uint32(capacity), First: passes.None, Now: passes.None, Next: passes.None})
	}
	return uint32(k) + 1
}

// party sets the lead at which the members of a group's parties slow down: what the gap costs who walks freely.
func (t *itinerary) party(gap float64, group int, sc *ecs.Scenario) {
	if t.gaps == nil {
		t.gaps = make([]float32, len(t.plans))
		for p := range t.gaps {
			t.gaps[p] = passes.Inf
		}
	}
	for _, p := range t.uses[group] {
		t.gaps[p] = min(t.gaps[p], float32(gap*(sc.Weights.Alpha+sc.Weights.Beta/t.plans[p].Speed)))
	}
}

// size sets what the frame knows of the routes.
func (t *itinerary) size(f *passes.Frame) {
	f.Stages, f.Choices, f.Counters = uint32(len(t.stages)), uint32(len(t.choices)), uint32(len(t.counters))
	f.Laws, f.Parties = uint32(len(t.waits)/passes.LawSteps), flag(t.gaps != nil)
}

// parts are the slots that hold it: those that stay as they are, and the counters.
func (t *itinerary) parts() []part {
	if len(t.counters) == 0 {
		return t.fixed()
	}
	return append(t.fixed(), part{"counters", 0, wordBytes(t.counters)})
}

func (t *itinerary) fixed() []part {
	all := []part{{"stages", 0, wordBytes(t.stages)}, {"choices", 0, wordBytes(t.choices)}, {"waits", 0, wordBytes(t.waits)},
		{"partyGap", 0, wordBytes(t.gaps)}}
	return slices.DeleteFunc(all, func(p part) bool { return len(p.data) == 0 })
}

// start gives the least potential of the goals that a group's agents go to first.
func (e *Engine) start(group int, err *error) []float32 {
	stops := e.scenario.Groups[group].Stops()
	if len(stops) == 0 {
		return e.potential(group, err)
	}
	var least []float32
	for _, goal := range stops[0].Goals {
		phi := e.potential(e.routes.plan(group, goal), err)
		if least == nil {
			least = phi
		}
		for c, v := range phi {
			least[c] = min(least[c], v)
		}
	}
	return least
}

// Line is the line before a goal that serves so many at a time.
type Line struct {
	Goal, Capacity int
	Served         int // agents that are being served
	Waiting        int // agents that have come to the goal and stand in line; those behind are still on their way
}

// Lines gives the lines before all goals with a capacity, as they were in the last step. It waits for the device.
func (e *Engine) Lines() ([]Line, error) {
	if err := e.Wait(); err != nil {
		return nil, err
	}
	counters := make([]passes.Counter, len(e.routes.counters))
	if len(counters) == 0 {
		return nil, nil
	}
	if err := e.x.read("counters", 0, wordBytes(counters)); err != nil {
		return nil, e.fail(err)
	}
	var lines []Line
	for i, c := range counters {
		lines = append(lines, Line{Goal: e.routes.goals[i], Capacity: int(c.Capacity), Served: int(c.Busy), Waiting: int(c.Line)})
	}
	return lines, nil
}
