package ecs

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const whole = `{
  "version": 1, "scene": "tower.glb", "scale": 0.01, "seed": 18446744073709551615, "dt": 0.1, "time": 30,
  "grid": {"cell": 0.5, "step": 0.3, "clearance": 2, "slope": 45, "walls": "views", "layers": 8, "delta": 0.002},
  "groups": [
    {"name": "up", "goal": 1, "model": "orca", "speed": 1.5, "radius": 0.25, "pre_movement": {"min": 2, "max": 5}},
    {"name": "down", "goal": 0},
    {"name": "guests", "speed": 1.4, "speeds": {"law": "weidmann"}, "radii": {"law": "normal", "mean": 0.17, "deviation": 0.01},
      "pre_movement": {"law": "lognormal", "mean": 30, "deviation": 20, "min": 1, "max": 90}, "party": {"min": 1, "max": 4}, "arrival": "continue",
      "route": [{"goals": [2, 3], "weights": [1, 2.5], "wait": {"min": 4, "max": 9}}, {"goals": [7], "capacity": 2}, {"goals": [5, 6]}]}
  ],
  "spawns": [
    {"group": "up", "region": "lobby", "count": 10},
    {"group": "down", "region": {"box": [[0, 1, 2], [3, 4, 5]]}, "rate": 2, "arrivals": "poisson", "start": 1, "stop": 11, "count": 15},
    {"group": "down", "region": {"disc": {"center": [1, 2, 3], "radius": 4}}, "rate": 0.5}
  ],
  "events": [{"at": 5, "close": "gate"}, {"at": 8, "move": "cart", "by": [12, 0, 0], "over": 12},
    {"at": 20, "move": "cart", "by": [0, 0.5, 3]}, {"at": 25, "remove": "crate"}],
  "weights": {"alpha": 0.5, "beta": 2, "gamma": 0},
  "params": {"density": "treuille", "footprint": 1, "jiang_a": 0.2, "rho_bar": 0.25, "rho_min": 1, "rho_max": 4, "slope_min": 0.1,
    "slope_max": 1, "speed_min": 0.1, "slope_speed": "off", "fundamental_diagram": "weidmann", "separation": "off", "horizon": 3, "directions": 7, "long_ways": "on", "rounds": 4, "plan_every": 3, "stencil": 4, "capacity": 1000}
}`

func wholeScenario() *Scenario {
	return &Scenario{
		Version: 1, Scene: "tower.glb", Scale: 0.01, Seed: math.MaxUint64, DT: 0.1, Time: 30, Name: "w.json",
		Grid: Grid{Cell: 0.5, Step: 0.3, Clearance: 2, Slope: 45, Walls: "views", Layers: 8, Delta: 0.002},
		Groups: []Group{
			{Name: "up", Goal: 1, Model: "orca", Speed: 1.5, Radius: 0.25, PreMovement: Distribution{Min: 2, Max: 5}, Arrival: "absorb"},
			{Name: "down", Goal: 0, Model: "continuum", Speed: 1.34, Radius: 0.2, Arrival: "absorb"},
			{Name: "guests", Goal: 5, Model: "continuum", Speed: 1.4, Radius: 0.2, Arrival: "continue", Party: Party{1, 4, 2},
				Speeds: Distribution{Law: "weidmann"}, Radii: Distribution{Law: "normal", Mean: 0.17, Deviation: 0.01},
				PreMovement: Distribution{Law: "lognormal", Mean: 30, Deviation: 20, Min: 1, Max: 90},
				Route: []Stop{{Goals: []int{2, 3}, Weights: []float64{1, 2.5}, Wait: Distribution{Min: 4, Max: 9}},
					{Goals: []int{7}, Capacity: 2}, {Goals: []int{5, 6}}}},
		},
		Spawns: []Spawn{
			{Group: "up", Region: Region{Name: "lobby"}, Count: 10},
			{Group: "down", Region: Region{Box: &[2][3]float64{{0, 1, 2}, {3, 4, 5}}}, Rate: 2, Arrivals: "poisson", Start: 1, Stop: 11, Count: 15},
			{Group: "down", Region: Region{Disc: &Disc{[3]float64{1, 2, 3}, 4}}, Rate: 0.5},
		},
		Events: []Event{
			{At: 5, Kind: SceneClose, Name: "gate"},
			{At: 8, Kind: SceneMove, Name: "cart", By: [3]float64{12, 0, 0}, Over: 12},
			{At: 20, Kind: SceneMove, Name: "cart", By: [3]float64{0, 0.5, 3}},
			{At: 25, Kind: SceneRemove, Name: "crate"},
		},
		Weights: Weights{0.5, 2, 0},
		Params: Params{Density: "treuille", Footprint: 1, JiangA: 0.2, RhoBar: 0.25, RhoMin: 1, RhoMax: 4, SlopeMin: 0.1, SlopeMax: 1,
			SpeedMin: 0.1, SlopeSpeed: "off", FundamentalDiagram: "weidmann", Separation: "off", Horizon: 3, Directions: 7, LongWays: "on", Rounds: 4, PlanEvery: 3, Stencil: 4, Capacity: 1000},
	}
}

