package tests

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// wallsProp stands across the middle of a lane of floor, at u = 0.
type wallsProp struct {
	name string
	open bool // people pass
	make func(f wallsFrame) []ecs.Triangle
}

// wallsAcross is a box across the whole lane, from u0 to u1.
func wallsAcross(u0, u1, low, high float64) func(wallsFrame) []ecs.Triangle {
	return func(f wallsFrame) []ecs.Triangle { return f.box(u0, -1.5, u1, 1.5, low, high) }
}

// wallsBars are upright bars of 2 cm across the lane, 10 cm apart.
func wallsBars(f wallsFrame) (ts []ecs.Triangle) {
	for v := -1.5; v < 1.5; v += 0.12 {
		ts = append(ts, f.box(-0.01, v, 0.01, v+0.02, 0, 1)...)
	}
	return ts
}

func wallsRailing(f wallsFrame) []ecs.Triangle {
	return append(wallsBars(f), wallsAcross(-0.02, 0.02, 0.96, 1)(f)...)
}

// wallsTable is a row of tables, each on four legs.
func wallsTable(f wallsFrame) (ts []ecs.Triangle) {
	for _, v := range []float64{-1.5, 0} {
		ts = append(ts, f.box(-0.4, v, 0.4, v+1.5, 0.72, 0.75)...)
		for _, u := range []float64{-0.38, 0.33} {
			ts = append(ts, f.box(u, v+0.02, u+0.05, v+0.07, 0, 0.72)...)
			ts = append(ts, f.box(u, v+1.43, u+0.05, v+1.48, 0, 0.72)...)
		}
	}
	return ts
}

// wallsLamp hangs over the middle of the lane, 0.34 m wide.
func wallsLamp(low float64) func(wallsFrame) []ecs.Triangle {
	return func(f wallsFrame) []ecs.Triangle { return f.box(-0.17, -0.17, 0.17, 0.17, low, low+0.3) }
}

var wallsProps = []wallsProp{
	{"nothing", true, func(wallsFrame) []ecs.Triangle { return nil }},
	{"a railing", false, wallsRailing},
	{"bars", false, wallsBars},
	{"a table", false, wallsTable},
	{"a wall of half a man's height", false, wallsAcross(-0.05, 0.05, 0, 0.9)},
	{"a bench", false, wallsAcross(-0.2, 0.2, 0, 0.45)},
	{"a lintel at 2.0 m", true, wallsAcross(-0.1, 0.1, 2, 2.4)},
	{"a lintel at 1.7 m", false, wallsAcross(-0.1, 0.1, 1.7, 2.4)},
	{"a lamp at 2.1 m", true, wallsLamp(2.1)},
	{"a lamp at 1.6 m", true, wallsLamp(1.6)},
	{"a threshold of 2 cm", true, wallsAcross(-0.05, 0.05, 0, 0.02)},
	{"a broad threshold of 2 cm", true, wallsAcross(-0.4, 0.4, 0, 0.02)},
	{"a ceiling at 1.7 m (M5)", false, wallsAcross(-1, 1, 1.7, 1.9)},
	{"a ceiling at 1.9 m (M5)", true, wallsAcross(-1, 1, 1.9, 2.1)},
	{"a step of 0.2 m up (M6)", true, wallsAcross(0, 4, 0, 0.2)},
	{"a step of 0.2 m down", true, wallsAcross(-4, 0, 0, 0.2)},
	{"a step of 0.6 m up (M6)", false, wallsAcross(0, 4, 0, 0.6)},
	{"a step of 0.6 m down", false, wallsAcross(-4, 0, 0, 0.6)},
}

// wallsLane is a lane of floor with a prop.
type wallsLane struct {
	wallsFrame
	prop    wallsProp
	degrees float64
}

// wallsLanes puts every prop on lanes of 7 × 2.6 m at several angles; the goal is the end of each lane at u = 3.
func wallsLanes() (m *wallsModel, lanes []wallsLane) {
	m = newWallsModel("props")
	var goals []ecs.Triangle
	for i, p := range wallsProps {
		for k, degrees := range []float64{0, 17, 30, 45} {
			f := wallsAt(4+8*float64(k)+0.07*float64(i), 4+8*float64(i)+0.11*float64(k), degrees)
			m.solid(f.box(-3.5, -1.3, 3.5, 1.3, -0.2, 0))
			if ts := p.make(f); ts != nil {
				m.solid(ts)
			}
			goals = append(goals, f.sheet(2.6, -1.2, 3.4, 1.2, 0.7)...)
			lanes = append(lanes, wallsLane{f, p, degrees})
		}
	}
	m.goal(0, goals)
	return m, lanes
}

// What reaches between step and head height blocks, however thin; what lies lower or higher does not.
func TestPropsBlockOrDoNot(t *testing.T) {
	m, lanes := wallsLanes()
	f := wallsBake(t, open(t, engine.Options{}), wallsScenario(0.25, 0.2), m)
	found, cells := make([]int, len(lanes)), make([]int, len(lanes))
	f.each(func(c wallsCell) {
		for i, l := range lanes {
			u, v := l.local(c.x, c.z)
			if u < -1.5 && u > -3.2 && math.Abs(v) < 1 && f.open(c, 0.2) {
				cells[i]++
				if f.reached(c, 0) {
					found[i]++
				}
			}
		}
	})
	for i, l := range lanes {
		want := 0
		if l.prop.open {
			want = cells[i]
		}
		if cells[i] < 20 || found[i] != want {
			t.Errorf("%s at %g°: %d of %d cells before it find the goal behind it, expected %d", l.prop.name, l.degrees, found[i], cells[i], want)
		}
	}
}

// A lamp that hangs too low blocks where it hangs and nowhere else: no cell beneath it, and beside it the clearance is the
// distance from its outline.
func TestLowLampBlocksWhereItIs(t *testing.T) {
	m, lanes := wallsLanes()
	f := wallsBake(t, open(t, engine.Options{}), wallsScenario(0.25, 0.2), m)
	reach, beside := 0.3, 0
	f.each(func(c wallsCell) {
		for _, l := range lanes {
			u, v := l.local(c.x, c.z)
			gap := math.Hypot(max(math.Abs(u)-0.17, 0), max(math.Abs(v)-0.17, 0))
			if l.prop.name != "a lamp at 1.6 m" || gap > reach || c.y > 1 {
				continue
			}
			if beside++; math.Abs(float64(f.clearance.Data[c.at])-gap) > 1e-3 {
				t.Errorf("lamp at %g°: the clearance at (%.3f, %.3f) from its middle is %.3f, expected %.3f", l.degrees, u, v, f.clearance.Data[c.at], gap)
			}
			if gap == 0 && f.reached(c, 0) {
				t.Errorf("lamp at %g°: the cell at (%.3f, %.3f) beneath it is open", l.degrees, u, v)
			}
		}
	})
	if beside < 20 {
		t.Errorf("only %d cells beside the lamps", beside)
	}
}
