package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"throng/ecs"
)

// ErrNoReadback is what questions about the crowd return without [Options.Readback].
var ErrNoReadback = errors.New("engine: nothing is read back: set Options.Readback")

// Found is an agent that a question has found.
type Found struct {
	Agent    ecs.Handle
	Group    int
	State    ecs.State
	Position [3]float64 // world [m]
	Velocity [3]float64 // [m/s]
	Distance float64    // in the plan, from the place asked about [m]; 0 for a region
}

// Near appends the agents whose centres are at most so far from a place in the plan [m], on its storey, in no order. On the
// storey of a place is who stands less than half the head room (grid.clearance) higher or lower. Groups are those that count;
// none are all.
//
// Like all questions it is about the crowd as it was read back last, [Engine.Age] steps ago; who has left since is not found.
// Questions wait for nothing and, named regions aside, allocate nothing beyond dst. The first one after a step sorts the crowd
// into squares; the others then look only at those around.
//
// Errors: [ErrNoScene], [ErrNoReadback].
func (e *Engine) Near(dst []Found, at [3]float64, radius float64, groups ...int) ([]Found, error) {
	x, err := e.indexed()
	if err != nil || !finite(at) {
		return dst, err
	}
	px, pz := at[0]-e.origin[0], at[2]-e.origin[2]
	x.rectangle(px-radius, pz-radius, px+radius, pz+radius, func(p *place) {
		if d := math.Hypot(float64(p.x)-px, float64(p.z)-pz); d <= radius && e.storey(p, at[1]) {
			dst = e.find(dst, p, d, groups)
		}
	})
	return dst, nil
}

// Nearest appends the n agents that are nearest to a place in the plan, on its storey, the nearest first.
func (e *Engine) Nearest(dst []Found, at [3]float64, n int, groups ...int) ([]Found, error) {
	x, err := e.indexed()
	if err != nil || n <= 0 || !finite(at) {
		return dst, err
	}
	px, pz := at[0]-e.origin[0], at[2]-e.origin[2]
	first, worst := len(dst), math.Inf(1)
	x.rings(px, pz, func(p *place) {
		d := math.Hypot(float64(p.x)-px, float64(p.z)-pz)
		if d >= worst || !e.storey(p, at[1]) {
			return
		}
		had := len(dst)
		dst = e.find(dst, p, d, groups)
		if len(dst) == had {
			return
		}
		for k := had; k > first && dst[k-1].Distance > d; k-- {
			dst[k-1], dst[k] = dst[k], dst[k-1]
		}
		if dst = dst[:min(len(dst), first+n)]; len(dst) == first+n {
			worst = dst[len(dst)-1].Distance
		}
	}, func(seen float64) bool { return worst <= seen })
	return dst, nil
}

// Inside appends the agents whose centres are in a region, in no order. A box counts from a step's height below it to one
// above it, a disc on its storey; a named region is the floor under spawn entities.
//
// Errors besides: [ecs.ErrInput] for a name that no spawn entity has.
func (e *Engine) Inside(dst []Found, r *ecs.Region, groups ...int) ([]Found, error) {
	if r.Disc != nil {
		first := len(dst)
		dst, err := e.Near(dst, r.Disc.Center, r.Disc.Radius, groups...)
		for i := range dst[first:] {
			dst[first+i].Distance = 0
		}
		return dst, err
	}
	x, err := e.indexed()
	if err != nil {
		return dst, err
	}
	if r.Box != nil {
		lo, hi, slack := r.Box[0], r.Box[1], e.scenario.Grid.Step
		for i := range lo {
			lo[i], hi[i] = lo[i]-e.origin[i], hi[i]-e.origin[i]
		}
		x.rectangle(lo[0], lo[2], hi[0], hi[2], func(p *place) {
			if px, y, pz := float64(p.x), float64(p.y), float64(p.z); px >= lo[0] && px <= hi[0] && pz >= lo[2] && pz <= hi[2] && y >= lo[1]-slack && y <= hi[1]+slack {
				dst = e.find(dst, p, 0, groups)
			}
		})
		return dst, nil
	}
	entities := e.scene.Region(r.Name)
	if len(entities) == 0 {
		return dst, fmt.Errorf("engine: region %q: scene %q has no spawn entity of that name: %w", r.Name, e.scene.Name, ecs.ErrInput)
	}
	around := emptyBox()
	for _, entity := range entities {
		around = around.join(e.geometry.meshes[entity].box)
	}
	margin := float64(e.frame.Cell) // a cell belongs to a region by its centre
	within := e.withinZone(entities)
	x.rectangle(float64(around.x0)-margin, float64(around.z0)-margin, float64(around.x1)+margin, float64(around.z1)+margin, func(p *place) {
		if c := e.crowd.seen.cell[p.slot]; c < e.frame.Cells && within(c) {
			dst = e.find(dst, p, 0, groups)
		}
	})
	return dst, nil
}

// indexed gives the index of what was read back last.
func (e *Engine) indexed() (*index, error) {
	if err := e.ready(); err != nil {
		return nil, err
	}
	if !e.o.Readback {
		return nil, ErrNoReadback
	}
	s := &e.crowd.seen
	if !s.indexed {
		s.index.sort(&e.frame, s, e.origin)
		s.indexed = true
	}
	return &s.index, nil
}

// storey reports whether an agent is on the storey of a height in the world.
func (e *Engine) storey(p *place, y float64) bool {
	return math.Abs(float64(p.y)+e.origin[1]-y) < e.scenario.Grid.Clearance/2
}

// find appends an agent, unless it has left or is of another group.
func (e *Engine) find(dst []Found, p *place, distance float64, groups []int) []Found {
	s := &e.crowd.seen
	group := int(s.state[p.slot] >> 8)
	if len(groups) > 0 && !slices.Contains(groups, group) {
		return dst
	}
	agent, ok := e.world.Holder(p.slot, s.id[p.slot])
	if !ok {
		return dst
	}
	return append(dst, Found{
		Agent: agent, Group: group, State: s.columns.State[p.slot], Position: s.columns.Position[p.slot],
		Velocity: s.columns.Velocity[p.slot], Distance: distance,
	})
}
