package engine

import (
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
)

// within tells which cells have their centre in a region.
func (e *Engine) within(r *ecs.Region) func(c uint32) bool {
	if r.Box == nil && r.Disc == nil {
		if doors := e.scene.Doors(r.Name); len(e.scene.Region(r.Name)) == 0 && len(doors) > 0 {
			return e.withinDoors(doors)
		}
		return e.withinZone(e.scene.Region(r.Name))
	}
	return func(c uint32) bool {
		m := passes.Centre(&e.frame, e.host.pages, c)
		x, y, z := float64(m[0])+e.origin[0], float64(e.host.height[c])+e.origin[1], float64(m[1])+e.origin[2]
		if r.Box != nil {
			lo, hi, slack := r.Box[0], r.Box[1], e.scenario.Grid.Step
			return x >= lo[0] && x <= hi[0] && z >= lo[2] && z <= hi[2] && y >= lo[1]-slack && y <= hi[1]+slack
		}
		p := r.Disc.Center
		return math.Hypot(x-p[0], z-p[2]) <= r.Disc.Radius && math.Abs(y-p[1]) <= e.scenario.Grid.Clearance/2
	}
}

// withinZone tells which cells lie in one of some spawn entities.
func (e *Engine) withinZone(entities []int) func(c uint32) bool {
	wanted := make([]bool, len(e.host.spawns)+1) // by the number in the slot "zone", 0 is none
	for i, entity := range e.host.spawns {
		wanted[i+1] = slices.Contains(entities, entity)
	}
	return func(c uint32) bool { return wanted[e.host.zone[c]>>16] }
}

// doorReach is how far before and behind a door's leaf people appear [m].
const doorReach = 0.8

// withinDoors tells which cells lie before or behind the leaves of doors.
func (e *Engine) withinDoors(doors []int) func(c uint32) bool {
	var leaves []leaf
	for _, entity := range doors {
		if n := &e.scene.Entities[entity]; n.Count > 0 {
			leaves = append(leaves, newLeaf(e.scene.Of(n)))
		}
	}
	return func(c uint32) bool {
		m := passes.Centre(&e.frame, e.host.pages, c)
		y := float64(e.host.height[c]) + e.origin[1]
		return slices.ContainsFunc(leaves, func(l leaf) bool {
			x, z := float64(m[0])+e.origin[0]-l.middle[0], float64(m[1])+e.origin[2]-l.middle[2]
			along, across := math.Abs(x*l.along[0]+z*l.along[1]), math.Abs(z*l.along[0]-x*l.along[1])
			return along <= l.half && across <= l.thick+doorReach && math.Abs(y-l.middle[1]) <= e.scenario.Grid.Clearance/2
		})
	}
}
