// Package show turns an engine's fields and agents into pictures.
package show

import (
	"fmt"
	"image"
	"math"

	"throng/engine"
	"throng/engine/picture"
)

// units are short names for what legends say, in the letters that pictures have.
var units = map[string]string{
	"height": "m", "clearance": "m", "density": "1/m^2", "meanVelocity": "m/s", "speed": "m/s", "velocity": "m/s",
	"discomfort": "", "cost": "per cell", "potential": "",
}

// imageChannels are those fields that the bake draws: they have no NaN where nothing was drawn.
var imageChannels = map[string]int{"position": 3, "normal": 3, "colour": 3}

// Field reads a field for drawing. Images of the bake need [engine.Options].KeepImages.
func Field(e *engine.Engine, name string, group int) (*picture.Field, error) {
	f, err := e.Field(name, group)
	if err != nil {
		return nil, err
	}
	p := &picture.Field{Width: f.Width, Height: f.Height, Layers: f.Layers, Channels: f.Channels, Data: f.Data}
	if imageChannels[name] == 0 {
		return p, nil
	}
	grid, err := e.Field("grid", group)
	if err != nil {
		return nil, err
	}
	const empty = 4 // as in the slot "grid"
	for c, flag := range grid.Data {
		if flag == empty {
			for k := range p.Channels {
				p.Data[c*p.Channels+k] = float32(math.NaN())
			}
		}
	}
	return p, nil
}

// Palette is how a field is painted.
func Palette(e *engine.Engine, name string, f *picture.Field) picture.Palette {
	unit := units[name]
	if name == "potential" && e.TravelTime() {
		unit = "s"
	}
	return picture.For(name, unit, f)
}

// Crowd draws the agents of an engine on its storeys, always at the same places.
type Crowd struct {
	floors *picture.Floors
	agents []engine.AgentView
	dots   []picture.Dot
}

// NewCrowd draws the empty building, about so many pixels wide.
func NewCrowd(e *engine.Engine, pixels int) (*Crowd, error) {
	plan, err := plan(e)
	if err != nil {
		return nil, err
	}
	return &Crowd{floors: picture.NewFloors(*plan, pixels)}, nil
}

// plan gathers the floor, where any group can walk, and the goals; a goal has the colour of the first group bound for it.
func plan(e *engine.Engine) (*picture.Plan, error) {
	height, err := e.Field("height", 0)
	if err != nil {
		return nil, err
	}
	p := &picture.Plan{
		Cell: height.Cell, Corner: [2]float64{height.Origin[0], height.Origin[2]}, Apart: e.Scenario().Grid.Clearance,
		Height: &picture.Field{Width: height.Width, Height: height.Height, Layers: height.Layers, Channels: 1, Data: height.Data},
		Open:   make([]bool, len(height.Data)), Goal: make([]int, len(height.Data)),
	}
	goal, err := e.Field("goal", 0)
	if err != nil {
		return nil, err
	}
	for c := range p.Goal {
		p.Goal[c] = -1
	}
	for group := range e.Scenario().Groups {
		number := float32(e.Scenario().Groups[group].Goal)
		for c, g := range goal.Data {
			if g == number && p.Goal[c] < 0 {
				p.Goal[c] = group
			}
		}
		potential, err := e.Field("potential", group)
		if err != nil {
			return nil, err
		}
		for c, phi := range potential.Data {
			if phi < float32(math.Inf(1)) { // false for NaN
				p.Open[c] = true
			}
		}
	}
	return p, nil
}

// Draw shows the agents as they are now; it waits for the device.
func (c *Crowd) Draw(e *engine.Engine) (*image.RGBA, error) {
	var err error
	if c.agents, err = e.Agents(c.agents[:0]); err != nil {
		return nil, err
	}
	c.dots = c.dots[:0]
	for i := range c.agents {
		a := &c.agents[i]
		c.dots = append(c.dots, picture.Dot{X: a.Position[0], Y: a.Position[1], Z: a.Position[2], Radius: a.Radius, Colour: picture.Group(a.Group)})
	}
	s := e.Stats()
	return c.floors.Draw(fmt.Sprintf("%s   t = %.1f s   %d walking   %d arrived", e.Scenario().Scene, e.Time(), s.Alive, s.Arrived), c.dots), nil
}
