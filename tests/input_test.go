package tests

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/qmuntal/gltf"

	"throng/ecs"
	"throng/engine"
	"throng/engine/scenes"
	"throng/vk"
)

// try opens and loads what a user names on the references, with a time limit, and gives the error.
func try(t *testing.T, name string) error {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("panic: %v", p)
			}
		}()
		sc, scene, err := engine.Open(name)
		if err != nil {
			done <- err
			return
		}
		e, err := engine.New(engine.Options{Executor: "cpu"})
		if err == nil {
			err = e.Load(sc, scene)
			e.Close()
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(30 * time.Second):
		t.Fatalf("loading %s takes more than 30 s", name)
		return nil
	}
}

// expect wants an error that says that the input is at fault and names everything in culprit.
func expect(t *testing.T, err error, culprit ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, expected one that names %q", culprit)
		return
	}
	if !errors.Is(err, ecs.ErrInput) {
		t.Errorf("%v: is not ecs.ErrInput", err)
	}
	for _, c := range culprit {
		if !strings.Contains(err.Error(), c) {
			t.Errorf("%q does not name %q", err, c)
		}
	}
}

// file writes a file into the test's folder and gives its path.
func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, data, 0o644))
	return path
}

// document draws the built-in hall, changes it and stores it as a binary file.
func document(t *testing.T, name string, change func(*gltf.Document)) string {
	t.Helper()
	doc, err := scenes.Build("corridor")
	must(t, err)
	change(doc)
	path := filepath.Join(t.TempDir(), name)
	must(t, gltf.SaveBinary(doc, path))
	return path
}

// data is the bytes of an accessor.
func data(doc *gltf.Document, accessor int) []byte {
	a := doc.Accessors[accessor]
	view := doc.BufferViews[*a.BufferView]
	return doc.Buffers[view.Buffer].Data[view.ByteOffset+a.ByteOffset:]
}

func TestTruncatedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall.glb")
	must(t, scenes.Save("corridor", path))
	whole, err := os.ReadFile(path)
	must(t, err)
	for _, n := range []int{0, 3, 11, 12, 19, 20, len(whole) / 2, len(whole) - 1} {
		expect(t, try(t, file(t, "half.glb", whole[:n])), "half.glb")
	}
	if err := try(t, path); err != nil {
		t.Errorf("the whole file: %v", err)
	}
}

func TestVertexThatIsNotANumber(t *testing.T) {
	path := document(t, "nan.glb", func(doc *gltf.Document) {
		p := doc.Meshes[1].Primitives[0].Attributes[gltf.POSITION]
		binary.LittleEndian.PutUint32(data(doc, p)[4:], math.Float32bits(float32(math.NaN())))
	})
	expect(t, try(t, path), "nan.glb", "Walls", "NaN")
}

func TestIndexOutOfRange(t *testing.T) {
	path := document(t, "index.glb", func(doc *gltf.Document) {
		i := *doc.Meshes[0].Primitives[0].Indices
		switch doc.Accessors[i].ComponentType {
		case gltf.ComponentUbyte:
			data(doc, i)[0] = 250
		case gltf.ComponentUshort:
			binary.LittleEndian.PutUint16(data(doc, i), 65000)
		default:
			binary.LittleEndian.PutUint32(data(doc, i), 65000)
		}
	})
	expect(t, try(t, path), "index.glb", "Floor", "index")
}

func TestMissingBuffer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall.gltf")
	must(t, scenes.Save("corridor", path))
	text, err := os.ReadFile(path)
	must(t, err)
	text = regexp.MustCompile(`"uri":\s*"data:[^"]*"`).ReplaceAll(text, []byte(`"uri":"gone.bin"`))
	expect(t, try(t, file(t, "hall.gltf", text)), "hall.gltf", "gone.bin")
}

func TestMissingFiles(t *testing.T) {
	for _, name := range []string{"no-such.glb", "no-such.gltf", "no-such.json", "builtin:no-such"} {
		expect(t, try(t, name), strings.TrimPrefix(name, "builtin:"))
	}
	expect(t, try(t, file(t, "s.json", []byte(`{"version":1,"scene":"no-such.glb"}`))), "no-such.glb")
}

