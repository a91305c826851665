package ecs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// checker collects the first key of a scenario that is out of its limits.
type checker struct{ err error }

func (c *checker) fail(path, format string, args ...any) {
	if c.err == nil {
		c.err = keyError(path, format, args...)
	}
}

// within wants lo ≤ v ≤ hi. Written so that a NaN fails.
func (c *checker) within(path string, v, lo, hi float64) {
	if !(v >= lo && v <= hi) {
		c.fail(path, "%v; expected %v to %v", v, lo, hi)
	}
}

// whole is within for whole numbers, which print better without an exponent.
func (c *checker) whole(path string, v, lo, hi int) {
	if v < lo || v > hi {
		c.fail(path, "%d; expected %d to %d", v, lo, hi)
	}
}

// above wants lo < v ≤ hi.
func (c *checker) above(path string, v, lo, hi float64) {
	if !(v > lo && v <= hi) {
		c.fail(path, "%v; expected more than %v and at most %v", v, lo, hi)
	}
}

func (c *checker) oneOf(path, v string, words ...string) {
	if !slices.Contains(words, v) {
		c.fail(path, "%q; expected one of %s", v, strings.Join(words, ", "))
	}
}

// Validate checks every key against its limits. Readers call it, and so should
// whoever builds a Scenario in Go. Groups, Spawns and Events may be nil, and Time 0.
func (s *Scenario) Validate() error {
	var c checker
	if s.Version != Version {
		c.fail("version", "%d; expected %d", s.Version, Version)
	}
	if name, builtin := s.Builtin(); s.Scene == "" || builtin && name == "" {
		c.fail("scene", `%q; expected a path, or "builtin:NAME"`, s.Scene)
	}
	c.above("scale", s.Scale, 0, 1e6)
	c.above("dt", s.DT, 0, 1)
	if s.Time != 0 {
		c.above("time", s.Time, 0, 1e6)
	}
	c.grid(&s.Grid)
	c.within("weights.alpha", s.Weights.Alpha, 0, 1e6)
	c.within("weights.beta", s.Weights.Beta, 0, 1e6)
	c.within("weights.gamma", s.Weights.Gamma, 0, 1e6)
	if s.Weights.Alpha == 0 && s.Weights.Beta == 0 {
		c.fail("weights", "alpha and beta are both 0; expected one of them above 0, or every path is free")
	}
	c.params(&s.Params)
	c.groups(s.Groups)
	c.spawns(s)
	c.events(s.Events)
	return s.wrap(c.err)
}

// wrap names the scenario in a key's error.
func (s *Scenario) wrap(err error) error {
	if err == nil {
		return nil
	}
	return inputError{fmt.Errorf("ecs: scenario %q: %w", s.Name, err)}
}

func (c *checker) grid(g *Grid) {
	c.within("grid.cell", g.Cell, 1e-3, 100)
	c.within("grid.step", g.Step, 0, 100)
	c.above("grid.clearance", g.Clearance, 0, 100)
	if g.Clearance <= g.Step {
		c.fail("grid.clearance", "%v; expected more than grid.step, which is %v", g.Clearance, g.Step)
	}
	c.within("grid.slope", g.Slope, 0, 89)
	c.oneOf("grid.walls", g.Walls, WallsExact, WallsViews, WallsNone)
	c.whole("grid.layers", g.Layers, 1, MaxLayers)
	c.above("grid.delta", g.Delta, 0, 1)
}

func (c *checker) params(p *Params) {
	c.oneOf("params.density", p.Density, DensityJiang, DensityTreuille, DensityBilinear)
	c.above("params.footprint", p.Footprint, 0, 10)
	c.within("params.jiang_a", p.JiangA, 0, 1)
	if !(p.RhoBar > 0 && p.RhoBar < 1) {
		c.fail("params.rho_bar", "%v; expected more than 0 and less than 1", p.RhoBar)
	}
	c.within("params.rho_min", p.RhoMin, 0, 100)
	c.above("params.rho_max", p.RhoMax, p.RhoMin, 100)
	c.within("params.slope_min", p.SlopeMin, 0, 100)
	c.above("params.slope_max", p.SlopeMax, p.SlopeMin, 100)
	c.above("params.speed_min", p.SpeedMin, 0, 1)
	c.oneOf("params.slope_speed", p.SlopeSpeed, On, Off)
	c.oneOf("params.fundamental_diagram", p.FundamentalDiagram, Off, Weidmann)
	c.oneOf("params.separation", p.Separation, On, Off)
	c.oneOf("params.long_ways", p.LongWays, Auto, On, Off)
	c.above("params.horizon", p.Horizon, 0, 10)
	if p.Directions < 1 || p.Directions > 15 || p.Directions%2 == 0 {
		c.fail("params.directions", "%d; expected an odd number from 1 to 15", p.Directions)
	}
	c.whole("params.rounds", p.Rounds, 0, 1<<12)
	c.whole("params.plan_every", p.PlanEvery, 0, 100)
	if p.Stencil != 4 && p.Stencil != 8 {
		c.fail("params.stencil", "%d; expected 4 or 8", p.Stencil)
	}
	c.whole("params.capacity", p.Capacity, 0, MaxAgents)
}

