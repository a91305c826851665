package engine

import (
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
)

// mark is a cell on which somebody has appeared whom the device has not told of yet.
type mark struct {
	Cell uint32
	Step int // the first in which the device moves it
}

// mostTries bounds the places that a spawner looks at for an agent; from step to step it begins elsewhere.
const mostTries = 256

// place finds places for a party, side by side, and appends them; none where there are not enough. Agents of a count appear on
// different cells as long as there are some, whoever stands there; those of a rate only where there is room.
func (e *Engine) place(s *spawner, size int, at []ecs.SpawnAt) []ecs.SpawnAt {
	d := e.draws(s, streamPlaces, s.Made)
	radius := float32(e.scenario.Groups[s.group].Radius)
	add := func(c uint32) {
		at = append(at, ecs.SpawnAt{Position: e.scatter(c, radius, d), Cell: c})
		e.occupy(c)
	}
	if s.spec.Rate == 0 {
		turn := s.Made % len(s.Cells)
		other := turn + d.Below(len(s.Cells)-turn)
		s.Cells[turn], s.Cells[other] = s.Cells[other], s.Cells[turn]
		if size == 1 {
			add(s.Cells[turn])
			return at
		}
		for _, c := range e.beside(s, s.Cells[turn], size, func(uint32) bool { return true }) {
			add(c)
		}
		return at
	}
	first := e.crowd.number*mostTries + d.Below(len(s.Cells))
	for k := range min(mostTries, len(s.Cells)) {
		c := s.Cells[(first+k)%len(s.Cells)]
		if !e.room(c, radius) {
			continue
		}
		cells := []uint32{c}
		if size > 1 {
			cells = e.beside(s, c, size, func(c uint32) bool { return e.room(c, radius) })
		}
		if len(cells) == size {
			for _, c := range cells {
				add(c)
			}
			break
		}
	}
	return at
}

// beside gives the nearest cells of a spawner around one of them, itself first, that will do and leave each other room; where there are
// not enough for a count, some twice.
func (e *Engine) beside(s *spawner, from uint32, size int, does func(uint32) bool) []uint32 {
	radius := float32(e.scenario.Groups[s.group].Radius)
	found, looked := []uint32{from}, 0
	for c := range e.around(from, 2*radius*float32(size), &e.crowd.front) {
		if looked++; len(found) == size || looked > 64*size {
			break
		}
		apart := !slices.ContainsFunc(found, func(o uint32) bool { return e.distance(c, o) < 2*radius })
		if apart && e.host.clearance[c] >= radius && s.inside(c) && does(c) {
			found = append(found, c)
		}
	}
	for n := len(found); s.spec.Rate == 0 && len(found) < size; {
		found = append(found, found[len(found)%n])
	}
	return found
}

// distance of the centres of two cells in the plan [m].
func (e *Engine) distance(a, b uint32) float32 {
	p, q := passes.Centre(&e.frame, e.host.pages, a), passes.Centre(&e.frame, e.host.pages, b)
	return float32(math.Hypot(float64(p[0]-q[0]), float64(p[1]-q[1])))
}

// around goes through the cells that are no farther from one than a distance in the plan, over links, from near to far in steps. They are
// few: a list tells which have been seen.
func (e *Engine) around(from uint32, reach float32, list *[]uint32) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		*list = append((*list)[:0], from)
		for k := 0; k < len(*list) && yield((*list)[k]); k++ {
			for _, n := range e.host.neighbours((*list)[k]) {
				if n != passes.None && e.distance(from, n) <= reach && !slices.Contains(*list, n) {
					*list = append(*list, n)
				}
			}
		}
	}
}

// room reports whether somebody of a radius can appear in a cell without touching who was there some steps ago: a fixed number, so that
// runs repeat.
func (e *Engine) room(c uint32, radius float32) bool {
	reach := radius + float32(e.frame.Reach) - reachSlack + e.frame.Cell/2
	for n := range e.around(c, reach, &e.crowd.near) {
		if e.crowd.isTaken(n) {
			return false
		}
	}
	return true
}

func (c *crowd) isTaken(cell uint32) bool {
	return int(cell/32) < len(c.stood) && c.stood[cell/32]>>(cell%32)&1 != 0
}

// occupy marks the cell of an agent that appears now.
func (e *Engine) occupy(cell uint32) {
	if c := &e.crowd; e.frame.Spawners > 0 {
		c.marks = append(c.marks, mark{cell, c.number})
		c.stamp(c.marks[len(c.marks)-1:])
	}
}

// told takes the cells that the device has found somebody on after a step.
func (c *crowd) told(taken []uint32, step int) {
	c.stood = append(c.stood[:0], taken...)
	c.marks = slices.DeleteFunc(c.marks, func(m mark) bool { return m.Step <= step })
	c.stamp(c.marks)
}

func (c *crowd) stamp(marks []mark) {
	for _, m := range marks {
		if int(m.Cell/32) < len(c.stood) {
			c.stood[m.Cell/32] |= 1 << (m.Cell % 32)
		}
	}
}
