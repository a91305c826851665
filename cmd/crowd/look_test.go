package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"throng/engine/scenes"
)

func TestCheck(t *testing.T) {
	out := succeed(t, "check", "stairs")
	for _, want := range []string{"layers ", "walkable ", "m²", "islands ", "memory ", "hash ", "group ", "up to goal 0, 50 agents"} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	r := decode[checked](t, succeed(t, "check", "corridor", "-json"))
	if r.Agents != 1 || r.Layers < 1 || r.WalkableArea < 42*2 || r.WalkableArea > 42.5*2.5 || len(r.BakeHash) != 64 {
		t.Errorf("the report is %+v", r)
	}
}

// A door of 0.3 m beside walls holds nobody of radius 0.2 m: check says so.
func TestCheckWarnsOfNarrowPassages(t *testing.T) {
	wide := write(t, "wide.json", `{"version": 1, "scene": "builtin:villa", "groups": [
		{"name": "residents", "goal": 0, "radius": 0.7}, {"name": "visitors", "goal": 1, "radius": 0.2}], "spawns": []}`)
	r := decode[checked](t, succeed(t, "check", wide, "-json"))
	narrow := func(group string) bool {
		return slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, group) && strings.Contains(w, "narrower") })
	}
	if !narrow("groups[0].radius") || narrow("groups[1].radius") {
		t.Errorf("the warnings are %q", r.Warnings)
	}
}

// A spawn from which nobody gets to the goal is bad input for a run; check still reports what there is, and why.
func TestCheckOfASpawnThatIsCutOff(t *testing.T) {
	path := write(t, "cut.json", `{"version": 1, "scene": "builtin:corridor", "groups": [{"name": "walkers", "goal": 0, "radius": 1.2}],
		"spawns": [{"group": "walkers", "region": "Start", "count": 1}]}`)
	if o := crowd(t, "run", path, "-executor", "cpu"); o.status != 2 || o.stdout != "" {
		t.Errorf("run ends with status %d and %q", o.status, o.stdout)
	}
	o := crowd(t, "check", path, "-executor", "cpu", "-json")
	if o.status != 2 || !strings.Contains(o.stderr, "spawns[0].region") {
		t.Errorf("check ends with status %d and %q", o.status, o.stderr)
	}
	if r := decode[checked](t, o.stdout); len(r.Refused) != 1 || r.WalkableCells == 0 || len(r.Spawns) != 2 {
		t.Errorf("the report is %+v", r)
	}
}

func TestUnitHint(t *testing.T) {
	for _, c := range []struct {
		size float64
		want string
	}{{50, ""}, {5000, "centimetres"}, {0.5, "scale"}} {
		if got := unitHint(c.size, 1, 1); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("a scene of %g m gives the hint %q", c.size, got)
		}
	}
}

func TestBakeDrawsEveryField(t *testing.T) {
	dir := t.TempDir()
	out := succeed(t, "bake", "stairs", "-png", dir, "-json", "-time", "0.2")
	files := decode[struct{ Files []string }](t, out).Files
	for _, name := range []string{"colour", "position", "normal", "grid", "connection", "discomfort", "goal", "density", "speed_up", "potential_up", "velocity_up", "potential_down"} {
		for _, layer := range []string{"_0.png", "_1.png"} {
			path := filepath.Join(dir, name+layer)
			if !slices.Contains(files, path) {
				t.Errorf("%s is not among the files", path)
				continue
			}
			pngSize(t, path)
		}
	}
	if found, err := filepath.Glob(filepath.Join(dir, "*.png")); err != nil || len(found) != len(files) {
		t.Errorf("%d files are named and %d written; %v", len(files), len(found), err)
	}
}

// -html writes the page, alone or beside the pictures.
func TestBakeWritesThePage(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "corridor.html")
	if out := succeed(t, "bake", "corridor", "-html", path); !strings.Contains(out, path) || strings.Contains(out, "pictures") {
		t.Errorf("bake says %q", out)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), `"scene":"builtin:corridor"`) {
		t.Errorf("the page has %d bytes and not the scene; %v", len(text), err)
	}
	pictures := filepath.Join(dir, "pictures")
	files := decode[struct{ Files []string }](t, succeed(t, "bake", "corridor", "-html", path, "-png", pictures, "-json")).Files
	if len(files) < 10 || !slices.Contains(files, path) || !slices.Contains(files, filepath.Join(pictures, "island_0.png")) {
		t.Errorf("the files are %q", files)
	}
}

// Spawns, goals and islands are in the report by name, for people and as JSON.
func TestCheckOfPlaces(t *testing.T) {
	out := succeed(t, "check", "villa")
	for _, want := range []string{"1: ", "m², at 0.00 to 6.12 m", `spawns[3] in "Hall", group visitors to goal 1: 256 cells on island 1`, "0, Exits: 32 cells on island 1"} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	var keys map[string]any
	if err := json.Unmarshal([]byte(succeed(t, "check", "villa", "-json")), &keys); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"layers", "walkable_cells", "walkable_area", "islands", "bytes_per_cell", "bake_ms", "bake_hash", "island_list", "spawns", "goals", "doors", "warnings"} {
		if keys[key] == nil {
			t.Errorf("there is no %q in the JSON", key)
		}
	}
	if islands, ok := keys["islands"].(float64); !ok || int(islands) != len(keys["island_list"].([]any)) {
		t.Errorf("%v islands are %v", keys["islands"], keys["island_list"])
	}
}

