package tests

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/engine"
	"throng/engine/scenes"
)

// cell is a walkable cell with a group's potential.
type cell struct {
	i, j, k   int // column, row, layer
	x, y, z   float64
	phi       float64
	clearance float64
	goal      int // goal number, -1 none
}

func (c cell) reached() bool { return !math.IsInf(c.phi, 1) }

// cells reads every walkable cell.
func cells(t testing.TB, e *engine.Engine, group int) (list []cell) {
	t.Helper()
	fields := map[string]*engine.Field{}
	for _, name := range []string{"height", "potential", "clearance", "goal"} {
		f, err := e.Field(name, group)
		must(t, err)
		fields[name] = f
	}
	f := fields["height"]
	for k := range f.Layers {
		for j := range f.Height {
			for i := range f.Width {
				at := func(name string) float64 { return float64(fields[name].At(i, j, k)[0]) }
				if math.IsNaN(at("height")) {
					continue
				}
				list = append(list, cell{
					i: i, j: j, k: k,
					x: f.Origin[0] + (float64(i)+0.5)*f.Cell, y: at("height"), z: f.Origin[2] + (float64(j)+0.5)*f.Cell,
					phi: at("potential"), clearance: at("clearance"), goal: int(at("goal")),
				})
			}
		}
	}
	if len(list) == 0 {
		t.Fatal("there is no walkable cell")
	}
	return list
}

// travel makes the potential a time: with speeds of 1 m/s, slopes included, it is the length of the way. Points walk, so
// that ways touch corners, and nobody appears.
func travel(size float64) func(*scenario) {
	return func(s *scenario) {
		s.Weights = ecs.Weights{Beta: 1}
		s.Params.SlopeSpeed = "off"
		s.Grid.Cell = size
		s.Spawns = s.Spawns[:0]
		for g := range s.Groups {
			s.Groups[g].Speed, s.Groups[g].Radius = 1, 1.0/128
		}
	}
}

// changed loads a built-in scene after its triangles and entities were changed.
func changed(t testing.TB, e *engine.Engine, name string, edit func(*ecs.Scene), change ...func(*scenario)) {
	t.Helper()
	scene, err := scenes.Load(name, 1)
	must(t, err)
	edit(scene)
	sc := scenes.Defaults(name)
	for _, c := range change {
		c(sc)
	}
	must(t, sc.Complete(scene, nil))
	must(t, e.Load(sc, scene))
}

// entity finds a part of a scene by its name.
func entity(t testing.TB, s *ecs.Scene, name string) *ecs.Entity {
	t.Helper()
	for i := range s.Entities {
		if s.Entities[i].Name == name {
			return &s.Entities[i]
		}
	}
	t.Fatalf("scene %q has no part %q", s.Name, name)
	return nil
}

// point is a place of an unfolded plan.
type point struct{ u, v float64 }

func (p point) to(q point) float64 { return math.Hypot(p.u-q.u, p.v-q.v) }

// hull is the convex outline of the centres of a goal's cells: the front of the solver starts from it. Exact ways are
// measured to it.
type hull []point

func goalHull(t testing.TB, list []cell, goal int) hull {
	t.Helper()
	var lower, upper []point // by column: its first and last cell
	for _, c := range list {
		if c.goal != goal || c.phi != 0 {
			continue
		}
		p := point{c.x, c.z}
		at := -1
		for n := range lower {
			if math.Abs(lower[n].u-p.u) < 1e-9 {
				at = n
			}
		}
		if at < 0 {
			lower, upper = append(lower, p), append(upper, p)
			continue
		}
		lower[at].v, upper[at].v = min(lower[at].v, p.v), max(upper[at].v, p.v)
	}
	if len(lower) == 0 {
		t.Fatalf("goal %d has no cell", goal)
	}
	return wrap(append(lower, upper...))
}

// wrap is the convex hull of points, counterclockwise (gift wrapping).
func wrap(points []point) (h hull) {
	first := 0
	for n, p := range points {
		if p.u < points[first].u || p.u == points[first].u && p.v < points[first].v {
			first = n
		}
	}
	for at := points[first]; ; {
		h = append(h, at)
		next := at
		for _, p := range points {
			turn := (next.u-at.u)*(p.v-at.v) - (next.v-at.v)*(p.u-at.u)
			if next == at || turn < 0 || turn == 0 && at.to(p) > at.to(next) {
				next = p
			}
		}
		if at = next; at == h[0] || len(h) > len(points) {
			return h
		}
	}
}

// distance is that of a point to the hull; 0 within.
func (h hull) distance(p point) float64 {
	best, inside := math.Inf(1), len(h) > 2
	for n, a := range h {
		b := h[(n+1)%len(h)]
		du, dv := b.u-a.u, b.v-a.v
		along := 0.0
		if l := du*du + dv*dv; l > 0 {
			along = min(max(((p.u-a.u)*du+(p.v-a.v)*dv)/l, 0), 1)
		}
		best = min(best, p.to(point{a.u + along*du, a.v + along*dv}))
		inside = inside && du*(p.v-a.v)-dv*(p.u-a.u) >= 0
	}
	if inside {
		return 0
	}
	return best
}

// least is the minimum of a convex function (golden section).
func least(lo, hi float64, f func(float64) float64) float64 {
	const golden = 0.6180339887498949
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for range 40 {
		if fa < fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = f(b)
		}
	}
	return min(fa, fb)
}

// deviation is how far potentials are from what they should be.
type deviation struct {
	worst, sum float64 // [m or s]
	cells      int
	at         cell
	want       float64
}

func (d *deviation) add(c cell, want float64) {
	off := math.Abs(c.phi - want)
	if d.cells++; off > d.worst || math.IsNaN(off) {
		d.worst, d.at, d.want = off, c, want
	}
	d.sum += off
}

// check fails where the worst deviation is above a number of cells.
func (d *deviation) check(t testing.TB, what string, size, most float64) {
	t.Helper()
	t.Logf("%s, h %g m: %d cells, worst %.2f h, mean %.2f h", what, size, d.cells, d.worst/size, d.sum/float64(max(1, d.cells))/size)
	if d.cells == 0 || !(d.worst <= most*size) {
		t.Errorf("%s, h %g m: at (%.3f, %.3f, %.3f) the potential is %.4f, expected %.4f ± %.4f (%d cells)",
			what, size, d.at.x, d.at.y, d.at.z, d.at.phi, d.want, most*size, d.cells)
	}
}