func TestSceneWithoutFloor(t *testing.T) {
	only := func(name string) func(*gltf.Document) {
		return func(doc *gltf.Document) {
			var kept []int
			for _, n := range doc.Scenes[0].Nodes {
				if doc.Nodes[n].Name == name || doc.Nodes[n].Name == "Goal" {
					kept = append(kept, n)
				}
			}
			doc.Scenes[0].Nodes = kept
		}
	}
	for scene, name := range map[string]string{"walls.glb": "Walls", "marks.glb": "nothing else"} {
		path := document(t, scene, only(name))
		sc := fmt.Sprintf(`{"version":1,"scene":%q,"groups":[{"name":"walkers","goal":0}],"spawns":[{"group":"walkers","region":{"box":[[1,0,1],[2,1,2]]},"count":1}]}`, path)
		expect(t, try(t, file(t, "s.json", []byte(sc))), scene, "no floor")
	}
}

// hall is a scenario of the built-in hall with some keys.
func hall(t *testing.T, keys string) string {
	t.Helper()
	return file(t, "hall.json", []byte(`{"version":1,"scene":"builtin:corridor",`+keys+`}`))
}

func TestGoalThatNobodyCanReach(t *testing.T) {
	sc := ecs.NewScenario()
	sc.Name, sc.Scene = "two storeys", "storeys"
	sc.Groups = []ecs.Group{ecs.NewGroup("climbers", 1)}
	sc.Spawns = []ecs.Spawn{{Group: "climbers", Region: ecs.Region{Box: &[2][3]float64{{1, 0, 1}, {7, 0, 7}}}, Count: 5}}
	e := open(t, engine.Options{Executor: "cpu"})
	expect(t, e.Load(sc, storeys()), "two storeys", "spawns[0]", "climbers", "goal 1")
	if err := e.Step(0.05); !errors.Is(err, engine.ErrNoScene) {
		t.Errorf("a step after a scene that did not load: %v, expected %v", err, engine.ErrNoScene)
	}
	expect(t, try(t, hall(t, `"groups":[{"name":"walkers","goal":7}]`)), "hall.json", "goal", "7")
}

func TestSpawnInAWall(t *testing.T) {
	expect(t, try(t, hall(t, `"spawns":[{"group":"walkers","region":{"box":[[5,0,-0.2],[6,1,-0.05]]},"count":1}]`)), "hall.json", "spawns[0].region")
	expect(t, try(t, hall(t, `"groups":[{"name":"walkers","goal":0,"radius":1.1}]`)), "hall.json", "spawns[0].region", "1.1")
	e := load(t, engine.Options{Executor: "cpu"}, "corridor")
	for _, at := range []ecs.SpawnAt{spawnAt(5, 0, -0.1), spawnAt(5, 0, 0.05), spawnAt(1000, 0, 1), spawnAt(5, 40, 1), spawnAt(math.NaN(), 0, 1), spawnAt(5, math.Inf(1), 1)} {
		p := at.Position
		expect(t, e.Spawn(0, at), fmt.Sprintf("(%g, %g, %g)", p[0], p[1], p[2]))
	}
	wide := spawnAt(5, 0, 1)
	wide.Radius = 3
	expect(t, e.Spawn(0, wide), "radius 3")
	expect(t, e.Spawn(4, spawnAt(5, 0, 1)), "group 4")
	expect(t, e.SetGoal(0, 9), "goal 9", "walkers")
	expect(t, e.SetGoal(-1, 0), "group -1")
	must(t, e.Spawn(0, spawnAt(5, 0, 1)))
}

