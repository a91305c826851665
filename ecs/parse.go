package ecs

import (
	"fmt"
	"os"
	"path/filepath"
)

// maxScenario bounds the bytes of a scenario file, so that naming a scene file
// in its place gives a clear error.
const maxScenario = 16 << 20

// ReadScenario reads a scenario file, fills the defaults and checks the limits.
// Groups, spawns and events that are left out stay nil until Complete.
//
// Every error names the file, the path of the key and what was expected there,
// and matches ErrInput.
func ReadScenario(path string) (*Scenario, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxScenario {
		err = fmt.Errorf("%d bytes; expected at most %d", info.Size(), maxScenario)
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, inputError{fmt.Errorf("ecs: scenario %q: %w", path, err)}
	}
	s, err := ParseScenario(data, path)
	if err != nil {
		return nil, err
	}
	s.Dir = filepath.Dir(path)
	return s, nil
}

// ParseScenario is ReadScenario on bytes; name stands for the file in errors.
// The scene's path is relative to Dir, which is left empty.
func ParseScenario(data []byte, name string) (*Scenario, error) {
	v, err := decodeJSON(data)
	var s *Scenario
	if err == nil {
		s, err = scenarioFrom(v)
	}
	if err != nil {
		return nil, inputError{fmt.Errorf("ecs: scenario %q: %w", name, err)}
	}
	s.Name = name
	if err := s.Validate(); err != nil {
		return nil, err
	}
	return s, nil
}

func scenarioFrom(v any) (*Scenario, error) {
	var err error
	s := NewScenario()
	o := asObject(v, "", &err)
	o.require("version", fmt.Sprint(Version))
	o.integer("version", &s.Version)
	o.require("scene", `a path, or "builtin:NAME"`)
	o.text("scene", &s.Scene)
	o.float("scale", &s.Scale)
	o.uint64("seed", &s.Seed)
	o.float("dt", &s.DT)
	if o.float("time", &s.Time); o.has("time") && s.Time == 0 { // which in Go means left out
		o.fail("time", "0; expected more than 0 and at most 1e+06")
	}
	if c := o.child("grid"); c != nil {
		c.grid(&s.Grid)
	}
	if c := o.child("weights"); c != nil {
		c.weights(&s.Weights)
	}
	if c := o.child("params"); c != nil {
		c.params(&s.Params)
	}
	// A list that is there but empty is not the same as one left out.
	if o.has("groups") {
		s.Groups = []Group{}
	}
	if o.has("spawns") {
		s.Spawns = []Spawn{}
	}
	if o.has("events") {
		s.Events = []Event{}
	}
	for i, v := range o.list("groups", -1) {
		s.Groups = append(s.Groups, asObject(v, fmt.Sprintf("groups[%d]", i), &err).group())
	}
	for i, v := range o.list("spawns", -1) {
		s.Spawns = append(s.Spawns, asObject(v, fmt.Sprintf("spawns[%d]", i), &err).spawn())
	}
	for i, v := range o.list("events", -1) {
		s.Events = append(s.Events, asObject(v, fmt.Sprintf("events[%d]", i), &err).event())
	}
	o.done()
	return s, err
}

func (o *object) grid(g *Grid) {
	o.float("cell", &g.Cell)
	o.float("step", &g.Step)
	o.float("clearance", &g.Clearance)
	o.float("slope", &g.Slope)
	o.text("walls", &g.Walls)
	o.integer("layers", &g.Layers)
	o.float("delta", &g.Delta)
	o.done()
}

func (o *object) weights(w *Weights) {
	o.float("alpha", &w.Alpha)
	o.float("beta", &w.Beta)
	o.float("gamma", &w.Gamma)
	o.done()
}

func (o *object) params(p *Params) {
	o.text("density", &p.Density)
	o.float("footprint", &p.Footprint)
	o.float("jiang_a", &p.JiangA)
	o.float("rho_bar", &p.RhoBar)
	o.float("rho_min", &p.RhoMin)
	o.float("rho_max", &p.RhoMax)
	o.float("slope_min", &p.SlopeMin)
	o.float("slope_max", &p.SlopeMax)
	o.float("speed_min", &p.SpeedMin)
	o.text("slope_speed", &p.SlopeSpeed)
	o.text("fundamental_diagram", &p.FundamentalDiagram)
	o.text("separation", &p.Separation)
	o.text("long_ways", &p.LongWays)
	o.float("horizon", &p.Horizon)
	o.integer("directions", &p.Directions)
	o.integer("rounds", &p.Rounds)
	o.integer("plan_every", &p.PlanEvery)
	o.integer("stencil", &p.Stencil)
	o.integer("capacity", &p.Capacity)
	o.done()
}

func (o *object) group() Group {
	g := NewGroup("", 0)
	o.require("name", "the group's name")
	o.text("name", &g.Name)
	o.way(&g)
	o.text("model", &g.Model)
	o.float("speed", &g.Speed)
	o.float("radius", &g.Radius)
	o.float("exact", &g.Exact)
	for key, d := range g.laws() {
		if c := o.child(key); c != nil {
			*d = c.distribution()
		}
	}
	if c := o.child("party"); c != nil {
		g.Party = c.party()
	}
	o.done()
	return g
}

func (o *object) spawn() Spawn {
	var s Spawn
	o.require("group", "the name of a group")
	o.text("group", &s.Group)
	o.require("region", regionForms)
	if v, ok := o.get("region"); ok {
		s.Region = region(v, join(o.path, "region"), o.err)
	}
	if !o.has("count") && !o.has("rate") {
		o.fail("count", "missing; expected a count of agents, or a rate in agents per second")
	}
	o.integer("count", &s.Count)
	o.float("rate", &s.Rate)
	if o.has("rate") && s.Rate == 0 {
		o.fail("rate", "0; expected more than 0 agents per second")
	}
	if o.has("count") && s.Count == 0 {
		o.fail("count", "0; expected at least 1 agent")
	}
	o.text("arrivals", &s.Arrivals)
	o.float("start", &s.Start)
	o.float("stop", &s.Stop)
	o.done()
	return s
}

const regionForms = `a name, {"box": [[x,y,z],[x,y,z]]} or {"disc": {"center": [x,y,z], "radius": r}}`

func region(v any, path string, err *error) Region {
	if name, ok := v.(string); ok {
		return Region{Name: name}
	}
	var r Region
	if _, ok := v.(map[string]any); !ok {
		if *err == nil {
			*err = keyError(path, "found %s; expected %s", kindOf(v), regionForms)
		}
		return r
	}
	o := asObject(v, path, err)
	if o.has("box") == o.has("disc") {
		o.fail("", "found %d keys; expected %s", len(o.m), regionForms)
	}
	if list := o.list("box", 2); list != nil {
		r.Box = new([2][3]float64)
		for i, v := range list {
			r.Box[i] = point(v, fmt.Sprintf("%s.box[%d]", path, i), err)
		}
	}
	if c := o.child("disc"); c != nil {
		r.Disc = new(Disc)
		c.require("center", "[x,y,z]")
		if v, ok := c.get("center"); ok {
			r.Disc.Center = point(v, path+".disc.center", err)
		}
		c.require("radius", "metres")
		c.float("radius", &r.Disc.Radius)
		c.done()
	}
	o.done()
	return r
}

func point(v any, path string, err *error) [3]float64 {
	var p [3]float64
	for i, v := range toList(v, path, 3, err) {
		toFloat(v, fmt.Sprintf("%s[%d]", path, i), &p[i], err)
	}
	return p
}
