package engine

import (
	"fmt"
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
	"throng/passes/bake"
)

// Field is a picture-like view of one quantity: a value per cell of every layer, NaN where there is no walkable cell.
type Field struct {
	Name, Unit            string
	Width, Height, Layers int
	Channels              int
	Cell                  float64    // [m]
	Origin                [3]float64 // world corner of cell (0, 0) [m]
	Data                  []float32  // layer by layer, row by row, channels together; +Inf closed or unreachable
}

// At gives the channels of a cell: column i, row j, layer k.
func (f *Field) At(i, j, k int) []float32 {
	at := ((k*f.Height+j)*f.Width + i) * f.Channels
	return f.Data[at : at+f.Channels]
}

// fieldSource says where a field comes from: a slot of the cells, or a dense image of the bake.
type fieldSource struct {
	slot, unit string
	plane      func(e *Engine, group int) int // plane of a group, where there are several
	image      bool
	convert    func(e *Engine, cell uint32, v []float32) // in place, from the slot's words
	channels   int
}

func perGroup(_ *Engine, group int) int { return group }

func perClass(e *Engine, group int) int { return int(e.classOf[group]) }

func infinite(_ *Engine, _ uint32, v []float32) {
	for i := range v {
		if v[i] >= passes.Inf {
			v[i] = float32(math.Inf(1))
		}
	}
}

var fieldSources = map[string]fieldSource{
	"height":       {slot: "height", unit: "m above the world's origin", channels: 1, convert: func(e *Engine, _ uint32, v []float32) { v[0] += float32(e.origin[1]) }},
	"slope":        {slot: "slope", unit: "rise per metre along x, z", channels: 2},
	"clearance":    {slot: "clearance", unit: "m", channels: 1},
	"goal":         {slot: "cellZone", unit: "number, -1 none", channels: 1, convert: func(_ *Engine, _ uint32, v []float32) { v[0] = float32(math.Float32bits(v[0])&0xffff) - 1 }},
	"discomfort":   {slot: "cellDiscomfort", unit: "g; infinite nearer to a wall than the group's radius", channels: 1, convert: discomfort},
	"connection":   {slot: "links", unit: "layer of the neighbour N, E, S, W, -1 none", channels: 4, convert: connection},
	"density":      {slot: "density", unit: "1/m²", channels: 1},
	"meanVelocity": {slot: "meanVelocity", unit: "m/s along x, z", channels: 2},
	"speed":        {slot: "speed", unit: "m/s to N, E, S, W, -1 closed", channels: 4, plane: perClass},
	"cost":         {slot: "cost", unit: "cost of a step to N, E, S, W", channels: 4, plane: perClass, convert: infinite},
	"potential":    {slot: "potential", unit: "cost to the goal", channels: 1, plane: perGroup, convert: infinite},
	"velocity":     {slot: "velocity", unit: "m/s along x, z", channels: 2, plane: perGroup},
	"position":     {slot: "position", unit: "m relative to the box; w 1", channels: 4, image: true},
	"normal":       {slot: "normal", unit: "unit vector", channels: 4, image: true},
	"colour":       {slot: "colour", unit: "RGBA, 0 to 1", channels: 4, image: true},
	"grid":         {slot: "grid", unit: "0 walkable, 1 too steep, 2 too low, 3 under a vertical fragment, 4 empty, 5 inside an obstacle", channels: 1, image: true},
}

// FieldNames lists what [Engine.Field] knows.
func FieldNames() []string {
	var names []string
	for n := range fieldSources {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Field reads a quantity of every cell; the fields of speed, cost, potential and velocity belong to a group. It waits
// for the device. The images position, normal, colour and grid need Options.KeepImages.
func (e *Engine) Field(name string, group int) (*Field, error) {
	if err := e.Wait(); err != nil {
		return nil, err
	}
	s, ok := fieldSources[name]
	if !ok {
		return nil, fmt.Errorf("engine: there is no field %q, expected one of %v: %w", name, FieldNames(), ecs.ErrInput)
	}
	if group < 0 || group >= len(e.classOf) {
		return nil, fmt.Errorf("engine: field %q of group %d, expected 0 to %d: %w", name, group, len(e.classOf)-1, ecs.ErrInput)
	}
	f := &Field{
		Name: name, Unit: s.unit, Width: int(e.frame.Width), Height: int(e.frame.Height), Layers: int(e.frame.Layers),
		Channels: s.channels, Cell: float64(e.frame.Cell), Origin: e.origin,
	}
	f.Data = make([]float32, f.Width*f.Height*f.Layers*f.Channels)
	for i := range f.Data {
		f.Data[i] = float32(math.NaN())
	}
	if s.image {
		return f, e.imageField(f, s)
	}
	return f, e.cellField(f, s, group)
}

// cellField spreads a slot's cells over the dense grid.
func (e *Engine) cellField(f *Field, s fieldSource, group int) error {
	plane := 0
	if s.plane != nil {
		plane = s.plane(e, group)
	}
	var err error
	values := e.plane(s.slot, plane, &err)
	if err != nil {
		return e.fail(err)
	}
	n := passes.Find(s.slot).Elem.Channels()
	for c := range e.frame.Cells {
		if e.host.flag[c]&bake.CellWalkable == 0 {
			continue
		}
		v := values[int(c)*n : int(c+1)*n]
		if s.convert != nil {
			s.convert(e, c, v)
		}
		i, j := passes.Column(e.host.pages, c)
		copy(f.At(i, j, e.host.layer(c)), v)
	}
	return nil
}

// imageField copies a dense image of the bake.
func (e *Engine) imageField(f *Field, s fieldSource) error {
	if !e.o.KeepImages {
		return fmt.Errorf("engine: field %q needs Options.KeepImages: %w", f.Name, ecs.ErrInput)
	}
	for k := range f.Layers {
		words, err := e.x.readImage(s.slot, k)
		if err != nil {
			return e.fail(err)
		}
		layer := f.Data[k*len(words) : (k+1)*len(words)]
		for i, w := range words {
			if passes.Find(s.slot).Elem == passes.R32UI {
				layer[i] = float32(w)
				continue
			}
			layer[i] = math.Float32frombits(w)
		}
	}
	return nil
}

// discomfort is infinite where the cell is closed even to the narrowest group (ML §4.4).
func discomfort(e *Engine, c uint32, v []float32) {
	if e.host.clearance[c] < float32(e.narrowest()) {
		v[0] = float32(math.Inf(1))
	}
}

// narrowest is the smallest radius of a group.
func (e *Engine) narrowest() float64 {
	r := math.Inf(1)
	for _, g := range e.scenario.Groups {
		r = min(r, g.Radius)
	}
	return r
}

func connection(e *Engine, c uint32, v []float32) {
	for d, to := range e.host.links[c] {
		v[d] = -1
		if to != passes.None {
			v[d] = float32(e.host.layer(to))
		}
	}
}
