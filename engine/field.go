package engine

import (
	"fmt"
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
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
	plane      func(e *Engine, group int) int // first plane, where there are several
	planes     int                            // whose values are put together, where there are several
	image      bool
	host       func(e *Engine, group int) ([]float32, error) // a value per cell that the host works out, instead of a slot
	convert    func(e *Engine, cell uint32, v []float32)     // in place, starting with the slot's words
	channels   int
}

func perGroup(_ *Engine, group int) int { return group }

func perClass(e *Engine, group int) int { return int(e.classOf[group]) }

func planeAt(n int) func(*Engine, int) int { return func(*Engine, int) int { return n } }

func infinite(_ *Engine, _ uint32, v []float32) {
	for i := range v {
		if v[i] >= passes.Inf {
			v[i] = float32(math.Inf(1))
		}
	}
}

func potential(e *Engine, c uint32, v []float32) {
	v[0] = passes.Potential(v[0])
	infinite(e, c, v)
}

var fieldSources = map[string]fieldSource{
	"height":       {slot: "height", unit: "m above the world's origin", channels: 1, convert: func(e *Engine, _ uint32, v []float32) { v[0] += float32(e.origin[1]) }},
	"slope":        {slot: "slope", unit: "rise per metre along x, z", channels: 2, convert: unpackWith(passes.UnpackSlope)},
	"clearance":    {slot: "clearance", unit: "m", channels: 1, convert: func(_ *Engine, _ uint32, v []float32) { v[0] = max(v[0], 0) }},
	"goal":         {slot: "cellZone", unit: "number, -1 none", channels: 1, convert: func(_ *Engine, _ uint32, v []float32) { v[0] = float32(math.Float32bits(v[0])&0xffff) - 1 }},
	"discomfort":   {slot: "clearance", unit: "g; infinite nearer to a wall than the group's radius", channels: 1, convert: discomfort},
	"spawn":        {slot: "cellZone", unit: "entity of the spawn region, -1 none", channels: 1, convert: spawnEntity},
	"island":       {host: islandField, unit: "number, 1 the largest, 0 closed", channels: 1},
	"connection":   {slot: "links", unit: "layer of the neighbour N, E, S, W, -1 none", channels: 4, convert: connection},
	"density":      {slot: "crowd", unit: "1/m²", channels: 1},
	"meanVelocity": {slot: "crowd", unit: "m/s along x, z", channels: 2, plane: planeAt(1), planes: 2},
	"speed":        {slot: "cost", unit: "m/s to N, E, S, W, -1 closed", channels: 4, plane: perClass, convert: speeds},
	"cost":         {slot: "cost", unit: "cost of a step to N, E, S, W", channels: 4, plane: perClass, convert: infinite},
	"potential":    {slot: "potential", unit: "cost to the goal", channels: 1, plane: perGroup, convert: potential},
	"diagonals":    {host: diagonalsField, unit: "open diagonals: 1 NE + 2 SE + 4 SW + 8 NW", channels: 1},
	"velocity":     {slot: "velocity", unit: "m/s along x, z", channels: 2, plane: perGroup, convert: unpackWith(passes.UnpackVelocity)},
	"position":     {unit: "m relative to the box; w 1", channels: 4, image: true},
	"normal":       {unit: "unit vector", channels: 4, image: true},
	"colour":       {unit: "RGBA, 0 to 1", channels: 4, image: true},
	"grid":         {unit: "0 walkable, 1 not a floor: steep, underside or obstacle, 2 too low, 3 under a vertical fragment, 4 empty, 5 inside matter", channels: 1, image: true},
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

// Field reads a quantity of every cell; the fields of speed, cost, potential and velocity belong to a group, and are old
// while it rests, see [Engine.Resting]. It waits for the device. The images position, normal, colour and grid need
// Options.KeepImages.
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
		Name: name, Unit: s.unit, Width: int(e.frame.Width), Height: int(e.frame.Height), Layers: int(e.frame.Sheets),
		Channels: s.channels, Cell: float64(e.frame.Cell), Origin: e.origin,
	}
	if s.image {
		if e.images == nil {
			return nil, fmt.Errorf("engine: field %q needs Options.KeepImages: %w", name, ecs.ErrInput)
		}
		f.Layers = len(e.images.layers)
	}
	f.Data = make([]float32, f.Width*f.Height*f.Layers*f.Channels)
	for i := range f.Data {
		f.Data[i] = float32(math.NaN())
	}
	if s.image {
		e.imageField(f, name)
		return f, nil
	}
	return f, e.cellField(f, s, group)
}