// With α = 0, β = 1, γ = 0 the potential is the travel time, and probe says so.
func TestProbe(t *testing.T) {
	path := write(t, "time.json", `{"version": 1, "scene": "builtin:corridor", "weights": {"alpha": 0, "beta": 1, "gamma": 0}, "spawns": []}`)
	out := succeed(t, "probe", path, "-at", " 11,0,1; 21,0.1,1;-5,0,1;", "-time", "0.1", "-json")
	p := decode[probed](t, out)
	if len(p.Points) != 3 || p.Time != 0.1 || !strings.Contains(p.Potential, "seconds") {
		t.Fatalf("the answer is %s", out)
	}
	for i, x := range []float64{11, 21} {
		q := p.Points[i]
		if !q.Walkable || q.Layer != 0 || q.Height == nil || math.Abs(*q.Height) > 1e-6 || q.Density != 0 {
			t.Errorf("the place at x = %g is %+v", x, q)
			continue
		}
		phi := q.Potential["walkers"]
		if phi == nil || math.Abs(*phi-(41-x)/1.34) > 0.25/1.34 {
			t.Errorf("the potential at x = %g is %v, want %.2f s", x, phi, (41-x)/1.34)
		}
		if math.Abs(q.Velocity[0]-1.34) > 0.01 || math.Abs(q.Velocity[2]) > 0.01 {
			t.Errorf("the velocity at x = %g is %v", x, q.Velocity)
		}
	}
	if q := p.Points[2]; q.Walkable || q.Layer != -1 || q.Height != nil || q.Potential["walkers"] != nil {
		t.Errorf("the place outside is %+v", q)
	}
	if !strings.Contains(out, `"speed":[`) || !strings.Contains(out, `"at":[11,0,1]`) {
		t.Errorf("the JSON is %s", out)
	}

	text := succeed(t, "probe", "corridor", "-at=-5,0,1;11,0,1")
	for _, want := range []string{"1 per metre", "no walkable floor", "walkers: "} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in %q", want, text)
		}
	}
}

func TestScenes(t *testing.T) {
	o := crowd(t, "scenes")
	if o.status != 0 {
		t.Fatal(o.stderr)
	}
	for _, name := range scenes.Names() {
		if !strings.Contains(o.stdout, name+" ") {
			t.Errorf("%s is not listed", name)
		}
	}
	if list := decode[[]listed](t, crowd(t, "scenes", "-json").stdout); len(list) != len(scenes.Names()) || list[1].Agents != 2000 {
		t.Errorf("the list is %+v", list)
	}
	for _, args := range [][]string{{"plaza", "-export", filepath.Join(t.TempDir(), "any.gltf")}, {"-export", filepath.Join(t.TempDir(), "plaza.glb")}} {
		o := crowd(t, append([]string{"scenes"}, args...)...)
		if o.status != 0 || !strings.Contains(o.stdout, "plaza") {
			t.Errorf("%q ends with status %d: %s%s", args, o.status, o.stdout, o.stderr)
		}
		path := args[len(args)-1]
		if info, err := os.Stat(path); err != nil || info.Size() < 1000 {
			t.Errorf("%s was not written: %v", path, err)
		}
	}
}

// The plan has the stages of ML in their order.
func TestPlan(t *testing.T) {
	rows := decode[[]row](t, succeed(t, "plan", "-json"))
	at := -1
	for _, pass := range []string{"layers", "flags", "connect", "splat", "cost", "sweep", "velocity", "advance"} {
		i := slices.IndexFunc(rows, func(r row) bool { return r.Pass == pass })
		if i <= at {
			t.Fatalf("%s is row %d, before or without what comes first", pass, i)
		}
		if r := rows[i]; len(r.Bindings) < 2 || r.Bytes <= 0 || r.Bindings[0] != "frame:r" {
			t.Errorf("row %d is %+v", i, r)
		}
		at = i
	}
	text := succeed(t, "plan", "corridor")
	if !strings.Contains(text, "barrier") || !strings.Contains(text, "crowd:rw") {
		t.Errorf("the table is %s", text)
	}
}

func TestPlaces(t *testing.T) {
	places, err := parsePlaces("1,2,3;-4.5, 6e1 ,0")
	if err != nil || len(places) != 2 || places[1] != [3]float64{-4.5, 60, 0} {
		t.Errorf("the places are %v; %v", places, err)
	}
	if _, err := parsePlaces("1,2,NaN"); err == nil {
		t.Error("NaN is taken as a place")
	}
}
