package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"throng/engine"
)

// asProgram makes the test binary be the program itself, so that tests see real exit statuses and streams.
const asProgram = "CROWD_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// outcome is what a run of the program leaves behind.
type outcome struct {
	status         int
	stdout, stderr string
}

// crowd runs the program in a folder of its own.
func crowd(t *testing.T, args ...string) outcome {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), out.String(), complaints.String()}
}

// succeed runs the program on the CPU executor, which needs no device, and expects it to do so quietly.
func succeed(t *testing.T, args ...string) string {
	t.Helper()
	o := crowd(t, append(args, "-executor", "cpu")...)
	if o.status != 0 || o.stderr != "" {
		t.Fatalf("crowd %q ends with status %d and says %q", args, o.status, o.stderr)
	}
	return o.stdout
}

// needDevice skips a test where there is no Vulkan device, unless that is not allowed.
func needDevice(t *testing.T) {
	t.Helper()
	e, err := engine.New(engine.Options{})
	if err == nil {
		err = e.Close()
	}
	if err == nil {
		return
	}
	if os.Getenv("THRONG_REQUIRE_DEVICE") == "1" {
		t.Fatalf("a device is required: %v", err)
	}
	t.Skipf("no device: %v", err)
}

func decode[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return v
}

// write puts a file into a temporary folder.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Bad input ends with status 2, other failures with 1, and both with one line on stderr that names the culprit.
func TestFailures(t *testing.T) {
	exported := filepath.Join(t.TempDir(), "corridor.glb")
	if o := crowd(t, "scenes", "-export", exported); o.status != 0 {
		t.Fatal(o.stderr)
	}
	whole, err := os.ReadFile(exported)
	if err != nil {
		t.Fatal(err)
	}
	truncated := write(t, "cut.glb", string(whole[:len(whole)/2]))
	unknown := write(t, "unknown.json", `{"version": 1, "scene": "builtin:corridor", "groups": [{"name": "a", "goal": 0, "sped": 1}]}`)
	broken := write(t, "broken.json", `{"version": 1, "scene": `)
	elsewhere := write(t, "elsewhere.json", `{"version": 1, "scene": "nowhere.glb"}`)
	tiny := write(t, "tiny.json", `{"version": 1, "scene": "builtin:corridor", "grid": {"cell": 1e-9}}`)
	goalless := write(t, "goalless.json", `{"version": 1, "scene": "builtin:corridor", "groups": [{"name": "a", "goal": 7}], "spawns": []}`)
	inside := write(t, "inside.json", `{"version": 1, "scene": "builtin:corridor", "spawns": [{"group": "walkers", "region": {"box": [[500, 0, 0], [501, 1, 1]]}, "count": 3}]}`)
	crowded := write(t, "crowded.json", `{"version": 1, "scene": "builtin:corridor", "spawns": [{"group": "walkers", "region": "Start", "count": 1000000000}]}`)

	cases := []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"no command", nil, 2, "expected a command"},
		{"unknown command", []string{"walk"}, 2, `"walk"`},
		{"no scenario", []string{"run"}, 2, "expected one scenario"},
		{"two scenarios", []string{"run", "corridor", "maze"}, 2, "maze"},
		{"unknown flag", []string{"run", "corridor", "-sede", "3"}, 2, "sede"},
		{"flag without value", []string{"run", "corridor", "-seed"}, 2, "-seed"},
		{"flag with a bad value", []string{"run", "corridor", "-dt", "soon"}, 2, "soon"},
		{"zero dt", []string{"run", "corridor", "-dt", "0"}, 2, "dt"},
		{"endless dt", []string{"run", "corridor", "-dt", "NaN"}, 2, "dt"},
		{"negative time", []string{"run", "corridor", "-time", "-3"}, 2, "time"},
		{"no time", []string{"run", "corridor", "-time", "0"}, 2, "-time"},
		{"frames too dense", []string{"run", "corridor", "-every", "0"}, 2, "-every"},
		{"unknown executor", []string{"run", "corridor", "-executor", "tpu"}, 2, "tpu"},
		{"missing file", []string{"run", "nowhere.json"}, 2, "nowhere.json"},
		{"missing scene", []string{"check", elsewhere}, 2, "nowhere.glb"},
		{"missing scene file", []string{"bake", "nowhere.glb"}, 2, "nowhere.glb"},
		{"unknown built-in", []string{"check", "builtin:castle"}, 2, "castle"},
		{"unknown key", []string{"check", unknown}, 2, "groups[0].sped"},
		{"broken JSON", []string{"check", broken}, 2, "broken.json"},
		{"truncated scene", []string{"check", truncated}, 2, "cut.glb"},
		{"tiny cells", []string{"check", tiny}, 2, "grid.cell"},
		{"goal that is not there", []string{"check", goalless}, 2, "groups[0].goal"},
		{"spawn outside", []string{"run", inside, "-executor", "cpu"}, 2, "spawns[0].region"},
		{"too many agents", []string{"run", crowded}, 2, "spawns[0].count"},
		{"probe without places", []string{"probe", "corridor"}, 2, "-at"},
		{"probe of two numbers", []string{"probe", "corridor", "-at", "1,2"}, 2, "1,2"},
		{"probe of a word", []string{"probe", "corridor", "-at", "1,2,here"}, 2, "here"},
		{"export to a strange file", []string{"scenes", "-export", "maze.obj"}, 2, "maze.obj"},
		{"export of a strange scene", []string{"scenes", "-export", "castle.glb"}, 2, "castle"},
		{"export into nowhere", []string{"scenes", "maze", "-export", "nowhere/maze.glb"}, 2, "nowhere"},
		{"no such device", []string{"run", "corridor", "-device", "abacus"}, 1, "abacus"},
		{"frames into a file", []string{"run", "corridor", "-executor", "cpu", "-time", "1", "-frames", tiny}, 1, "frames"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "no such device" {
				needDevice(t)
			}
			o := crowd(t, c.args...)
			if o.status != c.status || !strings.Contains(o.stderr, c.want) {
				t.Errorf("ends with status %d and %q, want %d and a line with %q", o.status, o.stderr, c.status, c.want)
			}
			if !strings.HasPrefix(o.stderr, "crowd: ") || strings.Count(o.stderr, "\n") != 1 || o.stdout != "" {
				t.Errorf("stderr is %q and stdout %q, want one line on stderr", o.stderr, o.stdout)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-help"}, {"run", "--help"}} {
		if o := crowd(t, args...); o.status != 0 || !strings.Contains(o.stdout, "USAGE") || o.stderr != "" {
			t.Errorf("%q ends with status %d, stdout %q, stderr %q", args, o.status, o.stdout, o.stderr)
		}
	}
}
