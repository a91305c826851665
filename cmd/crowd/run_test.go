package main

import (
	"encoding/json"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestRunPrintsOneLine(t *testing.T) {
	out := succeed(t, "run", "corridor", "-time", "2")
	if strings.Count(out, "\n") != 1 || !strings.HasSuffix(out, "}\n") {
		t.Fatalf("stdout is %q, want one line", out)
	}
	fields := decode[map[string]json.RawMessage](t, out)
	for _, key := range []string{"agents", "spawned", "alive", "arrived", "removed", "lost", "in_wall", "time", "steps", "hash", "device", "ms_per_step"} {
		if _, ok := fields[key]; !ok {
			t.Errorf("there is no %q in %s", key, out)
		}
	}
	r := decode[result](t, out)
	if r.Agents != 1 || r.Spawned != 1 || r.Alive != 1 || r.Lost != 0 || r.InWall != 0 || r.Time != 2 || r.Steps != 40 || r.MSPerStep <= 0 {
		t.Errorf("the result is %+v", r)
	}
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(r.Hash) {
		t.Errorf("the hash is %q", r.Hash)
	}
}

// RiMEA 1: 40 m in 40/v seconds, to within a step.
func TestRunToTheEnd(t *testing.T) {
	end := 40 / 1.34
	for time, arrived := range map[float64]uint32{end - 0.3: 0, end + 0.3: 1} {
		r := decode[result](t, succeed(t, "run", "corridor", "-time", fmt.Sprint(time)))
		if r.Arrived != arrived || r.Alive != 1-arrived {
			t.Errorf("after %.2f s %d have arrived, want %d", time, r.Arrived, arrived)
		}
	}
}

// Flags mean the same before and after the scenario, with one dash and with two, and change the run.
func TestRunFlags(t *testing.T) {
	hash := func(args ...string) string {
		return decode[result](t, succeed(t, append([]string{"run"}, args...)...)).Hash
	}
	base := hash("-seed", "5", "-time", "0.3", "-dt", "0.1", "stairs")
	for _, args := range [][]string{
		{"stairs", "-seed", "5", "-time", "0.3", "-dt", "0.1"},
		{"--seed=5", "builtin:stairs", "--time", "0.3", "--dt=0.1", "-quiet"},
	} {
		if got := hash(args...); got != base {
			t.Errorf("%q gives another hash", args)
		}
	}
	for _, args := range [][]string{
		{"stairs", "-seed", "6", "-time", "0.3", "-dt", "0.1"},
		{"stairs", "-seed", "5", "-time", "0.4", "-dt", "0.1"},
		{"stairs", "-seed", "5", "-time", "0.3", "-dt", "0.05"},
	} {
		if got := hash(args...); got == base {
			t.Errorf("%q gives the same hash", args)
		}
	}
}

func TestRunScenarioFile(t *testing.T) {
	dir := t.TempDir()
	if o := crowd(t, "scenes", "-export", filepath.Join(dir, "stairs.glb")); o.status != 0 {
		t.Fatal(o.stderr)
	}
	path := filepath.Join(dir, "mine.json")
	text := `{"version": 1, "scene": "stairs.glb", "seed": 3, "time": 0.2,
		"groups": [{"name": "up", "goal": 0}], "spawns": [{"group": "up", "region": "Start downstairs", "count": 7}]}`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := decode[result](t, succeed(t, "run", path)); r.Agents != 7 || r.Alive != 7 || r.Time != 0.2 {
		t.Errorf("the scenario file gives %+v", r)
	}
}

func TestRunFrames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "frames")
	r := decode[result](t, succeed(t, "run", "stairs", "-time", "1", "-frames", dir, "-every", "0.4"))
	if r.Time != 1 || r.Steps != 20 {
		t.Errorf("the run with frames is %+v", r)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 3 { // at 0, 0.4 and 0.8 s
		t.Fatalf("there are %d frames, want 3; %v", len(files), err)
	}
	var sizes [3]string
	for i, f := range files {
		if want := fmt.Sprintf("frame_%05d.png", i); f.Name() != want {
			t.Errorf("frame %d is %q, want %q", i, f.Name(), want)
		}
		sizes[i] = pngSize(t, filepath.Join(dir, f.Name()))
	}
	if sizes[0] != sizes[1] || sizes[1] != sizes[2] {
		t.Errorf("the frames' sizes are %v", sizes)
	}
	if plain := decode[result](t, succeed(t, "run", "stairs", "-time", "1")); plain.Hash != r.Hash {
		t.Error("frames change the run")
	}
}

func pngSize(t *testing.T, path string) string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	img, err := png.Decode(file)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return img.Bounds().Size().String()
}

// On a device: nobody is lost or in a wall, and the same seed gives the same hash.
func TestRunOnTheDevice(t *testing.T) {
	needDevice(t)
	var hashes [2]string
	for i := range hashes {
		o := crowd(t, "run", "stairs", "-time", "1")
		if o.status != 0 || o.stderr != "" {
			t.Fatalf("ends with status %d and %q", o.status, o.stderr)
		}
		r := decode[result](t, o.stdout)
		if r.Lost != 0 || r.InWall != 0 || r.Spawned != 100 || r.Device == "" || r.Device == "cpu" {
			t.Errorf("the result is %+v", r)
		}
		hashes[i] = r.Hash
	}
	if hashes[0] != hashes[1] {
		t.Error("the same seed gives two hashes")
	}
}

func TestStops(t *testing.T) {
	for _, c := range []struct {
		done         int
		interval, dt float64
		want         int
	}{{0, 0.5, 0.05, 10}, {10, 0.5, 0.05, 20}, {9, 0.5, 0.05, 10}, {0, 0.4, 0.05, 8}, {0, 0.01, 0.05, 1}, {7, 0.01, 0.05, 8}, {0, 0.5, 0.3, 2}, {2, 0.5, 0.3, 3}, {3, 0.5, 0.3, 4}, {4, 0.5, 0.3, 5}} {
		if got := after(c.done, c.interval, c.dt); got != c.want {
			t.Errorf("after step %d of %g s every %g s comes step %d, want %d", c.done, c.dt, c.interval, got, c.want)
		}
	}
	// Over a long run every interval has its stop.
	stops, last := 0, 0
	for ; last < 100000; stops++ {
		last = after(last, 0.7, 0.05)
	}
	if want := 100000 * 0.05 / 0.7; math.Abs(float64(stops)-want) > 2 {
		t.Errorf("there are %d stops, want %.1f", stops, want)
	}
}