func (c *checker) groups(groups []Group) {
	if groups != nil && len(groups) == 0 {
		c.fail("groups", "empty; expected at least one group, or no such key to take the scene's own")
	}
	if len(groups) > MaxGroups {
		c.fail("groups", "%d groups; expected at most %d", len(groups), MaxGroups)
	}
	seen := map[string]bool{}
	for i := range groups {
		g := &groups[i]
		at := fmt.Sprintf("groups[%d]", i)
		if g.Name == "" {
			c.fail(at+".name", "empty; expected the group's name")
		}
		if seen[g.Name] {
			c.fail(at+".name", "%q is the name of an earlier group; expected another", g.Name)
		}
		seen[g.Name] = true
		c.whole(at+".goal", g.Goal, 0, MaxGoal)
		c.oneOf(at+".model", g.Model, ModelContinuum, ModelAvoid, ModelORCA)
		c.above(at+".speed", g.Speed, 0, 10)
		c.above(at+".radius", g.Radius, 0, 2)
		c.within(at+".exact", g.Exact, 0, 100)
		c.population(at, g)
		c.way(at, g)
	}
	c.counters(groups)
}

func (c *checker) spawns(s *Scenario) {
	total := 0
	for i := range s.Spawns {
		p := &s.Spawns[i]
		at := fmt.Sprintf("spawns[%d]", i)
		// With no groups yet, Complete checks the name instead.
		if s.Groups != nil && s.groupIndex(p.Group) < 0 {
			c.fail(at+".group", "%q is no group; expected one of %s", p.Group, quoteAll(s.groupNames()))
		}
		c.region(at+".region", &p.Region)
		c.spawnTimes(at, p)
		if c.err != nil {
			return
		}
		// Each term is bounded, so the sum cannot wrap before it is refused.
		if total += s.expected(p); total > MaxAgents {
			c.fail(at, "the spawns bring %d agents so far; expected at most %d", total, MaxAgents)
		}
	}
}

func (c *checker) spawnTimes(at string, p *Spawn) {
	c.whole(at+".count", p.Count, 0, MaxAgents)
	c.within(at+".rate", p.Rate, 0, 1e6)
	if p.Count == 0 && p.Rate == 0 {
		c.fail(at+".count", "missing; expected a count of agents, or a rate in agents per second")
	}
	if p.Arrivals != "" {
		c.oneOf(at+".arrivals", p.Arrivals, ArrivalsEven, ArrivalsPoisson)
	}
	if p.Arrivals != "" && p.Rate == 0 {
		c.fail(at+".arrivals", "given without a rate; expected a rate in agents per second beside it")
	}
	c.within(at+".start", p.Start, 0, 1e6)
	c.within(at+".stop", p.Stop, 0, 1e6)
	if p.Stop != 0 && p.Rate == 0 {
		c.fail(at+".stop", "given without a rate; expected a rate in agents per second beside it")
	}
	if p.Stop != 0 && p.Stop <= p.Start {
		c.fail(at+".stop", "%v; expected more than start, which is %v", p.Stop, p.Start)
	}
}

func (c *checker) region(at string, r *Region) {
	switch {
	case r.Box != nil:
		for i, corner := range r.Box {
			c.finite(fmt.Sprintf("%s.box[%d]", at, i), corner)
		}
		for k := range 3 {
			if r.Box[0][k] > r.Box[1][k] {
				c.fail(at+".box", "corner 0 has %c = %v above corner 1's %v; expected the lower corner first",
					"xyz"[k], r.Box[0][k], r.Box[1][k])
			}
		}
	case r.Disc != nil:
		c.finite(at+".disc.center", r.Disc.Center)
		c.above(at+".disc.radius", r.Disc.Radius, 0, maxCoordinate)
	case r.Name == "":
		c.fail(at, "empty; expected %s", regionForms)
	}
}

func (c *checker) finite(path string, p [3]float64) {
	for i, v := range p {
		c.within(fmt.Sprintf("%s[%d]", path, i), v, -maxCoordinate, maxCoordinate)
	}
}

// expected is how many agents a spawn brings within the scenario's time.
func (s *Scenario) expected(p *Spawn) int {
	if p.Rate == 0 {
		return p.Count
	}
	stop := cmp.Or(s.Time, DefaultTime)
	if p.Stop != 0 {
		stop = min(stop, p.Stop)
	}
	n := math.Ceil(p.Rate * max(0, stop-p.Start))
	if p.Count != 0 {
		n = min(n, float64(p.Count))
	}
	return int(n)
}

// Agents is how many agents the spawns bring within Time, all together.
func (s *Scenario) Agents() int {
	n := 0
	for i := range s.Spawns {
		n += s.expected(&s.Spawns[i])
	}
	return n
}

func (s *Scenario) groupIndex(name string) int {
	return slices.IndexFunc(s.Groups, func(g Group) bool { return g.Name == name })
}

func (s *Scenario) groupNames() []string {
	names := make([]string, len(s.Groups))
	for i := range s.Groups {
		names[i] = s.Groups[i].Name
	}
	return names
}

func quoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(quoted, ", ")
}
