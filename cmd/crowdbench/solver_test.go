package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"throng/engine/marching"
)

// problemOf is the equation of a plan with equal edges.
func problemOf(t *testing.T, scene string, n int) (marching.Problem, []float32) {
	t.Helper()
	p := makePlan(scene, n)
	out := marching.Problem{Width: n, Height: n, Layers: 1, Cost: make([][4]float32, n*n), Source: []uint32{uint32(p.Goals[0][0])}}
	for i := range out.Cost {
		out.Cost[i] = [4]float32{marching.Closed, marching.Closed, marching.Closed, marching.Closed}
		for d, beside := range [4]bool{i/n+1 < n, i%n+1 < n, i/n > 0, i%n > 0} {
			if k := i + [4]int{n, 1, -n, -1}[d]; beside && p.Slowness[i] > 0 && p.Slowness[k] > 0 {
				out.Cost[i][d] = p.Slowness[k]
			}
		}
	}
	return out, p.Slowness
}

// The maze has a way from every cell, its longest at 1024 cells is about 33,000 cells, and every wall counts: it is perfect.
func TestMaze(t *testing.T) {
	for _, n := range []int{64, 256, 1024} {
		p, slowness := problemOf(t, "maze", n)
		s := marching.New[float32](p)
		s.Queue()
		longest := float32(0)
		for i, v := range s.Potential() {
			if slowness[i] == 0 {
				continue
			}
			if math.IsInf(float64(v), 1) {
				t.Fatalf("%d cells: no way from cell %d", n, i)
			}
			longest = max(longest, v)
		}
		if t.Logf("%d cells: the longest way is %.0f cells", n, longest); n == 1024 && (longest < 31000 || longest > 35000) {
			t.Errorf("the longest way is %g cells", longest)
		}
		m := newMaze(n)
		doors := 0
		for _, d := range m.doors {
			doors += len(d)
		}
		if doors != 2*(len(m.doors)-1) {
			t.Errorf("%d rooms have %d doors", len(m.doors), doors/2)
		}
	}
}

func TestScenesOfTheSolver(t *testing.T) {
	for scene, open := range map[string]float64{"open": 1, "obstacles": 0.7, "speeds": 1, "maze": 0.87} {
		p, slowness := problemOf(t, scene, 200)
		n := 0
		for _, s := range slowness {
			if s > 0 {
				n++
			}
			if s < 0 || s > 1 || s > 0 && s < 0.2 {
				t.Fatalf("%s: a slowness of %g", scene, s)
			}
		}
		if got := float64(n) / 40000; math.Abs(got-open) > 0.03 {
			t.Errorf("%s: %.2f of the cells are open, want %.2f", scene, got, open)
		}
		w := newWay(&p)
		door := w.door(&p)
		if len(w.reached) < n*9/10 || w.steps < 190 || len(door) < 4 || len(door) > 2*corridor+1 {
			t.Errorf("%s: %d of %d cells have a way, the longest %d; the door is %v", scene, len(w.reached), n, w.steps, door)
		}
		before := len(w.reached)
		for _, i := range door {
			for d := range 4 {
				if k := stepTo(&p, uint32(i), d); k != marching.None {
					p.Cost[k][d^2] = marching.Closed
				}
			}
			p.Cost[i] = [4]float32{marching.Closed, marching.Closed, marching.Closed, marching.Closed}
		}
		if after := len(newWay(&p).reached); (scene == "maze") != (after < before*3/4) {
			t.Errorf("%s: the closed door leaves %d of %d cells", scene, after, before)
		}
	}
}

func TestGatesOfTheSolver(t *testing.T) {
	at := func(single, double float64, path int) *solverRow {
		r := &solverRow{Residual: &single, Double: &double, Path: path}
		r.judge()
		return r
	}
	for want, row := range map[string]*solverRow{
		"ok": at(2e-5, 2.9e-5, 1000), "residual 2.1e-05": at(2.1e-5, 0, 10), "residual64 3.1e-05": at(0, 3.1e-5, 1000), "residual NaN": at(math.NaN(), 0, 0),
	} {
		if !strings.Contains(row.Gate, want) {
			t.Errorf("the gate is %q, want %q", row.Gate, want)
		}
	}
	if (&report{Rows: []any{solverRow{Gate: "FAIL: x"}}}).verdict() == nil {
		t.Error("a bad row does not count")
	}
	for _, key := range strings.Fields("size scene mode groups stencil ms rounds tile_updates_per_tile cells_per_s residual residual64 fmm_ms skfmm_ms") {
		if !slices.Contains(keys(solverRow{}), key) {
			t.Errorf("rows have no %q", key)
		}
	}
}

// The table itself, on the CPU executor.
func TestSolverTable(t *testing.T) {
	b, out := small(t)
	if err := b.all([]string{"solver"}); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen := map[string]solverRow{}
	for _, row := range b.report.Rows {
		r := row.(solverRow)
		seen[r.Scene+" "+r.Mode+" "+r.Changed] = r
		if r.Gate != "ok" || r.Rounds == 0 || r.PerTile <= 0 || r.MS <= 0 || r.FMM <= 0 || r.Residual == nil || *r.Double == 0 {
			t.Errorf("a row is %+v", r)
		}
	}
	for _, want := range []string{"maze cold ", "maze warm patch", "maze warm scattered", "maze door ", "building cold "} {
		if _, ok := seen[want]; !ok {
			t.Errorf("there is no row %q in\n%s", want, out)
		}
	}
	if python, err := findPython(); err == nil {
		p := makePlan("obstacles", 100)
		b.python = python
		if took, err := b.skfmm(&p); err != nil || took <= 0 {
			t.Errorf("scikit-fmm takes %g ms; %v", took, err)
		}
	} else if !strings.Contains(out.String(), "skfmm: no python3") {
		t.Errorf("the missing scikit-fmm is not named in\n%s", out)
	}
}
