package engine

import (
	"slices"

	"throng/passes"
)

// Report is what the bake found.
type Report struct {
	Layers            int      `json:"layers"`
	WalkableCells     int      `json:"walkable_cells"`
	WalkableArea      float64  `json:"walkable_area"` // plan area [m²]
	Islands           int      `json:"islands"`       // parts that no connection joins
	Pages             int      `json:"pages"`
	DiscomfortCells   int      `json:"discomfort_cells"`     // beside a missing neighbour, or invalidated by a side view (ML table 3)
	BytesPerCell      float64  `json:"bytes_per_cell"`       // device bytes that grow with cells, per walkable cell
	BytesPerCellGroup float64  `json:"bytes_per_cell_group"` // what one more group would add that shares costs with another
	BytesPerCellCosts float64  `json:"bytes_per_cell_costs"` // and one with costs of its own
	BakeMS            float64  `json:"bake_ms"`
	BakeHash          string   `json:"bake_hash"`
	FloorHash         string   `json:"floor_hash"` // of cells, heights, zones and connections alone: the same on every device
	Warnings          []string `json:"warnings"`
	Refused           []string `json:"refused"` // spawns that nobody can use; an engine that is not lenient does not load them

	IslandList []Island     `json:"island_list"`
	Spawns     []SpawnPlace `json:"spawns"`
	Goals      []GoalPlace  `json:"goals"`
	Doors      []Door       `json:"doors"`

	Memory []Usage `json:"memory"`
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
	r := Report{Layers: int(f.Layers), Pages: int(f.Pages), BakeMS: e.bakeMS, BakeHash: hash, FloorHash: e.building.hashOf(&e.frame, floorSlots, false), Memory: e.x.memory(), DiscomfortCells: h.viewCells}
	for c := range f.Cells {
		if !h.walkable(c) {
			continue
		}
		r.WalkableCells++
		if near := h.neighbours(c); slices.Contains(near[:], passes.None) {
			r.DiscomfortCells++
		}
	}
	r.WalkableArea = float64(r.WalkableCells) * float64(f.Cell) * float64(f.Cell)
	island, sizes := h.label(0)
	r.Islands, r.IslandList = len(sizes)-1, e.describe(island, sizes)
	r.Spawns, r.Goals = e.places(island)
	r.Doors = e.doors()
	r.BytesPerCell = e.bytesPerCell(0, 0, r.WalkableCells)
	r.BytesPerCellGroup = e.bytesPerCell(1, 0, r.WalkableCells) - r.BytesPerCell
	r.BytesPerCellCosts = e.bytesPerCell(1, 1, r.WalkableCells) - r.BytesPerCell
	r.Refused = []string{}
	for i := range e.crowd.spawners {
		if fault := e.crowd.spawners[i].fault; fault != nil {
			r.Refused = append(r.Refused, fault.Error())
		}
	}
	r.Warnings, err = e.warnings(&r, island)
	return r, err
}

// bytesPerCell is what the fields and the scene take on the device, without the agents, with so many groups and classes
// more, per walkable cell.
func (e *Engine) bytesPerCell(groups, classes uint32, walkable int) float64 {
	f, n := e.frame, 0
	f.Groups, f.Classes = f.Groups+groups, f.Classes+classes
	f.Capacity = 0
	for i := range passes.Slots {
		if s := &passes.Slots[i]; s.Phase == passes.Scene || s.Phase == passes.Field || s.Phase == passes.Scratch {
			n += s.Bytes(&f)
		}
	}
	return float64(n) / float64(max(1, walkable))
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
	add("bake", bakePasses(e.o.Peeler))
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
