package engine

import "throng/passes"

// region is the floor of an area in parts that connect within it, for agents of one radius.
type region struct {
	label map[uint32]int    // part of each cell that is wide enough
	goal  map[uint32]uint32 // goal number + 1 of each of them that has one
	alive []bool            // whether a part leads out of the area or holds a goal
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
	r := region{map[uint32]int{}, map[uint32]uint32{}, nil}
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
			for _, n := range links.All(c) {
				if n == passes.None || !wide(n) {
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
		}
	}
	return r
}

// cutOff compares the areas before and after a change. It reports whether potentials have to be solved anew. That is so
// where parts that lead somewhere have lost their connection within an area: values might then have nothing to rest on
// but each other. And where goals have other cells, as their zeros stand for themselves. A part that leads nowhere any
// more is simply out of reach: its cells are fresh.
func (t *turnover) cutOff(before, after []region) (cut bool) {
	var dead []uint32
	for i := range after {
		leads := map[int]int{} // part after, by part before
		for c, now := range after[i].label {
			was, known := before[i].label[t.origin(c)]
			switch {
			case !after[i].alive[now]:
				dead = append(dead, c)
			case known:
				if other, met := leads[was]; met && other != now {
					cut = true
				}
				leads[was] = now
			}
		}
		cut = cut || !t.sameGoals(before[i].goal, after[i].goal)
	}
	for _, c := range dead {
		t.fresh[c] = passes.None
	}
	return cut
}

// sameGoals reports whether the same floor belongs to the same goals.
func (t *turnover) sameGoals(before, after map[uint32]uint32) bool {
	for c, goal := range after {
		if before[t.origin(c)] != goal {
			return false
		}
	}
	return len(before) == len(after)
}

// origin is the cell that had a cell's floor before, or none.
func (t *turnover) origin(c uint32) uint32 {
	if from, fresh := t.fresh[c]; fresh {
		return from
	}
	return c
}
