package engine

import "throng/passes"

// region is the floor of an area in parts that connect within it, for agents of one radius.
type region struct {
	label map[uint32]int       // part of each cell that is wide enough
	goal  map[uint32]uint32    // goal number + 1 of each of them that has one
	alive []bool               // whether a part leads out of the area or holds a goal
	steps map[uint32][4]uint32 // where the open steps of each of them lead
}

// regions finds the parts of each area for every radius.
func (b *building) regions(areas []area, radii []float32) (all []region) {
	links := passes.LinksOf(&passes.Frame{TilesX: uint32(b.tilesX), TilesZ: uint32(b.tilesZ)}, b.cells["links"], b.pages, b.table)
	for _, a := range areas {
		cells := b.cellsOf(a)
		for _, r := range radii {
			all = append(all, b.region(a, cells, &links, r))
		}
	}
	return all
}

func (b *building) cellsOf(a area) (cells []uint32) {
	for s := range b.sheets {
		for z := a.z0; z < a.z1; z++ {
			for x := a.x0; x < a.x1; x++ {
				page := *b.place([4]uint32{uint32(x), uint32(z), uint32(s)})
				for k := uint32(0); page != passes.None && k < passes.PageCells; k++ {
					cells = append(cells, page*passes.PageCells+k)
				}
			}
		}
	}
	return cells
}

func (b *building) region(a area, cells []uint32, links *passes.Links, radius float32) region {
	r := region{map[uint32]int{}, map[uint32]uint32{}, nil, map[uint32][4]uint32{}}
	clearance, zone := asFloats(b.cells["clearance"]), b.cells["cellZone"]
	wide := func(c uint32) bool { return clearance[c] >= radius }
	var queue []uint32
	for _, first := range cells {
		if _, seen := r.label[first]; seen || !wide(first) {
			continue
		}
		part := len(r.alive)
		r.alive = append(r.alive, false)
		r.label[first] = part
		for queue = append(queue[:0], first); len(queue) > 0; {
			c := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			if goal := zone[c] & 0xffff; goal != 0 {
				r.alive[part], r.goal[c] = true, goal
			}
			steps := links.All(c)
			for d, n := range steps {
				if n == passes.None || !wide(n) {
					steps[d] = passes.None
					continue
				}
				if page := b.pages[n/passes.PageCells]; !a.has(int(page[0]), int(page[1])) {
					r.alive[part] = true
					continue
				}
				if _, seen := r.label[n]; !seen {
					r.label[n] = part
					queue = append(queue, n)
				}
			}
			r.steps[c] = steps
		}
	}
	return r
}

// cuts is what a change has cut.
type cuts struct {
	goals map[uint32]bool // goals, plus one, that have other cells
	lost  [][]lostStep    // by radius
}

// lostStep is a step that is no more: from a cell, as it is numbered now, to one as it was.
type lostStep struct {
	area     *region // after the change
	from, to uint32
}

// compare tells from the areas before and after a change which goals have other cells, whose zeros stand for themselves,
// and which steps are no more. A part that leads nowhere any more is out of reach: its cells are fresh.
func (t *turnover) compare(before, after []region, radii int) cuts {
	c := cuts{map[uint32]bool{}, make([][]lostStep, radii)}
	var dead []uint32
	for i := range after {
		for c, part := range after[i].label {
			if !after[i].alive[part] {
				dead = append(dead, c)
			}
		}
		t.otherGoals(before[i].goal, after[i].goal, c.goals)
		c.lost[i%radii] = t.lost(c.lost[i%radii], &before[i], &after[i])
	}
	for _, c := range dead {
		t.fresh[c] = passes.None
	}
	return c
}

// lost appends the steps that are no more out of cells that still are.
func (t *turnover) lost(steps []lostStep, before, after *region) []lostStep {
	for c, now := range after.steps {
		was, known := before.steps[t.origin(c)]
		if !known {
			continue
		}
		for d, n := range was {
			if n != passes.None && (now[d] == passes.None || t.origin(now[d]) != n) {
				steps = append(steps, lostStep{after, c, n})
			}
		}
	}
	return steps
}

// otherGoals adds the goals that do not have the same floor any more.
func (t *turnover) otherGoals(before, after map[uint32]uint32, goals map[uint32]bool) {
	same := map[uint32]bool{} // cells before
	for c, goal := range after {
		if was := before[t.origin(c)]; was != goal {
			goals[goal], goals[was] = true, true
		}
		same[t.origin(c)] = true
	}
	for c, goal := range before {
		if !same[c] {
			goals[goal] = true
		}
	}
	delete(goals, 0)
}

// origin is the cell that had a cell's floor before, or none.
func (t *turnover) origin(c uint32) uint32 {
	if from, fresh := t.fresh[c]; fresh {
		return from
	}
	return c
}