func TestValuesOutOfLimits(t *testing.T) {
	for keys, culprit := range map[string]string{
		`"spawns":[{"group":"walkers","region":"Start","count":1000000000}]`: "spawns[0].count",
		`"spawns":[{"group":"walkers","region":"Start","rate":1e9}]`:         "spawns",
		`"grid":{"cell":0}`:                                        "grid.cell",
		`"grid":{"cell":1e-9}`:                                     "grid.cell",
		`"grid":{"cell":0.001}`:                                    "grid.cell",
		`"grid":{"cell":0.01}`:                                     "look for walls",
		`"grid":{"cel":0.25}`:                                      "grid.cel",
		`"groups":[{"name":"a","goal":0,"gaol":1}]`:                "groups[0].gaol",
		`"params":{"capacity":-1}`:                                 "params.capacity",
		`"spawns":[{"group":"nobody","region":"Start","count":1}]`: "nobody",
		`"spawns":[{"group":"walkers","region":"End","count":1}]`:  "End",
		`"dt":0`: "dt",
	} {
		expect(t, try(t, hall(t, keys)), "hall.json", culprit)
	}
}

// What a host builds in Go is checked by Load as a file is.
func TestScenariosBuiltInGo(t *testing.T) {
	e := open(t, engine.Options{Executor: "cpu"})
	for want, change := range map[string]func(*scenario){
		"grid.cell":        func(s *scenario) { s.Grid.Cell = 0 },
		"groups":           func(s *scenario) { s.Groups = nil },
		"groups[0].radius": func(s *scenario) { s.Groups[0].Radius = math.NaN() },
		"time":             func(s *scenario) { s.Time = -1 },
	} {
		sc, scene, err := engine.Open("builtin:corridor")
		must(t, err)
		change(sc)
		expect(t, e.Load(sc, scene), "builtin:corridor", want)
	}
	for _, o := range []engine.Options{{Executor: "abacus"}, {InFlight: 9}, {InFlight: -1}} {
		if _, err := engine.New(o); err == nil || !strings.Contains(err.Error(), "option") {
			t.Errorf("options %+v: %v", o, err)
		}
	}
	reload(t, e, "corridor")
	for _, dt := range []float64{0, -1, 1.5, math.NaN()} {
		if err := e.Step(dt); err == nil || !strings.Contains(err.Error(), "step of") {
			t.Errorf("a step of %g s: %v", dt, err)
		}
	}
}

// Without a device the engine says so and offers the references. The test runs itself in a process that sees no driver.
func TestNoDevice(t *testing.T) {
	if os.Getenv("THRONG_TEST_NO_DEVICE") != "" {
		_, err := engine.New(engine.Options{})
		fmt.Println("error:", err, "| no device:", errors.Is(err, vk.ErrNoDevice) || errors.Is(err, vk.ErrNoLoader))
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestNoDevice$", "-test.timeout=30s")
	cmd.Env = append(os.Environ(), "THRONG_TEST_NO_DEVICE=1", "VK_DRIVER_FILES=/nonexistent", "VK_ICD_FILENAMES=/nonexistent")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "no device: true") {
		t.Errorf("%v: %s", err, out)
	}
	t.Logf("%s", out)
}

// An exported scene is whole: opened by itself it has the groups, goals and regions of the built-in one.
func TestExportedScenes(t *testing.T) {
	for _, name := range scenes.Names() {
		for _, ext := range []string{".glb", ".gltf"} {
			path := filepath.Join(t.TempDir(), name+ext)
			must(t, scenes.Save(name, path))
			sc, scene, err := engine.Open(path)
			must(t, err)
			want, original, err := engine.Open("builtin:" + name)
			must(t, err)
			goals := func(s *scenario) map[string]int {
				m := map[string]int{}
				for _, g := range s.Groups {
					m[g.Name] = g.Goal
				}
				for _, p := range s.Spawns {
					m[p.Group+" at "+p.Region.Name] = 1
				}
				return m
			}
			if got := goals(sc); !maps.Equal(got, goals(want)) {
				t.Errorf("%s: groups and regions %v, expected %v", path, got, goals(want))
			}
			if len(scene.Triangles) != len(original.Triangles) {
				t.Errorf("%s: %d triangles, expected %d", path, len(scene.Triangles), len(original.Triangles))
			}
		}
	}
}
