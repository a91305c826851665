package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"throng/ecs"
	"throng/engine"
)

func TestGates(t *testing.T) {
	cases := []struct {
		row  fpsRow
		want []string
	}{
		{fpsRow{Residual: 1e-5}, nil},
		{fpsRow{Lost: 2}, []string{"2 lost"}},
		{fpsRow{InWall: 3, Residual: 2e-4}, []string{"3 in walls", "residual 2.0e-04"}},
		{fpsRow{Residual: math.NaN()}, []string{"residual"}},
	}
	for _, c := range cases {
		c.row.judge()
		if c.want == nil && c.row.Gate != "ok" {
			t.Errorf("%+v fails its gate: %s", c.row, c.row.Gate)
		}
		for _, want := range c.want {
			if !strings.HasPrefix(c.row.Gate, "FAIL") || !strings.Contains(c.row.Gate, want) {
				t.Errorf("the gate is %q, want a failure with %q", c.row.Gate, want)
			}
		}
	}
	good, bad := fpsRow{Table: "fps-agents", Agents: 7, Gate: "ok"}, fpsRow{Table: "fps-grid", Agents: 9, Gate: "FAIL: 1 lost"}
	if err := (&report{Rows: []any{good, viewsRow{}, fpsRow{Gate: notRun + "too large"}}}).verdict(); err != nil {
		t.Errorf("good rows give %v", err)
	}
	if err := (&report{Rows: []any{good, bad}}).verdict(); err == nil || !strings.Contains(err.Error(), "fps-grid with 9 agents") {
		t.Errorf("a bad row gives %v", err)
	}
}

func TestTimes(t *testing.T) {
	var laps []time.Duration
	for k := range 100 {
		laps = append(laps, time.Duration(100-k)*time.Millisecond)
	}
	var r fpsRow
	r.times(laps)
	if r.Steps != 100*block || r.MSMin != 1 || r.MSMedian != 51 || r.MSP95 != 96 || math.Abs(r.FPS-100/5.05) > 1e-9 {
		t.Errorf("1 to 100 ms sum up to %+v", r)
	}
	r.times(nil)
	if r.Steps != 0 {
		t.Errorf("no laps are %d steps", r.Steps)
	}
}

func TestRepeat(t *testing.T) {
	n := 0
	step := func() error { n++; time.Sleep(time.Millisecond); return nil }
	if fps, done, err := repeat(5, time.Hour, step); n != 5 || done != 5 || err != nil || fps > 1000 || fps <= 0 {
		t.Errorf("5 steps: %d done, %g per second, %v", done, fps, err)
	}
	if _, done, _ := repeat(5, 0, step); done != 1 {
		t.Errorf("without a budget %d steps are done, want 1", done)
	}
	if _, _, err := repeat(5, time.Hour, func() error { return errors.New("no") }); err == nil {
		t.Error("a failing step is no error")
	}
}

// keys are the JSON keys of a row type.
func keys(row any) (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(row)) {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Type == reflect.TypeFor[spread]():
			for _, name := range keys(spread{}) {
				names = append(names, tag+"_"+name)
			}
		case tag != "":
			names = append(names, tag)
		}
	}
	return names
}

func TestCSV(t *testing.T) {
	rows := []any{fpsRow{Table: "fps-agents", Agents: 2000, FPS: 12.5, Gate: "FAIL: 1 lost, 2 in walls"}, viewsRow{Table: "views", Walls: "exact", Discomfort: 9}, memoryRow{Table: "memory", Bytes: 1 << 27},
		peelRow{Table: "peelers", LayersMS: spread{1, 2.5, 3}}, rebakeRow{Table: "rebake", Ratio: 4}, sparseRow{Table: "sparse", PerCell: 77}, solverRow{Table: "solver"}, agentsRow{Table: "agents"}}
	for _, row := range rows {
		for _, key := range keys(row) {
			if !slices.Contains(csvColumns, key) {
				t.Errorf("the CSV has no column for %q", key)
			}
		}
	}
	var out bytes.Buffer
	if err := writeCSV(&out, rows); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(lines) != 1+len(rows) {
		t.Fatalf("there are %d lines; %v", len(lines), err)
	}
	value := func(line int, column string) string { return lines[line][slices.Index(csvColumns, column)] }
	if value(1, "fps") != "12.5" || value(1, "gate") != "FAIL: 1 lost, 2 in walls" || value(2, "discomfort_cells") != "9" || value(3, "bytes") != "134217728" || value(2, "fps") != "" ||
		value(4, "layers_ms_median") != "2.5" || value(5, "ratio") != "4" || value(6, "bytes_per_cell") != "77" {
		t.Errorf("the lines are %q", lines)
	}
}

