package scenes

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"

	"throng/ecs"
)

func TestNames(t *testing.T) {
	want := []string{"stairs", "maze", "villa", "plaza", "corridor", "ramp-hinge", "ramp-slab", "switchback", "tower", "spiral",
		"low-ceiling", "steps", "two-doors", "bridge-crossing", "rimea8", "rimea13"}
	if got := Names(); !slices.Equal(got, want) {
		t.Errorf("names are %q; want %q", got, want)
	}
	for _, name := range want {
		if Summary(name) == "" {
			t.Errorf("%s has no summary", name)
		}
	}
}

func TestUnknownName(t *testing.T) {
	_, err := Build("castle")
	if !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), `"castle"`) || !strings.Contains(err.Error(), "villa") {
		t.Errorf("the error is %v; want ErrUnknown, the name and what there is", err)
	}
	if _, err := Load("castle", 1); !errors.Is(err, ErrUnknown) {
		t.Errorf("Load gives %v", err)
	}
	if err := Save("castle", filepath.Join(t.TempDir(), "castle.glb")); !errors.Is(err, ErrUnknown) {
		t.Errorf("Save gives %v", err)
	}
	if Defaults("castle") != nil || Summary("castle") != "" {
		t.Error("an unknown scene has defaults or a summary")
	}
}

