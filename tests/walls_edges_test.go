package tests

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// A passage of 0.9 m whose floor is as wide as the passage stays open for people of radius 0.2 m, at any angle and place,
// with walls on its edges and without.
func TestPassagesWithTheirOwnFloor(t *testing.T) {
	e := open(t, engine.Options{})
	const width, d = 0.9, 0.45
	for _, walls := range []bool{true, false} {
		m := newWallsModel("passages")
		var goals []ecs.Triangle
		var fs []wallsFrame
		for k := range 13 {
			for o := range 6 {
				f := wallsAt(5*float64(k)+0.045*float64(o), 5*float64(o)+0.03*float64(o), 7.5*float64(k))
				m.solid(f.prism(-0.2, 0,
					[][2]float64{{-2, -1}, {-2, 1}, {-1, 1}, {-1, d}, {-1, -d}, {-1, -1}},
					[][2]float64{{-1, -d}, {-1, d}, {1, d}, {1, -d}},
					[][2]float64{{1, -1}, {1, -d}, {1, d}, {1, 1}, {2, 1}, {2, -1}}))
				if walls {
					m.solid(f.fence(0, 2, [2]float64{-2, d}, [2]float64{2, d}), f.fence(0, 2, [2]float64{2, -d}, [2]float64{-2, -d}))
				}
				goals = append(goals, f.sheet(1.2, -0.3, 1.9, 0.3, 0.05)...)
				fs = append(fs, f)
			}
		}
		m.goal(0, goals)
		b := wallsBake(t, e, wallsScenario(0.25, 0.2), m)
		open := 0
		for _, f := range fs {
			hit := false
			b.columns(f, 1.9, func(u, v float64, column []wallsCell) {
				for _, c := range column {
					hit = hit || u < -1.2 && b.open(c, 0.2) && b.reached(c, 0)
				}
			})
			if hit {
				open++
			}
		}
		if open != len(fs) {
			t.Errorf("walls %v: %d of %d passages of %g m are open", walls, open, len(fs), width)
		}
	}
}

// wallsOutline is the border of the union of two rectangles of the same height, each given about its own frame.
func wallsOutline(frames [2]wallsFrame, halves [2][2]float64) (l wallsLines) {
	for k, f := range frames {
		o, h := frames[1-k], halves[1-k]
		ring := wallsRing(-halves[k][0], -halves[k][1], halves[k][0], halves[k][1])
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			// The part of the edge inside the other rectangle, as shares of its length.
			in := [2]float64{0, 1}
			u0, v0 := o.local(f.plan(a[0], a[1]))
			u1, v1 := o.local(f.plan(b[0], b[1]))
			for axis, p := range [2][2]float64{{u0, u1}, {v0, v1}} {
				for _, side := range [2]float64{-h[axis], h[axis]} {
					t := (side - p[0]) / (p[1] - p[0])
					if (p[1] > p[0]) == (side < 0) {
						in[0] = max(in[0], t)
					} else {
						in[1] = min(in[1], t)
					}
				}
			}
			at := func(t float64) [2]float64 { return [2]float64{a[0] + t*(b[0]-a[0]), a[1] + t*(b[1]-a[1])} }
			if in[0] >= in[1] {
				l.add(f, a, b)
				continue
			}
			l.add(f, a, at(in[0]))
			l.add(f, at(in[1]), b)
		}
	}
	return l
}

// The clearance of floors that nothing stands on is the distance from their border: of slabs at random angles, of slabs
// with a hole in them, and of two meshes that cross or of which one is a step higher.
func TestClearanceOfFloors(t *testing.T) {
	e, r := open(t, engine.Options{}), rand.New(rand.NewPCG(3, 5))
	for _, cell := range []float64{0.25, 0.125} {
		m := newWallsModel("floors")
		const pitch, side, w = 6.0, 6, 1.8
		var borders []wallsLines
		for n := range side * side {
			degrees := 360 * r.Float64()
			f := wallsAt(pitch*(float64(n%side)+0.5)+0.2*r.Float64(), pitch*(float64(n/side)+0.5)+0.2*r.Float64(), degrees)
			u, v := 0.5+r.Float64(), 0.4+0.6*r.Float64()
			var border wallsLines
			switch n % 3 {
			case 0:
				m.solid(f.box(-u, -v, u, v, -0.2, 0))
				border.ring(f, -u, -v, u, v)
			case 1: // about a hole
				a, b := 0.3+0.4*r.Float64(), 0.3+0.4*r.Float64()
				m.solid(f.prism(-0.2, 0,
					[][2]float64{{-a, b}, {-w, w}, {w, w}, {a, b}}, [][2]float64{{a, b}, {w, w}, {w, -w}, {a, -b}},
					[][2]float64{{a, -b}, {w, -w}, {-w, -w}, {-a, -b}}, [][2]float64{{-a, -b}, {-w, -w}, {-w, w}, {-a, b}}))
				border.ring(f, -w, -w, w, w)
				border.ring(f, -a, -b, a, b)
			default: // crossed by another
				g := wallsAt(f.x, f.z, degrees+30+120*r.Float64())
				halves := [2][2]float64{{1.9, 0.35 + 0.3*r.Float64()}, {1.8, 0.35 + 0.3*r.Float64()}}
				high := []float64{0, 0.1}[n/3%2]
				m.solid(f.box(-halves[0][0], -halves[0][1], halves[0][0], halves[0][1], -0.2, 0))
				m.solid(g.box(-halves[1][0], -halves[1][1], halves[1][0], halves[1][1], -0.2, high))
				border = wallsOutline([2]wallsFrame{f, g}, halves)
			}
			borders = append(borders, border)
		}
		m.goal(0, wallsAt(0, 0, 0).sheet(0, 0, pitch*side, pitch*side, 0.3))
		b := wallsBake(t, e, wallsScenario(cell, 0.25), m)
		const reach = 0.4
		compared, tight, worst := 0, 0, 0.0
		b.each(func(c wallsCell) {
			border := borders[int(c.z/pitch)*side+int(c.x/pitch)]
			want, got := min(border.gap(c.x, c.z), reach), float64(b.clearance.Data[c.at])
			if compared++; want < reach {
				tight++
			}
			if got == 0 && want < 0.04*cell {
				return // a centre that touches an edge is closed
			}
			worst = max(worst, math.Abs(got-want))
			if math.Abs(got-want) > 3e-3 {
				t.Errorf("cells of %g m, floor %d: the clearance at (%.3f, %.3f) is %.4f, expected %.4f", cell, int(c.z/pitch)*side+int(c.x/pitch), c.x, c.z, got, want)
			}
		})
		t.Logf("cells of %g m: %d compared, %d of them near the border; the worst is %.2g m off", cell, compared, tight, worst)
		if compared < 2000 || tight < 1000 {
			t.Errorf("cells of %g m: only %d compared, %d of them near the border", cell, compared, tight)
		}
	}
}