func TestWholeScenario(t *testing.T) {
	s, err := ParseScenario([]byte(whole), "w.json")
	if err != nil {
		t.Fatal(err)
	}
	if want := wholeScenario(); !reflect.DeepEqual(s, want) {
		t.Errorf("read\n%+v\nwant\n%+v", s, want)
	}
	// 10 at once, 2/s for 10 s but 15 at most, and 0.5/s for 30 s.
	if n := s.Agents(); n != 40 {
		t.Errorf("%d agents, want 40", n)
	}
}

// The smallest scenario has the defaults of the design, spelled out here so that
// a change of any is seen.
func TestDefaults(t *testing.T) {
	s, err := ParseScenario([]byte(`{"version":1,"scene":"builtin:villa"}`), "")
	if err != nil {
		t.Fatal(err)
	}
	want := &Scenario{
		Version: 1, Scene: "builtin:villa", Scale: 1, Seed: 1, DT: 0.05,
		Grid:    Grid{Cell: 0.25, Step: 0.25, Clearance: 1.8, Slope: 50, Walls: "exact", Layers: 32, Delta: 0.001},
		Weights: Weights{1, 1, 1},
		Params: Params{Density: "jiang", Footprint: 0.7, JiangA: 0.3, RhoBar: 0.5, RhoMin: 0.7, RhoMax: 5.4, SlopeMin: 0, SlopeMax: 2,
			SpeedMin: 0.05, SlopeSpeed: "on", FundamentalDiagram: "off", Separation: "on", Horizon: 1, Directions: 5, LongWays: "auto", Rounds: 0, Stencil: 8, Capacity: 0},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("read\n%+v\nwant\n%+v", s, want)
	}
	if name, ok := s.Builtin(); !ok || name != "villa" {
		t.Errorf("built-in scene %q %v", name, ok)
	}
	if g, want := NewGroup("a", 2), (Group{Name: "a", Goal: 2, Model: "continuum", Speed: 1.34, Radius: 0.2, Arrival: "absorb"}); !reflect.DeepEqual(g, want) {
		t.Errorf("new group %+v, want %+v", g, want)
	}
}

func TestJSONRoundTrip(t *testing.T) {
	nobody := NewScenario()
	nobody.Scene, nobody.Spawns, nobody.Events = "a.glb", []Spawn{}, []Event{}
	bare := NewScenario()
	bare.Scene = "a.glb"
	full := wholeScenario()
	for _, s := range []*Scenario{full, bare, nobody} {
		text, err := s.JSON()
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseScenario(text, s.Name)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if !reflect.DeepEqual(s, back) {
			t.Errorf("wrote\n%+v\nread\n%+v", s, back)
		}
	}
}

func TestScenarioFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "s.json")
	if err := os.WriteFile(path, []byte(`{"version":1,"scene":"models/a.glb"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := ReadScenario(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.ScenePath(), filepath.Join(dir, "models", "a.glb"); got != want {
		t.Errorf("scene path %q, want %q", got, want)
	}
	if s.Scene = filepath.Join(dir, "b.glb"); s.ScenePath() != s.Scene {
		t.Errorf("an absolute path became %q", s.ScenePath())
	}
	if _, ok := s.Builtin(); ok {
		t.Error("a path is taken for a built-in scene")
	}
	_, err = ReadScenario(filepath.Join(dir, "none.json"))
	refused(t, err, "none.json")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v: does not match fs.ErrNotExist", err)
	}
	big := filepath.Join(dir, "big.glb")
	if err := os.WriteFile(big, make([]byte, maxScenario+1), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = ReadScenario(big)
	refused(t, err, "16777217 bytes; expected at most 16777216")
}

// edit replaces one piece of the whole scenario, which must be there once.
func edit(t *testing.T, old, new string) string {
	t.Helper()
	if strings.Count(whole, old) != 1 {
		t.Fatalf("%q is not in the scenario once", old)
	}
	return strings.Replace(whole, old, new, 1)
}

// badScenarios are edits of the whole scenario, and what the reader says to them.
var badScenarios = []struct{ old, new, want string }{
	// The form of the text.
	{whole, ``, "line 1: unexpected EOF"},
	{whole, `[]`, "top level: found a list; expected an object"},
	{whole, `{}`, "version: missing; expected 1"},
	{whole, `{"version": 1}`, `scene: missing; expected a path, or "builtin:NAME"`},
	{whole, whole + "x", "line 21: "},
	{`"dt": 0.1`, `"dt": NaN`, "line 2: invalid character 'N'"},
	{`"dt": 0.1`, `"dt": 0.1, "dt": 0.2`, "line 2: dt: key given twice"},
	{`"cell": 0.5`, `"cell": 0.5, "cell": 1`, "grid.cell: key given twice"},
	{`"goal": 0}`, `"goal": 0, "goal": 1}`, "groups[1].goal: key given twice"},
	{`"dt": 0.1`, `"dt": ` + strings.Repeat("[", 100), "line 2: more than 64 levels of nesting"},
	{whole, `{"version": 1, "scene": "a", "groups": 5}`, "groups: found a number; expected a list"},
	{whole, `{"version": 1, "scene": "a", "groups": [{]}`, "line 1: "},
	// Unknown keys, at every level.
	{`"dt": 0.1`, `"td": 0.1`, "td: unknown key; expected one of dt, events, grid, groups, params, scale, scene, seed, spawns, time, version, weights"},
	{`"cell": 0.5`, `"cells": 0.5`, "grid.cells: unknown key; expected one of cell, clearance, delta, layers, slope, step, walls"},
	{`"goal": 0}`, `"goal": 0, "sped": 1}`, "groups[1].sped: unknown key; expected one of arrival, exact, goal, model, name, party, pre_movement, radii, radius, route, speed, speeds"},
	{`"min": 2`, `"mean": 3, "min": 2`, "groups[0].pre_movement.mean: unknown key; expected one of law, max, min"},
	{`"count": 10`, `"number": 10, "count": 10`, "spawns[0].number: unknown key; expected one of arrivals, count, group, rate, region, start, stop"},
	{`{"disc": {"center"`, `{"disk": 1, "disc": {"center"`, "spawns[2].region.disk: unknown key; expected one of box, disc"},
	{`"radius": 4`, `"radius": 4, "height": 1`, "spawns[2].region.disc.height: unknown key; expected one of center, radius"},
	{`"alpha": 0.5`, `"alfa": 0.5`, "weights.alfa: unknown key; expected one of alpha, beta, gamma"},
	{`"by": [12, 0, 0]`, `"by": [12, 0, 0], "speed": 1`, "events[1].speed: unknown key; expected one of add, at, by, close, move, open, over, remove"},
	{`"stencil": 4`, `"stencil": 4, "iterations": 1`, "params.iterations: unknown key"},
	// Wrong kinds.
	{`"dt": 0.1`, `"dt": "0.1"`, "dt: found a string; expected a number"},
	{`"dt": 0.1`, `"dt": null`, "dt: found null; expected a number"},
	{`"dt": 0.1`, `"dt": 1e999`, "dt: 1e999 does not fit a 64-bit float"},
	{`"scene": "tower.glb"`, `"scene": true`, "scene: found a boolean; expected a string"},
	{`"version": 1`, `"version": 1.5`, "version: 1.5; expected a whole number"},
	{`"seed": 18446744073709551615`, `"seed": -1`, "seed: found -1; expected a whole number from 0 to 2^64-1"},
	{`"seed": 18446744073709551615`, `"seed": "x"`, `seed: found "x"; expected a whole number`},
	{`"alpha": 0.5`, `"alpha": [1]`, "weights.alpha: found a list; expected a number"},
	{`"region": "lobby"`, `"region": 7`, "spawns[0].region: found a number; expected a name, "},
	{`{"box": [[0, 1, 2], [3, 4, 5]]}`, `{}`, "spawns[1].region: found 0 keys; expected a name, "},
	{`{"box": [[0, 1, 2], [3, 4, 5]]}`, `{"box": [[0, 1, 2]]}`, "spawns[1].region.box: found a list of 1; expected a list of 2"},
	{`[3, 4, 5]`, `[3, 4]`, "spawns[1].region.box[1]: found a list of 2; expected a list of 3"},
	{`[3, 4, 5]`, `[3, 4, "5"]`, "spawns[1].region.box[1][2]: found a string; expected a number"},
	{`"center": [1, 2, 3]`, `"center": 1`, "spawns[2].region.disc.center: found 1; expected a list of 3"},
	{`"pre_movement": {"min": 2, "max": 5}`, `"pre_movement": 5`, "groups[0].pre_movement: found a number; expected an object"},
	{`"close": "gate"`, `"close": 3`, "events[0].close: found a number; expected a string"},
	{`"by": [12, 0, 0]`, `"by": 12`, "events[1].by: found 12; expected a list of 3"},
	{`"over": 12`, `"over": "12"`, "events[1].over: found a string; expected a number"},
	{`{"at": 5, "close": "gate"}`, `"close"`, "events[0]: found a string; expected an object"},
	// What is missing.
	{`"at": 5, `, ``, "events[0].at: missing; expected seconds"},
	{`, "close": "gate"`, ``, "events[0]: found 0 of add, remove, move, open, close; expected exactly one"},
	{`"by": [12, 0, 0], `, ``, "events[1].by: missing; expected [dx,dy,dz] in metres"},
	{`"name": "down", "goal": 0`, `"goal": 0`, "groups[1].name: missing"},
	{`"name": "down", "goal": 0`, `"name": "down"`, "groups[1].goal: missing; expected a goal number of the scene"},
	{`"min": 2, `, ``, "groups[0].pre_movement.min: missing"},
	{`"region": "lobby", `, ``, "spawns[0].region: missing"},
	{`, "count": 10`, ``, "spawns[0].count: missing; expected a count of agents, or a rate"},
	{`"center": [1, 2, 3], `, ``, "spawns[2].region.disc.center: missing"},
	{`"mean": 30, `, ``, "groups[2].pre_movement.mean: missing; expected the mean"},
	{`, "deviation": 20`, ``, "groups[2].pre_movement.deviation: missing"},
	{`"min": 1, "max": 90`, `"min": 1`, "groups[2].pre_movement.max: missing"},
	{`{"goals": [7], `, `{`, "groups[2].route[1].goals: missing; expected a list of goal numbers"},
	{`"party": {"min": 1, `, `"party": {`, "groups[2].party.min: missing"},
	// What does not go together.
	{`"name": "down"`, `"name": "down", "arrival": "continue"`, `groups[1].arrival: "continue" without a route`},
	{`"arrival": "continue"`, `"goal": 2`, "groups[2].goal: 2; expected one of the goals of the route's last stop, [5 6]"},
	{`"weights": [1, 2.5]`, `"weights": [1]`, "groups[2].route[0].weights: 1 weights of 2 goals; expected one for each"},
	{`"weights": [1, 2.5]`, `"weights": [0, 0]`, "groups[2].route[0].weights: all are 0"},
	{`{"goals": [5, 6]}`, `{"goals": [5, 7], "capacity": 3}`, "groups[2].route[2].capacity: 3, but goal 7 serves 2 at a time by groups[2].route[1].capacity; expected the same"},
	{`"count": 10`, `"count": 10, "arrivals": "even"`, "spawns[0].arrivals: given without a rate"},
	{`"speed": 1.4, `, `"speed": 1.4, "wait": 3, `, "groups[2].wait: unknown key"},
	{`"close": "gate"`, `"close": "gate", "open": "gate"`, "events[0]: found 2 of add, remove, move, open, close; expected exactly one"},
	{`"close": "gate"`, `"close": "gate", "by": [1, 0, 0]`, "events[0].by: given with close; expected it beside a move only"},
	{`"remove": "crate"`, `"remove": "crate", "over": 1`, "events[3].over: given with remove; expected it beside a move only"},
	{`"at": 20`, `"at": 19.5`, `events[2].at: 19.5, while events[1] moves "cart" from 8 to 20; expected moves of one name after one another`},
	{`"at": 20`, `"at": 8, "over": 1`, `events[1].at: 8, while events[2] moves "cart" from 8 to 9`},
	// Limits.
	{`"at": 5`, `"at": -5`, "events[0].at: -5; expected 0 to 1e+06"},
	{`"over": 12`, `"over": -1`, "events[1].over: -1; expected 0 to 1e+06"},
	{`"by": [12, 0, 0]`, `"by": [1e8, 0, 0]`, "events[1].by[0]: 1e+08; expected -1e+07 to 1e+07"},
	{`"close": "gate"`, `"close": ""`, "events[0].close: empty; expected the name of an entity"},
	{`"version": 1`, `"version": 2`, "version: 2; expected 1"},
	{`"scene": "tower.glb"`, `"scene": ""`, `scene: ""; expected a path`},
	{`"scene": "tower.glb"`, `"scene": "builtin:"`, `scene: "builtin:"; expected a path`},
	{`"scale": 0.01`, `"scale": 0`, "scale: 0; expected more than 0"},
	{`"dt": 0.1`, `"dt": 0`, "dt: 0; expected more than 0 and at most 1"},
	{`"dt": 0.1`, `"dt": 1.1`, "dt: 1.1; expected more than 0 and at most 1"},
	{`"time": 30`, `"time": 0`, "time: 0; expected more than 0"},
	{`"time": 30`, `"time": 1e7`, "time: 1e+07; expected more than 0 and at most 1e+06"},
	{`"cell": 0.5`, `"cell": 0`, "grid.cell: 0; expected 0.001 to 100"},
	{`"cell": 0.5`, `"cell": 1e-9`, "grid.cell: 1e-09; expected 0.001 to 100"},
	{`"cell": 0.5`, `"cell": 101`, "grid.cell: 101; expected 0.001 to 100"},
	{`"step": 0.3`, `"step": -0.1`, "grid.step: -0.1; expected 0 to 100"},
	{`"clearance": 2`, `"clearance": 0.3`, "grid.clearance: 0.3; expected more than grid.step, which is 0.3"},
	{`"slope": 45`, `"slope": 90`, "grid.slope: 90; expected 0 to 89"},
	{`"walls": "views"`, `"walls": "thick"`, `grid.walls: "thick"; expected one of exact, views, none`},
	{`"layers": 8`, `"layers": 0`, "grid.layers: 0; expected 1 to 254"},
	{`"delta": 0.002`, `"delta": 0`, "grid.delta: 0; expected more than 0"},
	{`"speed": 1.5`, `"speed": 0`, "groups[0].speed: 0; expected more than 0 and at most 10"},
	{`"speed": 1.5`, `"speed": 10.5`, "groups[0].speed: 10.5; expected more than 0 and at most 10"},
	{`"radius": 0.25`, `"radius": 2.5`, "groups[0].radius: 2.5; expected more than 0 and at most 2"},
	{`"goal": 0}`, `"goal": -1}`, "groups[1].goal: -1; expected 0 to 255"},
	{`"model": "orca"`, `"model": "social force"`, `groups[0].model: "social force"; expected one of continuum, avoid, orca`},
	{`"max": 5`, `"max": 1`, "groups[0].pre_movement.max: 1; expected 2 to 1e+06"},
	{`{"law": "weidmann"}`, `{"law": "cauchy", "min": 1, "max": 2}`, `groups[2].speeds.law: "cauchy"; expected one of uniform, normal, lognormal, weidmann`},
	{`{"law": "weidmann"}`, `{"law": "weidmann", "mean": 1}`, "groups[2].speeds.mean: unknown key; expected one of law"},
	{`{"law": "weidmann"}`, `{"min": 0, "max": 2}`, "groups[2].speeds.min: 0; expected 0.001 to 10"},
	{`{"law": "weidmann"}`, `{"law": "normal", "mean": 1, "deviation": 0.1, "min": 3, "max": 4}`, "groups[2].speeds.min: hardly any value lies from 3 to 4"},
	{`"mean": 0.17`, `"mean": 0.19`, "groups[2].radii.max: 0.22; expected 0.16 to 0.2"},
	{`"law": "lognormal"`, `"law": "weidmann"`, "groups[2].pre_movement."},
	{`"wait": {"min": 4, "max": 9}`, `"wait": {"law": "weidmann"}`, `groups[2].route[0].wait.law: "weidmann" is for speeds`},
	{`"deviation": 20`, `"deviation": 0`, "groups[2].pre_movement.deviation: 0; expected more than 0"},
	{`"goals": [2, 3]`, `"goals": []`, "groups[2].route[0].goals: 0 goals; expected 1 to 16"},
	{`"goals": [2, 3]`, `"goals": [2, 2]`, "groups[2].route[0].goals[1]: 2 is there already"},
	{`"goals": [2, 3]`, `"goals": [2, 256]`, "groups[2].route[0].goals[1]: 256; expected 0 to 255"},
	{`"capacity": 2`, `"capacity": -2`, "groups[2].route[1].capacity: -2; expected 0 to"},
	{`"party": {"min": 1`, `"party": {"min": 0`, "groups[2].party.min: 0; expected 1 to 64"},
	{`"party": {"min": 1, "max": 4}`, `"party": {"min": 5, "max": 4}`, "groups[2].party.max: 4; expected 5 to 64"},
	{`"party": {"min": 1, "max": 4}`, `"party": {"min": 1, "max": 4, "gap": 0}`, "groups[2].party.gap: 0; expected more than 0"},
	{`"arrival": "continue"`, `"arrival": "vanish"`, `groups[2].arrival: "vanish"; expected one of absorb, wait, continue`},
	{`"arrivals": "poisson"`, `"arrivals": "bursts"`, `spawns[1].arrivals: "bursts"; expected one of even, poisson`},
	{`"name": "down"`, `"name": "up"`, `groups[1].name: "up" is the name of an earlier group`},
	{`"name": "down"`, `"name": ""`, "groups[1].name: empty"},
	{`{"group": "up", "region": "lobby"`, `{"group": "sideways", "region": "lobby"`, `spawns[0].group: "sideways" is no group; expected one of "up", "down", "guests"`},
	{`"region": "lobby"`, `"region": ""`, "spawns[0].region: empty; expected a name, "},
	{`[3, 4, 5]`, `[3, 0, 5]`, "spawns[1].region.box: corner 0 has y = 1 above corner 1's 0"},
	{`[3, 4, 5]`, `[3, 4, 1e9]`, "spawns[1].region.box[1][2]: 1e+09; expected -1e+07 to 1e+07"},
	{`"radius": 4`, `"radius": 0`, "spawns[2].region.disc.radius: 0; expected more than 0"},
	{`"count": 10`, `"count": 1000000000`, "spawns[0].count: 1000000000; expected 0 to 16777216"},
	{`"count": 10`, `"count": 16777216`, "spawns[1]: the spawns bring 16777231 agents so far; expected at most 16777216"},
	{`"rate": 0.5`, `"rate": 1000000`, "spawns[2]: the spawns bring 30000025 agents so far; expected at most 16777216"},
	{`"count": 10`, `"count": 0`, "spawns[0].count: 0; expected at least 1 agent"},
	{`"count": 10`, `"count": -1`, "spawns[0].count: -1; expected 0 to"},
	{`"rate": 0.5`, `"rate": 0`, "spawns[2].rate: 0; expected more than 0 agents per second"},
	{`"rate": 0.5`, `"rate": -1`, "spawns[2].rate: -1; expected 0 to 1e+06"},
	{`"stop": 11`, `"stop": 1`, "spawns[1].stop: 1; expected more than start, which is 1"},
	{`"count": 10`, `"count": 10, "stop": 5`, "spawns[0].stop: given without a rate"},
	{`"gamma": 0`, `"gamma": -1`, "weights.gamma: -1; expected 0 to 1e+06"},
	{`{"alpha": 0.5, "beta": 2`, `{"alpha": 0, "beta": 0`, "weights: alpha and beta are both 0"},
	{`"density": "treuille"`, `"density": "gauss"`, `params.density: "gauss"; expected one of jiang, treuille, bilinear`},
	{`"rho_bar": 0.25`, `"rho_bar": 1`, "params.rho_bar: 1; expected more than 0 and less than 1"},
	{`"rho_max": 4`, `"rho_max": 1`, "params.rho_max: 1; expected more than 1 and at most 100"},
	{`"slope_max": 1`, `"slope_max": 0.1`, "params.slope_max: 0.1; expected more than 0.1"},
	{`"speed_min": 0.1`, `"speed_min": 0`, "params.speed_min: 0; expected more than 0 and at most 1"},
	{`"slope_speed": "off"`, `"slope_speed": "no"`, `params.slope_speed: "no"; expected one of on, off`},
	{`"separation": "off"`, `"separation": "no"`, `params.separation: "no"; expected one of on, off`},
	{`"long_ways": "on"`, `"long_ways": "no"`, `params.long_ways: "no"; expected one of auto, on, off`},
	{`"horizon": 3`, `"horizon": 0`, `params.horizon: 0; expected more than 0 and at most 10`},
	{`"directions": 7`, `"directions": 6`, `params.directions: 6; expected an odd number from 1 to 15`},
	{`"rounds": 4`, `"rounds": -1`, "params.rounds: -1; expected 0 to 4096"},
	{`"stencil": 4`, `"stencil": 6`, "params.stencil: 6; expected 4 or 8"},
	{`"capacity": 1000`, `"capacity": 16777217`, "params.capacity: 16777217; expected 0 to 16777216"},
	{`"footprint": 1`, `"footprint": 0`, "params.footprint: 0; expected more than 0"},
}

func TestBadScenarios(t *testing.T) {
	for _, c := range badScenarios {
		name := c.new
		if len(name) > 50 {
			name = name[:50]
		}
		t.Run(name, func(t *testing.T) {
			_, err := ParseScenario([]byte(edit(t, c.old, c.new)), "bad.json")
			refused(t, err, `ecs: scenario "bad.json": `, c.want)
		})
	}
	_, err := ParseScenario([]byte(`{"version":1,"scene":"a","groups":[]}`), "bad.json")
	refused(t, err, "groups: empty; expected at least one group")
}

// Validate is also for scenarios built in Go, which JSON's limits do not protect.
func TestValidateGoValues(t *testing.T) {
	nan := math.NaN()
	for want, harm := range map[string]func(s *Scenario){
		"dt":                         func(s *Scenario) { s.DT = nan },
		"time":                       func(s *Scenario) { s.Time = math.Inf(1) },
		"scale":                      func(s *Scenario) { s.Scale = nan },
		"grid.cell":                  func(s *Scenario) { s.Grid.Cell = nan },
		"grid.clearance":             func(s *Scenario) { s.Grid.Clearance = nan },
		"weights.alpha":              func(s *Scenario) { s.Weights.Alpha = nan },
		"params.rho_bar":             func(s *Scenario) { s.Params.RhoBar = nan },
		"params.rho_max":             func(s *Scenario) { s.Params.RhoMax = nan },
		"groups[0].speed":            func(s *Scenario) { s.Groups[0].Speed = nan },
		"groups[1].radius":           func(s *Scenario) { s.Groups[1].Radius = math.Inf(1) },
		"groups[1].pre_movement.max": func(s *Scenario) { s.Groups[1].PreMovement.Max = nan },
		"spawns[1].rate":             func(s *Scenario) { s.Spawns[1].Rate = nan },
		"spawns[1].start":            func(s *Scenario) { s.Spawns[1].Start = nan },
		"spawns[1].region.box[0][2]": func(s *Scenario) { s.Spawns[1].Region.Box[0][2] = nan },
		"spawns[0].count: missing":   func(s *Scenario) { s.Spawns[0].Count = 0 },
		"events[0].at":               func(s *Scenario) { s.Events[0].At = nan },
		"events[1].over":             func(s *Scenario) { s.Events[1].Over = math.Inf(1) },
		"events[1].by[2]":            func(s *Scenario) { s.Events[1].By[2] = nan },
		"events[3].by":               func(s *Scenario) { s.Events[3].Over = 1 },
		"events[2]: kind 9":          func(s *Scenario) { s.Events[2].Kind = 9 },
		"257 groups":                 func(s *Scenario) { s.Groups = make([]Group, 257) },
	} {
		s := wholeScenario()
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		harm(s)
		refused(t, s.Validate(), want)
	}
}

func TestManyAgentsAreCountedWithoutWrapping(t *testing.T) {
	s := wholeScenario()
	s.Spawns = nil
	for range 1000 {
		s.Spawns = append(s.Spawns, Spawn{Group: "up", Region: Region{Name: "lobby"}, Count: MaxAgents})
	}
	refused(t, s.Validate(), fmt.Sprintf("spawns[1]: the spawns bring %d agents so far", 2*MaxAgents))
	s.Spawns = s.Spawns[:1]
	if err := s.Validate(); err != nil || s.Agents() != MaxAgents {
		t.Errorf("%d agents: %v", s.Agents(), err)
	}
}
