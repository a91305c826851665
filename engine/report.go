package engine

import (
	"fmt"
	"math"

	"throng/passes"
)

// Report is what the bake found.
type Report struct {
	Layers          int      `json:"layers"`
	WalkableCells   int      `json:"walkable_cells"`
	WalkableArea    float64  `json:"walkable_area"` // plan area [m²]
	Islands         int      `json:"islands"`       // parts that no connection joins
	Pages           int      `json:"pages"`
	DiscomfortCells int      `json:"discomfort_cells"` // beside a missing neighbour, or invalidated by a side view (ML table 3)
	BytesPerCell    float64  `json:"bytes_per_cell"`   // device bytes that grow with cells, per walkable cell
	BakeMS          float64  `json:"bake_ms"`
	BakeHash        string   `json:"bake_hash"`
	Warnings        []string `json:"warnings"`
	Memory          []Usage  `json:"memory"`
}

// Report sums up the loaded scene, with warnings about what agents cannot reach or pass.
func (e *Engine) Report() (Report, error) {
	if err := e.Wait(); err != nil {
		return Report{}, err
	}
	hash, err := e.bakeHash()
	if err != nil {
		return Report{}, err
	}
	f, h := &e.frame, &e.host
	r := Report{Layers: int(f.Layers), Pages: int(f.Pages), BakeMS: e.bakeMS, BakeHash: hash, Memory: e.x.memory(), DiscomfortCells: h.viewCells}
	for c := range f.Cells {
		if !h.walkable(c) {
			continue
		}
		r.WalkableCells++
		for _, to := range h.links[c] {
			if to == passes.None {
				r.DiscomfortCells++
				break
			}
		}
	}
	r.WalkableArea = float64(r.WalkableCells) * float64(f.Cell) * float64(f.Cell)
	r.Islands = len(h.islands(0)) - 1
	r.BytesPerCell = float64(e.cellBytes()) / float64(max(1, r.WalkableCells))
	r.Warnings, err = e.warnings()
	return r, err
}

// cellBytes is what the fields and the scene take on the device, without the agents.
func (e *Engine) cellBytes() (n int) {
	for i := range passes.Slots {
		if s := &passes.Slots[i]; s.Phase == passes.Scene || s.Phase == passes.Field {
			n += s.Bytes(&e.frame)
		}
	}
	return n
}

// islands gives the number of cells of each part that connections join, counting cells with more than the clearance;
// entry 0 counts the others.
func (h *hostScene) islands(clearance float32) []int {
	_, sizes := h.label(clearance)
	return sizes
}

// label numbers the islands from 1.
func (h *hostScene) label(clearance float32) (island []int, sizes []int) {
	island, sizes = make([]int, len(h.flag)), []int{0}
	var queue []uint32
	for first := range h.flag {
		if island[first] != 0 || !h.walkable(uint32(first)) || h.clearance[first] < clearance {
			continue
		}
		island[first] = len(sizes)
		sizes = append(sizes, 0)
		for queue = append(queue[:0], uint32(first)); len(queue) > 0; {
			c := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			sizes[len(sizes)-1]++
			for _, to := range h.links[c] {
				if to != passes.None && island[to] == 0 && h.clearance[to] >= clearance {
					island[to] = len(sizes) - 1
					queue = append(queue, to)
				}
			}
		}
	}
	return island, sizes
}

// warnings says what a user may not have meant: starts without a way to the goal, passages too narrow for a group.
func (e *Engine) warnings() ([]string, error) {
	warnings := append([]string{}, e.scene.Notes...)
	for i := range e.crowd.spawners {
		s := &e.crowd.spawners[i]
		var err error
		potential := e.plane("potential", s.group, &err)
		if err != nil {
			return nil, e.fail(err)
		}
		radius, cut := float32(e.scenario.Groups[s.group].Radius), 0
		within := e.within(&s.spec.Region)
		for c := range e.frame.Cells {
			if e.host.walkable(c) && e.host.clearance[c] >= radius && potential[c] >= passes.Inf && within(c) {
				cut++
			}
		}
		if cut > 0 {
			warnings = append(warnings, fmt.Sprintf("spawns[%d].region: %d of its cells have no way to goal %d of group %q; nobody starts there", i, cut, e.scenario.Groups[s.group].Goal, s.spec.Group))
		}
	}
	for g := range e.scenario.Groups {
		if at, found := e.tooNarrow(float32(e.scenario.Groups[g].Radius)); found {
			warnings = append(warnings, fmt.Sprintf("groups[%d].radius: a passage near (%.2f, %.2f, %.2f) is narrower than agents of %g m", g, at[0], at[1], at[2], 2*e.scenario.Groups[g].Radius))
		}
	}
	if tread := e.scenario.Grid.Cell; tread > 0.28 {
		warnings = append(warnings, fmt.Sprintf("grid.cell: %g m is longer than the treads of an ordinary stair (0.28 m), which may not connect", tread))
	}
	return warnings, nil
}

// tooNarrow finds a place where the floor goes on but agents of a radius do not pass: it joins two islands of at least
// a square metre.
func (e *Engine) tooNarrow(radius float32) (at [3]float64, found bool) {
	h := &e.host
	island, sizes := h.label(radius)
	least := int(math.Ceil(1 / float64(e.frame.Cell*e.frame.Cell)))
	owner := make([]int, len(island)) // of narrow cells: the island they were reached from
	var queue []uint32
	for c := range island {
		if island[c] != 0 && sizes[island[c]] >= least {
			owner[c] = island[c]
			queue = append(queue, uint32(c))
		}
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, to := range h.links[c] {
			switch {
			case to == passes.None:
			case owner[to] == 0:
				owner[to] = owner[c]
				queue = append(queue, to)
			case owner[to] != owner[c]:
				m := passes.Centre(&e.frame, h.pages, c)
				return [3]float64{float64(m[0]) + e.origin[0], float64(h.height[c]) + e.origin[1], float64(m[1]) + e.origin[2]}, true
			}
		}
	}
	return at, false
}

// Plan lists the passes of the bake and of the step with what they bind and how many bytes that is.
func (e *Engine) Plan() []PlanRow {
	s := e.schedule()
	var rows []PlanRow
	add := func(phase string, ps []passes.Pass) {
		var open hazards
		for i, p := range ps {
			d := p.Decl()
			if i == 0 || ps[i-1].Decl().Name != d.Name {
				rows = append(rows, e.planRow(phase, d))
			}
			_, wait := open.meet(accesses(d))
			row := &rows[len(rows)-1]
			row.Times, row.Barrier = row.Times+1, row.Barrier || wait
		}
	}
	add("bake", bakePasses())
	add("commands", s.commands)
	add("reset", s.reset)
	add("plan", s.plan)
	add("step", append(s.step, s.close))
	return rows
}

// PlanRow is a pass in the order of execution.
type PlanRow struct {
	Phase, Pass string
	Times       int              // how often in a row
	Bindings    []passes.Binding // with their access
	Barrier     bool             // whether it waits for passes before it
	Bytes       int              // of all it binds
}

func (e *Engine) planRow(phase string, d passes.Decl) PlanRow {
	row := PlanRow{Phase: phase, Pass: d.Name, Bindings: d.Bindings}
	if d.Raster != nil {
		row.Bindings = append(append([]passes.Binding{}, d.Bindings...), passes.Writes(d.Raster.Colours...)...)
	}
	for _, b := range row.Bindings {
		row.Bytes += passes.Find(b.Slot).Bytes(&e.frame)
	}
	return row
}