// Rows carry the keys that readers of the JSON rely on.
func TestRowKeys(t *testing.T) {
	for _, key := range strings.Fields("table scene agents cells layers groups fps ms_median ms_p95 cpu_naive_fps cpu_reference_fps arrived lost in_wall residual") {
		if !slices.Contains(keys(fpsRow{}), key) {
			t.Errorf("rows have no %q", key)
		}
	}
}

// small is a bench that measures the CPU executor in place of a device.
func small(t *testing.T) (*bench, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	b := &bench{ctx: context.Background(), out: &out, size: size{Quick: true, Steps: 8, Warmup: 1, row: time.Minute, cpu: 50 * time.Millisecond, agents: []int{5, 50}, grids: []int{25, 200},
		floors: []int{3}, triangles: []int{200}, bakes: 1, changes: 3, sparse: 240, solves: 1,
		solver: []solverWork{{"maze", 48, []int{1, 2}, bothUpdates, allModes}, {"building", 96, []int{1}, bothUpdates, []string{"cold"}}}}}
	b.options = engine.Options{Executor: "cpu", InFlight: inFlight, KeepImages: true}
	for _, e := range []**engine.Engine{&b.gpu, &b.cpu} {
		var err error
		if *e, err = engine.New(b.options); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := b.close(); err != nil {
			t.Error(err)
		}
	})
	return b, &out
}

func TestTables(t *testing.T) {
	b, out := small(t)
	if err := b.all([]string{"memory", "fps-grid", "fps-agents"}); err != nil {
		t.Fatal(err)
	}
	var fps []fpsRow
	memory := 0
	for _, row := range b.report.Rows {
		switch r := row.(type) {
		case fpsRow:
			fps = append(fps, r)
		case memoryRow:
			memory++
		}
	}
	if len(fps) != 4 || memory < 10 {
		t.Fatalf("there are %d rows of steps and %d of memory in\n%s", len(fps), memory, out)
	}
	for i, want := range []struct {
		table  string
		agents int
		width  int
	}{{"fps-agents", 5, 200}, {"fps-agents", 50, 200}, {"fps-grid", 50, 25}, {"fps-grid", 50, 200}} {
		r := fps[i]
		if r.Table != want.table || r.Agents != want.agents || r.Width < want.width || r.Width > want.width+4 {
			t.Errorf("row %d is %s with %d agents and %d cells along an edge, want %+v", i, r.Table, r.Agents, r.Width, want)
		}
		if r.Steps < looks || r.FPS <= 0 || r.NaiveFPS <= 0 || r.ReferenceFPS <= 0 || r.MSMin > r.MSMedian || r.MSMedian > r.MSP95 {
			t.Errorf("row %d has the times %+v", i, r)
		}
		if r.Gate != "ok" || r.Residual <= 0 {
			t.Errorf("row %d has residual %g and gate %q", i, r.Residual, r.Gate)
		}
	}
	// Fifty agents on 200 × 200 cells are in both tables and measured once.
	if fps[1].FPS != fps[3].FPS {
		t.Error("the row that two tables share was measured twice")
	}
	for _, want := range []string{"device  cpu", "fps-agents:", "memory: maze, 2000 agents"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the text has no %q:\n%s", want, out)
		}
	}
}

// Without walls agents walk through them: the gate must see it.
func TestGateSeesWalls(t *testing.T) {
	b, _ := small(t)
	sc, scene, err := mazeWith(300, 0.25)
	if err != nil {
		t.Fatal(err)
	}
	sc.Grid.Walls = ecs.WallsNone
	b.size.Steps = 7 * block
	var row fpsRow
	if _, err := b.fpsGPU(&row, sc, scene); err != nil {
		t.Fatal(err)
	}
	row.judge()
	if row.InWall == 0 || !strings.Contains(row.Gate, "in walls") || row.Steps != 7*block {
		t.Errorf("without walls %d of 300 agents are seen in %d steps and the gate is %q", row.InWall, row.Steps, row.Gate)
	}
}