// values reads the source's values, plane by plane; n are the words of a cell in each.
func (s fieldSource) values(e *Engine, group int) (planes [][]float32, n int, err error) {
	if s.host != nil {
		plane, err := s.host(e, group)
		return [][]float32{plane}, 1, err
	}
	first := 0
	if s.plane != nil {
		first = s.plane(e, group)
	}
	for k := range max(1, s.planes) {
		planes = append(planes, e.plane(s.slot, first+k, &err))
	}
	return planes, passes.Find(s.slot).Elem.Channels(), err
}

// cellField spreads a slot's cells over the dense grid.
func (e *Engine) cellField(f *Field, s fieldSource, group int) error {
	values, n, err := s.values(e, group)
	if err != nil {
		return e.fail(err)
	}
	buf := [4]float32{}
	for c := range e.frame.Cells {
		if e.host.clearance[c] == passes.NoFloor {
			continue
		}
		v := buf[:s.channels]
		for k, plane := range values {
			copy(v[k*n:], plane[int(c)*n:int(c+1)*n])
		}
		if s.convert != nil {
			s.convert(e, c, v)
		}
		i, j := passes.Column(e.host.pages, c)
		copy(f.At(i, j, e.host.layer(c)), v)
	}
	return nil
}

// discomfort is infinite where the cell is closed even to the narrowest group (ML §4.4).
func discomfort(e *Engine, c uint32, v []float32) {
	v[0] = 0
	if e.host.discomfort != nil {
		v[0] = e.host.discomfort[c]
	}
	if e.host.clearance[c] < float32(e.narrowest()) {
		v[0] = float32(math.Inf(1))
	}
}

// speeds takes the speeds N, E, S, W out of the costs of a cell.
func speeds(e *Engine, c uint32, v []float32) {
	h := &e.host
	for d, n := range h.links.All(c) {
		if n == passes.None {
			v[d] = -1
			continue
		}
		rise, g := float64(h.height[n]-h.height[c]), float32(0)
		if h.discomfort != nil {
			g = h.discomfort[n]
		}
		v[d] = e.frame.Speed(v[d], float32(math.Hypot(float64(e.frame.Cell), rise)), g)
	}
}

func unpackWith(unpack func(uint32) [2]float32) func(*Engine, uint32, []float32) {
	return func(_ *Engine, _ uint32, v []float32) {
		pair := unpack(math.Float32bits(v[0]))
		v[0], v[1] = pair[0], pair[1]
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
	for d := range v {
		v[d] = float32(e.host.links.Layer(c, d))
	}
}

// spawnEntity is the spawn region of a cell as the scene numbers its entities.
func spawnEntity(e *Engine, c uint32, v []float32) {
	v[0] = -1
	if n := e.host.zone[c] >> 16; n > 0 {
		v[0] = float32(e.host.spawns[n-1])
	}
}

// diagonalsField unpacks the open diagonals of every cell.
func diagonalsField(e *Engine, group int) ([]float32, error) {
	words := make([]uint32, e.frame.Cells/8)
	if err := e.x.read("diagonals", 4*len(words)*int(e.classOf[group]), wordBytes(words)); err != nil {
		return nil, err
	}
	plane := make([]float32, e.frame.Cells)
	for c := range plane {
		plane[c] = float32(words[c/8] >> (4 * (c & 7)) & 0xf)
	}
	return plane, nil
}
