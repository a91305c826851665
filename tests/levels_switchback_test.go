package tests

import (
	"fmt"
	"math"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// The measures of the stair core [m]: it is RiMEA 8's.
const (
	coreFront, coreTurn, coreSpine = 20.0, 18.0, 6.0
	coreRise                       = 4.0
	flightLong                     = 2 * math.Sqrt2 // of 2 m and a rise of 2 m
)

// turns is the way to the goal of the core "switchback": the lengths to the corners of its wall, from the first landing
// upward. Every way above the first landing passes all corners below it.
type turns struct {
	h     hull
	first float64 // to the corner at the first landing
}

func newTurns(h hull) *turns {
	return &turns{h, h.distance(point{coreFront - flightLong, coreSpine})}
}

// corner is the way to corner n, counted from the first landing's.
func (w *turns) corner(n int) float64 { return w.first + float64(n)*flightLong }

// storeyOf is the storey whose lobby a height belongs to, or the first of two whose flights it lies between.
func storeyOf(y float64) int { return int(math.Floor((y + 0.02) / coreRise)) }

// way is the length of the way from a cell to the goal in the lowest lobby.
func (w *turns) way(c cell) float64 {
	storey := storeyOf(c.y)
	near := point{math.Sqrt2 * (coreFront - c.x), math.Abs(c.z - coreSpine)} // from a lobby's corner, up a flight
	switch {
	case c.x > coreFront && storey == 0:
		return w.h.distance(point{c.x, c.z})
	case c.x > coreFront: // through the upper end of the flight from below
		return w.corner(2*storey-2) + least(4, coreSpine, func(v float64) float64 {
			return math.Hypot(flightLong, coreSpine-v) + math.Hypot(c.x-coreFront, c.z-v)
		})
	case c.x > coreTurn && c.z < coreSpine:
		return w.corner(2*storey) + math.Hypot(flightLong-near.u, near.v)
	case c.x > coreTurn && storey == 0:
		return w.h.distance(point{coreFront - near.u, c.z})
	case c.x > coreTurn:
		return w.corner(2*storey-1) + math.Hypot(near.u, near.v)
	}
	return least(coreSpine, 8, func(v float64) float64 { // through the upper end of the storey's first flight
		from := w.h.distance(point{coreFront - flightLong, v})
		if storey > 0 {
			from = w.corner(2*storey-1) + math.Hypot(flightLong, v-coreSpine)
		}
		return from + math.Hypot(coreTurn-c.x, c.z-v)
	})
}

// most is how far a potential may be off behind a number of corners [cells]: 3.2 behind the first (M2), and 2 more behind
// each further one, where the front runs along a wall to the next corner.
func most(corners int) float64 { return 3.2 + 2*float64(corners-1) }

// M2: ways wind round the wall between the flights and touch its corners, 2√2 m apart: each further storey adds 4√2 m,
// on every floor alike. Nothing else joins floors that lie above each other.
func TestSwitchback(t *testing.T) {
	e := open(t, engine.Options{})
	var apart []float64
	for _, size := range []float64{0.25, 0.125} {
		reload(t, e, "switchback", travel(size))
		list := cells(t, e, 0)
		w := newTurns(goalHull(t, list, 0))
		storeys := make([]deviation, 4)
		for _, c := range list {
			k := storeyOf(c.y)
			storeys[k].add(c, w.way(c))
		}
		for k := range storeys {
			storeys[k].check(t, fmt.Sprintf("storey %d", k), size, most(2*k+1))
		}
		further := storeyByStorey(list, 1, 2*flightLong)
		further.check(t, "from storey to storey", size, 4)
		apart = append(apart, further.worst)
	}
	if order := math.Log2(apart[0] / apart[1]); order < 0.95 {
		t.Errorf("the order of what a storey adds is %.2f, expected 1", order)
	}
}

// The exact way that the tests compare with: 3 + 3 m from foot to head of the first storey, and 4√2 m for each further one.
func TestSwitchbackOracle(t *testing.T) {
	w := newTurns(hull{{coreFront, 7}})
	head := func(storey float64) float64 {
		return w.way(cell{x: coreFront - 1e-9, y: coreRise*storey - 0.1, z: 5})
	}
	if first := head(1); math.Abs(first-6) > 1e-6 {
		t.Errorf("from foot to head of the first storey the way is %.6f m, expected 6 m", first)
	}
	for k := 2.0; k <= 5; k++ {
		if more := head(k) - head(k-1); math.Abs(more-4*math.Sqrt2) > 1e-6 {
			t.Errorf("storey %g adds %.6f m, expected 4√2 m", k, more)
		}
	}
}

// Where people take steps of a metre and no wall holds them, they change flights before the landing, and ways are shorter
// by more than the tests allow for: these see it.
func TestSwitchbackWithoutWall(t *testing.T) {
	const size = 0.25
	e := open(t, engine.Options{})
	changed(t, e, "switchback", func(s *ecs.Scene) { entity(t, s, "Spine").Role = ecs.RoleIgnore }, travel(size),
		func(s *scenario) { s.Grid.Step = 1 })
	list := cells(t, e, 0)
	w := newTurns(goalHull(t, list, 0))
	shorter := 0.0
	for _, c := range list {
		if storeyOf(c.y) == 3 {
			shorter = max(shorter, w.way(c)-c.phi)
		}
	}
	if shorter < 3.2*size {
		t.Errorf("without its wall the core has ways at most %.2f m shorter", shorter)
	}
}

// storeyByStorey compares what the potential rises by from each storey to the same place of the next, from one storey on.
func storeyByStorey(list []cell, from int, want float64) (d deviation) {
	type place struct{ i, j, storey int }
	found := map[place]cell{}
	for _, c := range list {
		found[place{c.i, c.j, storeyOf(c.y)}] = c
	}
	for _, c := range list {
		under, ok := found[place{c.i, c.j, storeyOf(c.y) - 1}]
		if ok && storeyOf(c.y) > from {
			c.phi -= under.phi
			d.add(c, want)
		}
	}
	return d
}

// The tower has the same core with a wall of 0.1 m between the flights, which every turn goes round, and rooms before it.
func TestTower(t *testing.T) {
	const thick = 0.1
	e := open(t, engine.Options{})
	const size = 0.25
	reload(t, e, "tower", travel(size))
	var rooms []cell
	levels := map[int]int{}
	for _, c := range cells(t, e, 0) {
		if c.x > coreFront && c.clearance > size/4 {
			rooms = append(rooms, c)
			levels[storeyOf(c.y)]++
		}
	}
	for k := range 6 {
		if levels[k] < 1000 {
			t.Errorf("storey %d has a room of %d cells, expected at least 1000", k, levels[k])
		}
	}
	d := storeyByStorey(rooms, 1, 2*flightLong+2*thick)
	d.check(t, "tower, from storey to storey", size, 4+2) // and a cell for each end of the wall: cells do not fit its thickness
}

// People from every storey of the tower get out, from the top one too, and nobody is lost.
func TestTowerEmpties(t *testing.T) {
	longer(t)
	e := load(t, engine.Options{}, "tower", func(s *scenario) { s.DT = 0.1 })
	w := newWatch(e)
	highest := 0.0
	for e.Time() < 150 && (e.Time() == 0 || e.Stats().Alive > 0) {
		w.step(t)
		w.balanced(t)
		for _, a := range w.views {
			highest = max(highest, a.Position[1])
		}
	}
	if s := e.Stats(); s.Arrived != 120 || s.Alive != 0 || highest < 19.9 || w.inWall > 0 {
		t.Errorf("after %.1f s, from %.2f m: %+v, in walls %d times (%s); expected all 120 to have arrived", e.Time(), highest, s, w.inWall, w.first)
	}
}