// wallsFlight is a flight of treads along u, from u = 0 at the height 0, with a landing at either end.
func wallsFlight(m *wallsModel, f wallsFrame, half float64, treads int) (high, end float64) {
	const rise, run = 0.17, 0.28
	m.solid(f.box(-1.5, -1, 0, 1, -0.2, 0))
	for k := range treads {
		high, end = rise*float64(k+1), run*float64(k+1)
		m.solid(f.box(end-run, -half, end, half, high-0.3, high))
	}
	m.solid(f.box(end, -1, end+1.5, 1, high-0.2, high))
	return high, end
}

// A flight of stairs of 0.9 m without walls, of a mesh for every tread, lets people of radius 0.2 m up at any angle.
func TestOpenStairs(t *testing.T) {
	m := newWallsModel("stairs")
	var frames []wallsFrame
	var goals []ecs.Triangle
	high, end := 0.0, 0.0
	for k := range 13 {
		for o := range 4 {
			f := wallsAt(9*float64(k)+0.045*float64(o), 9*float64(o)+0.07*float64(o), 7.5*float64(k))
			high, end = wallsFlight(m, f, 0.45, 12)
			goals = append(goals, f.sheet(end+0.5, -0.5, end+1.2, 0.5, high+0.1)...)
			frames = append(frames, f)
		}
	}
	m.goal(0, goals)
	b := wallsBake(t, open(t, engine.Options{}), wallsScenario(0.25, 0.2), m)
	for k, f := range frames {
		cells, found := 0, 0
		b.columns(f, 1.4, func(u, v float64, column []wallsCell) {
			for _, c := range column {
				if u < -0.4 && c.y < 0.1 && b.open(c, 0.2) {
					if cells++; b.reached(c, 0) {
						found++
					}
				}
			}
		})
		if cells < 8 || found != cells {
			t.Errorf("stairs %d: %d of %d cells below find the goal above", k, found, cells)
		}
	}
}

// A spiral stair of 0.9 m about nothing, of a mesh for every tread, lets people of radius 0.2 m up all its turns.
func TestOpenSpiral(t *testing.T) {
	const inner, outer, steps, rise, turns = 0.8, 1.7, 20, 0.16, 2
	m := newWallsModel("spiral")
	at := func(radius float64, k int) [2]float64 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / steps)
		return [2]float64{radius * cos, radius * sin}
	}
	f := wallsAt(0.07, 0.03, 11)
	for k := range steps * turns {
		y := rise * float64(k+1)
		m.solid(f.prism(y-0.2, y, [][2]float64{at(inner, k), at(inner, k+1), at(outer, k+1), at(outer, k)}))
	}
	m.solid(f.box(0.7, -2, 1.8, 0, -0.2, 0))
	top := rise * steps * turns
	m.solid(f.box(0.7, 0, 1.8, 2, top-0.2, top))
	m.goal(0, f.sheet(0.9, 1, 1.6, 1.8, top+0.1))
	b := wallsBake(t, open(t, engine.Options{}), wallsScenario(0.25, 0.2), m)
	cells, found, stair, wide := 0, 0, 0, 0
	b.each(func(c wallsCell) {
		u, v := f.local(c.x, c.z)
		radius := math.Hypot(u, v)
		switch {
		case c.y < 0.01 && v < -0.4 && b.open(c, 0.2):
			if cells++; b.reached(c, 0) {
				found++
			}
		case c.y > 2*rise && c.y < top-2*rise:
			stair++
			// Treads are straight between their corners, outside as inside.
			chord := math.Cos(math.Pi / steps)
			least, most := min(radius-inner, outer*chord-radius), min(radius-inner*chord, outer-radius)
			got := float64(b.clearance.Data[c.at])
			touches := got == 0 && least < 0.04*b.clearance.Cell // a centre that touches an edge is closed
			if least > 0 && !touches && got < min(least, 0.35)-1e-3 || got > min(most, 0.35)+1e-3 {
				t.Errorf("at %.2f m of the spiral and radius %.3f m the clearance is %.4f, expected %.4f to %.4f", c.y, radius, got, least, most)
			}
			if got >= 0.2 {
				wide++
			}
		}
	})
	t.Logf("%d of %d cells of the stair are wide enough", wide, stair)
	if cells < 6 || found != cells || stair < 100 {
		t.Errorf("%d of %d cells below find the goal above, up a stair of %d cells", found, cells, stair)
	}
}
