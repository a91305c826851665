package ecs

import (
	"fmt"
	"iter"
	"slices"
)

// What agents do at the end of their way.
const (
	ArrivalAbsorb   = "absorb"   // they leave, at the rim of the goal
	ArrivalWait     = "wait"     // they stay there
	ArrivalContinue = "continue" // they start their route again
)

// Limits of routes and parties.
const (
	MaxStops   = 64  // of a route
	MaxChoices = 16  // goals of a stop
	MaxParty   = 64  // members of a party
	MaxQuantum = 1e6 // longest time of a wait or a service, seconds
)

// Stop is a place of a route.
type Stop struct {
	// Goals are those of which an agent goes to one: by Weights where there are some, else to that with the least potential
	// where it stands when it sets out.
	Goals   []int        `json:"goals"`
	Weights []float64    `json:"weights,omitempty"`
	Wait    Distribution `json:"wait,omitzero"` // seconds that it waits there, or is served
	// Capacity is how many the goal serves at a time, each for Wait: the others stand in line before it, and who came
	// first is next. 0: it takes everybody.
	Capacity int `json:"capacity,omitempty"`
}

// Party says how many agents of a group belong together, and how far apart they may get. They appear side by side, walk as fast
// as their slowest, and who is more than Gap ahead of the last slows down, to a stop at twice that.
type Party struct {
	Min int     `json:"min"` // fewest and most members, each number as likely; 0: everybody walks alone
	Max int     `json:"max"`
	Gap float64 `json:"gap"` // metres along the way
}

// Stops is the group's way: its route, or for who stays at the goal that alone. Who leaves at its goal without a route has none.
func (g *Group) Stops() []Stop {
	if len(g.Route) > 0 || g.Arrival == ArrivalAbsorb {
		return g.Route
	}
	return []Stop{{Goals: []int{g.Goal}}}
}

func (o *object) stop() Stop {
	var s Stop
	o.require("goals", "a list of goal numbers of the scene")
	for i, v := range o.list("goals", -1) {
		goal := 0
		toInt(v, fmt.Sprintf("%s.goals[%d]", o.path, i), &goal, o.err)
		s.Goals = append(s.Goals, goal)
	}
	for i, v := range o.list("weights", -1) {
		weight := 0.0
		toFloat(v, fmt.Sprintf("%s.weights[%d]", o.path, i), &weight, o.err)
		s.Weights = append(s.Weights, weight)
	}
	if c := o.child("wait"); c != nil {
		s.Wait = c.distribution()
	}
	o.integer("capacity", &s.Capacity)
	o.done()
	return s
}

// way reads where a group goes: its goal, or its route, which ends at the goal.
func (o *object) way(g *Group) {
	if !o.has("route") {
		o.require("goal", "a goal number of the scene")
	}
	for i, v := range o.list("route", -1) {
		g.Route = append(g.Route, asObject(v, fmt.Sprintf("%s.route[%d]", o.path, i), o.err).stop())
	}
	if n := len(g.Route); n > 0 && len(g.Route[n-1].Goals) > 0 {
		g.Goal = g.Route[n-1].Goals[0]
	}
	if o.has("route") && len(g.Route) == 0 {
		o.fail("route", "empty; expected at least one stop, or no such key")
	}
	o.integer("goal", &g.Goal)
	o.text("arrival", &g.Arrival)
}

func (o *object) party() Party {
	p := Party{Gap: 2}
	o.require("min", "a number of members")
	o.integer("min", &p.Min)
	o.require("max", "a number of members")
	o.integer("max", &p.Max)
	o.float("gap", &p.Gap)
	if o.has("min") && p.Min == 0 { // which in Go means no parties
		o.fail("min", "0; expected 1 to %d", MaxParty)
	}
	o.done()
	return p
}