// The original method gets the maze as the bake sees it: its way to the goal is blocked by the same walls.
func TestFlatWorld(t *testing.T) {
	b, _ := small(t)
	sc, scene, err := mazeWith(40, 0.25)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.cpu.Load(sc, scene); err != nil {
		t.Fatal(err)
	}
	if err := warmUp(b.cpu, 1); err != nil {
		t.Fatal(err)
	}
	w, err := newFlatWorld(b.cpu)
	if err != nil {
		t.Fatal(err)
	}
	open, goals := 0, 0
	for c, faces := range w.world.Open {
		for d, is := range faces {
			if !is {
				continue
			}
			open++
			back := c + [4]int{w.world.Width, 1, -w.world.Width, -1}[d]
			if !w.world.Open[back][(d+2)%4] {
				t.Fatalf("the face %d of cell %d is open to one side only", d, c)
			}
		}
		if w.world.Goal[c] {
			goals++
		}
	}
	if len(w.agents) != 40 || goals < 100 || open < 2*30000 {
		t.Errorf("the flat world has %d agents, %d goal cells, %d open faces", len(w.agents), goals, open)
	}
	for _, a := range w.agents {
		if c := int(a.Z/w.world.Cell)*w.world.Width + int(a.X/w.world.Cell); w.world.Open[c] == [4]bool{} {
			t.Errorf("an agent stands in a wall at %.2f, %.2f", a.X, a.Z)
		}
	}
}

func TestPlots(t *testing.T) {
	dir := t.TempDir()
	r := &report{Device: "a device", Rows: []any{
		fpsRow{Table: "fps-agents", Agents: 5, FPS: 300, NaiveFPS: 4, ReferenceFPS: 50}, fpsRow{Table: "fps-agents", Agents: 10000, FPS: 30, ReferenceFPS: 5},
	}}
	if err := plots(dir, r); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, "fps-agents.png")); err != nil || info.Size() < 5000 {
		t.Errorf("the plot was not drawn: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "fps-grid.png")); err == nil {
		t.Error("a table without rows has a plot")
	}
	for v, want := range map[float64]float64{1: 1, 9.9: 1, 10: 10, 0.05: 0.01, 380: 100} {
		if got := decade(v); math.Abs(got-want) > 1e-9*want {
			t.Errorf("the decade of %g is %g", v, got)
		}
	}
}

func TestBadCommandLines(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"-table", "fps"}, 2, `"fps"`},
		{[]string{"-steps", "0"}, 2, "-steps"},
		{[]string{"maze"}, 2, "maze"},
		{[]string{"-peeler", "onion"}, 2, "onion"},
		{[]string{"-fast"}, 2, "fast"},
		{[]string{"-scenes", "moon"}, 2, "moon"},
		{[]string{"-sizes", "1024,x"}, 2, "x"},
		{[]string{"-groups", "0"}, 2, "-groups"},
		{[]string{"-modes", "cold,hot"}, 2, "hot"},
		{[]string{"-json", "nowhere/b.json"}, 2, "nowhere"},
	} {
		var out, complaints bytes.Buffer
		status := run(append([]string{"crowdbench"}, c.args...), &out, &complaints)
		if status != c.status || !strings.Contains(complaints.String(), c.want) || strings.Count(complaints.String(), "\n") != 1 {
			t.Errorf("%q gives status %d and %q", c.args, status, complaints.String())
		}
	}
}

// The whole program on a device, with few steps.
func TestQuickOnTheDevice(t *testing.T) {
	e, err := engine.New(engine.Options{})
	if err == nil {
		err = e.Close()
	}
	if err != nil {
		if os.Getenv("THRONG_REQUIRE_DEVICE") == "1" {
			t.Fatalf("a device is required: %v", err)
		}
		t.Skipf("no device: %v", err)
	}
	if testing.Short() {
		t.Skip("takes some ten seconds")
	}
	dir := t.TempDir()
	var out, complaints bytes.Buffer
	if status := run([]string{"crowdbench", "-quick", "-steps", "4", "-table", "fps-agents", "-out", dir}, &out, &complaints); status != 0 {
		t.Fatalf("ends with status %d and %q after\n%s", status, complaints.String(), out.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, "bench.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Device, Driver string
		Rows           []fpsRow
		Stages         []stage
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	for _, agents := range []int{2000, 10000} {
		i := slices.IndexFunc(r.Rows, func(f fpsRow) bool { return f.Agents == agents })
		if i < 0 || r.Rows[i].Gate != "ok" || r.Rows[i].FPS <= 0 {
			t.Errorf("the row of %d agents is missing or bad: %+v", agents, r.Rows)
		}
	}
	if r.Device == "" || r.Driver == "" || !slices.ContainsFunc(r.Stages, func(s stage) bool { return (s.Pass == "relax" || s.Pass == "sweep") && s.MSMedian > 0 }) {
		t.Errorf("the device is %q, its driver %q, the stages %+v", r.Device, r.Driver, r.Stages)
	}
	for _, file := range []string{"bench.txt", "bench.csv", "fps-agents.png", "maze.png", "villa.png"} {
		if info, err := os.Stat(filepath.Join(dir, file)); err != nil || info.Size() == 0 {
			t.Errorf("%s was not written: %v", file, err)
		}
	}
}