// Two builds are equal to the byte: hashes of runs depend on it.
func TestBuildIsDeterministic(t *testing.T) {
	for _, name := range Names() {
		var files [2]bytes.Buffer
		for i := range files {
			doc, err := Build(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := gltf.NewEncoder(&files[i]).Encode(doc); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
			t.Errorf("%s: two builds differ", name)
		}
	}
}

// A saved scene is read back as the same triangles and roles, in both forms of glTF.
func TestSave(t *testing.T) {
	for _, name := range Names() {
		want, err := Load(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, ext := range []string{".glb", ".gltf"} {
			path := filepath.Join(t.TempDir(), name+ext)
			if err := Save(name, path); err != nil {
				t.Fatal(err)
			}
			got, err := ecs.ReadScene(path, 1)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Entities, want.Entities) || !reflect.DeepEqual(got.Triangles, want.Triangles) {
				t.Errorf("%s%s is not the scene that was saved", name, ext)
			}
		}
	}
	if err := Save("plaza", filepath.Join(t.TempDir(), "none", "plaza.glb")); err == nil {
		t.Error("a save into no folder gives no error")
	}
}

// Nothing is dropped or skipped when a built-in scene is read, its box is as large as
// stated, and its solids face outward.
func TestScenesReadCleanly(t *testing.T) {
	size := map[string][3]float64{
		"stairs": {20, 4.26, 10}, "maze": {50, 2.7, 50}, "villa": {24, 9.18, 18},
		"plaza": {60, 0.25, 60}, "corridor": {42.5, 2.7, 2.5},
		"ramp-hinge": {16, 3.25, 4}, "ramp-slab": {16, 3.25, 4}, "switchback": {8, 13.2, 4}, "tower": {14.2, 22.7, 8.2},
		"spiral": {5.2, 11.7, 6}, "low-ceiling": {10, 2.3, 17}, "steps": {12, 0.8, 8}, "two-doors": {14.5, 2.7, 8.5},
		"bridge-crossing": {24, 5.2, 24}, "rimea8": {22.1, 12, 16.05}, "rimea13": {22.1, 5.7, 8.2},
	}
	for _, name := range Names() {
		s, err := Load(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Notes) > 0 {
			t.Errorf("%s: %q", name, s.Notes)
		}
		for axis, want := range size[name] {
			if got := s.Max[axis] - s.Min[axis]; math.Abs(got-want) > 1e-6 {
				t.Errorf("%s is %g m along axis %d; want %g m", name, got, axis, want)
			}
		}
		for i := range s.Entities {
			e := &s.Entities[i]
			if e.Role.Physical() && !e.TwoSided && outward(s.Of(e)) <= 0 {
				t.Errorf("%s: %s faces inward", name, e.Name)
			}
		}
	}
}

// outward is the volume within triangles, negative where they face inward.
func outward(triangles []ecs.Triangle) float64 {
	sum := 0.0
	for _, t := range triangles {
		a, b, c := t[0], t[1], t[2]
		sum += a[0]*(b[1]*c[2]-b[2]*c[1]) + a[1]*(b[2]*c[0]-b[0]*c[2]) + a[2]*(b[0]*c[1]-b[1]*c[0])
	}
	return sum / 6
}

// The solids of every scene are closed; markers are not solids.
func TestPartsAreClosed(t *testing.T) {
	parts := map[string]*solid{
		"stairs railing": upperRailing(area{m(8, 20), m(0, 10)}, flight{z: m(4, 6)}),
		"maze":           newMaze(mazeSeed).solid(),
		"tower walls":    towerWalls(coreRise * towerStoreys),
		"rimea8 core":    eightCore(),
		"rimea13 walls":  thirteenWalls(),
	}
	for level := range villaStoreys {
		parts[fmt.Sprintf("villa floor %d", level)] = villaSlab(level)
		parts[fmt.Sprintf("villa walls %d", level)] = villaWalls(level)
		if level > 0 {
			parts[fmt.Sprintf("villa railings %d", level)] = villaRailings(level)
		}
	}
	for level := range eightStoreys {
		parts[fmt.Sprintf("rimea8 floor %d", level)] = eightSlab(level)
		parts[fmt.Sprintf("rimea8 walls %d", level)] = eightWalls(level)
	}
	for name, s := range parts {
		checkClosed(t, name, s.mesh())
	}
}

// Defaults are whole: they complete and hold against their own scene, survive a trip
// through JSON, and send every group to a goal that there is.
func TestDefaults(t *testing.T) {
	agents := map[string]int{"stairs": 100, "maze": 2000, "villa": 260, "plaza": 1000, "corridor": 1,
		"ramp-hinge": 40, "ramp-slab": 40, "switchback": 40, "tower": 120, "spiral": 20, "low-ceiling": 40, "steps": 30,
		"two-doors": 20, "bridge-crossing": 100, "rimea8": 448, "rimea13": 150}
	for _, name := range Names() {
		scene, err := Load(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		s := Defaults(name)
		if err := s.Complete(scene, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if s.Agents() != agents[name] {
			t.Errorf("%s has %d agents; want %d", name, s.Agents(), agents[name])
		}
		for _, g := range s.Groups {
			if !slices.Contains(scene.Goals(), g.Goal) {
				t.Errorf("%s: group %q goes to goal %d, which the scene lacks", name, g.Name, g.Goal)
			}
		}
		data, err := s.JSON()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ecs.ParseScenario(data, s.Name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again.Dir = s.Dir; !reflect.DeepEqual(again, s) {
			t.Errorf("%s: through JSON the defaults become\n%+v; want\n%+v", name, again, s)
		}
	}
}

// A scenario that names only the scene is whole.
func TestShortestScenario(t *testing.T) {
	for _, name := range Names() {
		s, err := ecs.ParseScenario([]byte(`{"version":1,"scene":"builtin:`+name+`"}`), "short.json")
		if err != nil {
			t.Fatal(err)
		}
		scene, err := Load(name, s.Scale)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Complete(scene, Defaults(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(s.Groups) == 0 || len(s.Spawns) == 0 {
			t.Errorf("%s: %d groups and %d spawns", name, len(s.Groups), len(s.Spawns))
		}
	}
}

func ExampleBuild() {
	doc, err := Build("corridor")
	if err != nil {
		panic(err)
	}
	for _, n := range doc.Nodes {
		fmt.Println(n.Name, n.Extras)
	}
	// Output:
	// Floor <nil>
	// Walls map[throng:map[role:obstacle]]
	// Goal map[throng:map[goal:0 role:goal]]
	// Start map[throng:map[goal:0 group:walkers role:spawn]]
}
