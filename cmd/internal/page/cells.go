package page

import (
	"math"

	"throng/ecs"
	"throng/engine"
	"throng/engine/picture"
)

// gathered are the fields of the page's cells.
type gathered struct {
	grid, position, height, connection, island, clearance, goal, spawn *engine.Field
	potential                                                          []*engine.Field
	storeys                                                            []float64
	scene                                                              *ecs.Scene
}

func gather(e *engine.Engine) (*gathered, error) {
	g := &gathered{scene: e.Scene()}
	for name, to := range map[string]**engine.Field{
		"grid": &g.grid, "position": &g.position, "height": &g.height, "connection": &g.connection,
		"island": &g.island, "clearance": &g.clearance, "goal": &g.goal, "spawn": &g.spawn,
	} {
		f, err := e.Field(name, 0)
		if err != nil {
			return nil, err
		}
		*to = f
	}
	for k := range e.Scenario().Groups {
		f, err := e.Field("potential", k)
		if err != nil {
			return nil, err
		}
		g.potential = append(g.potential, f)
	}
	return g, nil
}

// walkable tells whether agents can stand on a cell.
func (g *gathered) walkable(at int) bool { return g.island.Data[at] > 0 }

func (g *gathered) walkableHeights() (heights []float32) {
	for at, h := range g.height.Data {
		if g.walkable(at) {
			heights = append(heights, h)
		}
	}
	return heights
}

// surfaces lists the places of all surfaces in the images of the bake, and of each its place in the fields of cells, or -1:
// cells lie on sheets of their own, and the one with the surface's height is meant.
func (g *gathered) surfaces() (at, cell []int) {
	const empty = 4 // as in the field "grid"
	texels := g.grid.Width * g.grid.Height
	for k, flag := range g.grid.Data {
		if flag == empty {
			continue
		}
		found := -1
		y := float64(g.position.Data[k*g.position.Channels+1]) + g.height.Origin[1]
		for c := k % texels; flag == 0 && c < len(g.height.Data); c += texels {
			if math.Abs(float64(g.height.Data[c])-y) < 1e-3 {
				found = c
			}
		}
		at, cell = append(at, k), append(cell, found)
	}
	return at, cell
}

// cells lists every surface and names the regions of those it meets.
func (g *gathered) cells(d *data) (c cells) {
	at, cell := g.surfaces()
	n := len(at)
	index := make([]int32, len(g.height.Data)) // of a cell in the list
	for i, k := range cell {
		if k >= 0 {
			index[k] = int32(i)
		}
	}
	column, row, height, clearance := make([]uint16, n), make([]uint16, n), make([]float32, n), make([]float32, n)
	layer, storey, flag := make([]uint8, n), make([]uint8, n), make([]uint8, n)
	island, goal, north, east := make([]uint32, n), make([]int16, n), make([]int32, n), make([]int32, n)
	texels := g.grid.Width * g.grid.Height
	for i, k := range at {
		column[i], row[i], layer[i] = uint16(k%g.grid.Width), uint16(k%texels/g.grid.Width), uint8(k/texels)
		flag[i], height[i] = uint8(g.grid.Data[k]), g.position.Data[k*g.position.Channels+1]
		goal[i], north[i], east[i] = -1, -1, -1
		switch k := cell[i]; {
		case k >= 0 && g.walkable(k):
			height[i], clearance[i] = g.height.Data[k]-float32(d.Origin[1]), g.clearance.Data[k]
			island[i], goal[i] = uint32(g.island.Data[k]), int16(g.goal.Data[k])
			north[i], east[i] = g.neighbour(index, k, 0), g.neighbour(index, k, 1)
		case flag[i] == 0:
			flag[i] = closed
		}
		storey[i] = uint8(min(picture.StoreyOf(g.storeys, float64(height[i])+d.Origin[1]), math.MaxUint8))
	}
	c = cells{Count: n, Column: little(column), Row: little(row), Layer: layer, Storey: storey, Flag: flag, Height: little(height),
		Island: little(island), Clearance: little(clearance), Goal: little(goal), Spawn: little(g.regions(d, cell)), North: little(north), East: little(east)}
	for _, f := range g.potential {
		c.Potential = append(c.Potential, g.reachable(f, cell))
	}
	return c
}

// neighbour follows a cell's connection to the north (0) or the east (1).
func (g *gathered) neighbour(index []int32, k, direction int) int32 {
	layer := g.connection.Data[k*g.connection.Channels+direction]
	if !(layer >= 0) {
		return -1
	}
	texels := g.grid.Width * g.grid.Height
	return index[int(layer)*texels+k%texels+[2]int{g.grid.Width, 1}[direction]]
}

// regions numbers the spawn regions as the cells meet them.
func (g *gathered) regions(d *data, cell []int) []int16 {
	number := map[float32]int16{}
	spawn := make([]int16, len(cell))
	for i, k := range cell {
		spawn[i] = -1
		if k < 0 || !g.walkable(k) {
			continue
		}
		if entity := g.spawn.Data[k]; entity >= 0 {
			if _, known := number[entity]; !known {
				number[entity] = int16(len(d.Regions))
				d.Regions = append(d.Regions, g.scene.Entities[int(entity)].Name)
			}
			spawn[i] = number[entity]
		}
	}
	return spawn
}

// reachable gives a group's potential, -1 where it has no way.
func (g *gathered) reachable(f *engine.Field, cell []int) []byte {
	values := make([]float32, len(cell))
	for i, k := range cell {
		values[i] = -1
		if k < 0 {
			continue
		}
		if v := f.Data[k]; v < float32(math.Inf(1)) { // false for NaN
			values[i] = v
		}
	}
	return little(values)
}
