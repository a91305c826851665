package tests

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// solidsDeltas are the values of δ that are not to be felt [m].
var solidsDeltas = []float64{1e-4, 1e-3, 1e-2}

// columns visits the cells of every column whose centre lies up to reach from a frame's middle, along each of its axes.
func (f *wallsFloor) columns(at wallsFrame, reach float64, visit func(u, v float64, column []wallsCell)) {
	h := f.height
	for j := range h.Height {
		for i := range h.Width {
			x, z := h.Origin[0]+(float64(i)+0.5)*h.Cell, h.Origin[2]+(float64(j)+0.5)*h.Cell
			if u, v := at.local(x, z); max(math.Abs(u), math.Abs(v)) <= reach {
				visit(u, v, f.column(x, z))
			}
		}
	}
}

// inMatter counts the cells of a column on which somebody could stand in matter.
func (c *solidsCase) inMatter(f *wallsFloor, u, v float64, column []wallsCell) (n int) {
	for _, b := range c.matter {
		for _, cell := range column {
			if b.holds(u, v, 1e-3) && cell.y >= b.low-1e-3 && cell.y < b.high-1e-4 && f.clearance.Data[cell.at] > 0 {
				n++
			}
		}
	}
	return n
}

// solidsHeight is how far from its height a floor may be: sheets up to 5 mm apart count as one.
const solidsHeight = 0.006

// onFloors counts the floors of the exhibit in a column, and those that are not there exactly once, too narrow for
// anybody, or shut where they are to be open or the other way round.
func (c *solidsCase) onFloors(f *wallsFloor, u, v float64, column []wallsCell) (floors, wrong int) {
	for _, b := range c.floors {
		if !b.holds(u, v, 0.35) {
			continue
		}
		floors++
		good, all := 0, 0
		for _, cell := range column {
			if math.Abs(cell.y-b.low) > solidsHeight {
				continue
			}
			if all++; f.open(cell, 0.2) && f.reached(cell, 0) != c.shut {
				good++
			}
		}
		if good != 1 || all != 1 {
			wrong++
		}
	}
	return floors, wrong
}

// Nobody stands inside a solid, under a low one or on an underside; everybody stands on what looks up, once, however many
// faces make it, and whatever δ is.
func TestSolids(t *testing.T) {
	e := open(t, engine.Options{})
	m, at := solidsHall()
	for _, delta := range solidsDeltas {
		sc := wallsScenario(0.25, 0.2)
		sc.Grid.Delta = delta
		f := wallsBake(t, e, sc, m)
		for i, c := range solidsCases {
			var matter, floors, wrong int
			f.columns(at[i], 2, func(u, v float64, column []wallsCell) {
				matter += c.inMatter(f, u, v, column)
				n, bad := c.onFloors(f, u, v, column)
				floors, wrong = floors+n, wrong+bad
			})
			if matter > 0 || wrong > 0 || len(c.floors) > 0 && floors < 9 {
				t.Errorf("δ = %g, %s: %d cells in matter, %d of %d cells of floor wrong", delta, c.name, matter, wrong, floors)
			}
		}
	}
}

// Under a roof that comes down to the floor at 60° there is room as far as a man stands upright: the clearance is the
// distance from where it is too low, whichever way the roof faces.
func TestSteepRoofAbove(t *testing.T) {
	m, plain := newWallsModel("roofs"), wallsAt(0, 0, 0)
	m.solid(plain.box(-2, 0, 12, 5, -0.2, 0))
	tan := math.Tan(math.Pi / 3)
	var at []wallsFrame
	for k, down := range []bool{false, true} {
		f := wallsAt(3+5*float64(k), 2.4, 20*float64(k+1))
		roof := wallsFan(f.point([2]float64{-1, -1.5}, 0), f.point([2]float64{-1, 1.5}, 0), f.point([2]float64{1, 1.5}, 2*tan), f.point([2]float64{1, -1.5}, 2*tan))
		if down {
			roof = wallsTurnOver(roof)
		}
		m.part(ecs.Entity{}, roof)
		at = append(at, f)
	}
	m.goal(0, plain.sheet(-1.9, 0.1, -0.1, 4.9, 0.05))
	f := wallsBake(t, open(t, engine.Options{}), wallsScenario(0.25, 0.2), m)
	low := 1.8/tan - 1 // where it is too low, from u = -1 on
	for k, at := range at {
		near := 0
		f.columns(at, 2, func(u, v float64, column []wallsCell) {
			if math.Abs(v) > 1 || math.Abs(u-low) > 0.3 && (u < -0.8 || u > low) {
				return
			}
			near++
			for _, c := range column {
				gap := max(u-low, 0)
				if got := float64(f.clearance.Data[c.at]); c.y < 1 && math.Abs(got-gap) > 1e-3 {
					t.Errorf("roof %d: at u = %.3f the clearance is %.3f, expected %.3f", k, u, got, gap)
				}
			}
			if u > low && len(column) == 0 {
				t.Errorf("roof %d: at u = %.3f there is no floor", k, u)
			}
		})
		if near < 30 {
			t.Errorf("roof %d: only %d cells near it", k, near)
		}
	}
}