// way checks where a group goes.
func (c *checker) way(at string, g *Group) {
	c.oneOf(at+".arrival", g.Arrival, ArrivalAbsorb, ArrivalWait, ArrivalContinue)
	if len(g.Route) == 0 && g.Arrival == ArrivalContinue {
		c.fail(at+".arrival", "%q without a route; expected a route to start again", g.Arrival)
	}
	if len(g.Route) > MaxStops {
		c.fail(at+".route", "%d stops; expected at most %d", len(g.Route), MaxStops)
		return
	}
	for i := range g.Route {
		c.stop(fmt.Sprintf("%s.route[%d]", at, i), &g.Route[i])
	}
	if n := len(g.Route); n > 0 && c.err == nil && !slices.Contains(g.Route[n-1].Goals, g.Goal) {
		c.fail(at+".goal", "%d; expected one of the goals of the route's last stop, %v", g.Goal, g.Route[n-1].Goals)
	}
	p := &g.Party
	if *p != (Party{}) {
		c.whole(at+".party.min", p.Min, 1, MaxParty)
		c.whole(at+".party.max", p.Max, p.Min, MaxParty)
		c.above(at+".party.gap", p.Gap, 0, 1e3)
	}
}

func (c *checker) stop(at string, s *Stop) {
	if n := len(s.Goals); n < 1 || n > MaxChoices {
		c.fail(at+".goals", "%d goals; expected 1 to %d", n, MaxChoices)
	}
	for i, goal := range s.Goals {
		c.whole(fmt.Sprintf("%s.goals[%d]", at, i), goal, 0, MaxGoal)
		if slices.Contains(s.Goals[:i], goal) {
			c.fail(fmt.Sprintf("%s.goals[%d]", at, i), "%d is there already; expected another", goal)
		}
	}
	if s.Weights != nil && len(s.Weights) != len(s.Goals) {
		c.fail(at+".weights", "%d weights of %d goals; expected one for each", len(s.Weights), len(s.Goals))
	}
	sum := 0.0
	for i, w := range s.Weights {
		c.within(fmt.Sprintf("%s.weights[%d]", at, i), w, 0, 1e6)
		sum += w
	}
	if s.Weights != nil && !(sum > 0) {
		c.fail(at+".weights", "all are 0; expected one of them above 0")
	}
	c.distribution(at+".wait", s.Wait, 0, MaxQuantum)
	if s.Wait.Law == LawWeidmann {
		c.fail(at+".wait.law", "%q is for speeds; expected one of %s, %s, %s", LawWeidmann, LawUniform, LawNormal, LawLognormal)
	}
	c.whole(at+".capacity", s.Capacity, 0, MaxAgents)
}

// counters checks that a goal serves as many at a time wherever it is named, because there is one line before it.
func (c *checker) counters(groups []Group) {
	type first struct {
		at       string
		capacity int
	}
	known := map[int]first{}
	for i := range groups {
		for k, s := range groups[i].Route {
			at := fmt.Sprintf("groups[%d].route[%d].capacity", i, k)
			for _, goal := range s.Goals {
				if f, ok := known[goal]; ok && s.Capacity > 0 && f.capacity != s.Capacity {
					c.fail(at, "%d, but goal %d serves %d at a time by %s; expected the same", s.Capacity, goal, f.capacity, f.at)
				} else if s.Capacity > 0 {
					known[goal] = first{at, s.Capacity}
				}
			}
		}
	}
}

// laws goes through what differs between the agents, by key.
func (g *Group) laws() iter.Seq2[string, *Distribution] {
	return func(yield func(string, *Distribution) bool) {
		_ = yield("pre_movement", &g.PreMovement) && yield("speeds", &g.Speeds) && yield("radii", &g.Radii)
	}
}

// population checks what differs between the agents of a group.
func (c *checker) population(at string, g *Group) {
	if g.Speeds != (Distribution{}) {
		c.distribution(at+".speeds", g.Speeds, 1e-3, 10)
	}
	if g.Radii != (Distribution{}) {
		c.distribution(at+".radii", g.Radii, 1e-3, g.Radius)
	}
	c.distribution(at+".pre_movement", g.PreMovement, 0, MaxQuantum)
	for key, d := range g.laws() {
		if d.Law == LawWeidmann && d != &g.Speeds {
			c.fail(at+"."+key+".law", "%q is for speeds; expected one of %s, %s, %s", LawWeidmann, LawUniform, LawNormal, LawLognormal)
		}
	}
}
