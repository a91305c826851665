package engine

import (
	"fmt"
	"math"

	"throng/ecs"
	"throng/passes"
	"throng/passes/bake"
)

// geometry is the scene as the bake reads it.
type geometry struct {
	corners    [][4]float32     // three per triangle, relative to the box; w of the first: its entity
	attributes []bake.Attribute // per entity
	spawns     []int            // entity of each spawn number, less one
	zones      []bake.Zone      // goals, spawn regions and discomfort
	discomfort bool             // whether any zone has discomfort
}

// newGeometry sorts the triangles into physical ones and zones.
func newGeometry(scene *ecs.Scene, origin [3]float64, f *passes.Frame) (*geometry, error) {
	g := &geometry{}
	var zones [][4]float32
	f.Triangles, f.Zones = 0, 0
	for i := range scene.Entities {
		e := &scene.Entities[i]
		g.attributes = append(g.attributes, g.attribute(e))
		switch {
		case e.Role.Physical():
			g.corners = appendCorners(g.corners, scene.Of(e), i, origin)
			f.Triangles += uint32(e.Count)
		case e.Role == ecs.RoleGoal || e.Role == ecs.RoleSpawn || e.Role == ecs.RoleDiscomfort:
			zones = appendCorners(zones, scene.Of(e), i, origin)
			g.zones = append(g.zones, bake.Zone{First: int(f.Zones), Count: e.Count})
			f.Zones += uint32(e.Count)
		}
	}
	if f.Triangles == 0 {
		return nil, fmt.Errorf("engine: scene %q has no floor: expected at least one triangle that is not a goal, spawn, door, discomfort or ignored: %w", scene.Name, ecs.ErrInput)
	}
	if len(g.attributes) >= 1<<24 {
		return nil, fmt.Errorf("engine: scene %q has %d meshes, expected fewer than %d: %w", scene.Name, len(g.attributes), 1<<24, ecs.ErrInput)
	}
	g.corners = append(g.corners, zones...)
	for _, a := range g.attributes {
		f.Stairs |= flag(a.Stair != 0)
		g.discomfort = g.discomfort || a.Discomfort != 0
	}
	f.Entities = uint32(len(g.attributes))
	return g, nil
}

func (g *geometry) attribute(e *ecs.Entity) bake.Attribute {
	a := bake.Attribute{Role: bake.RoleSolid, Stair: bake.PackStair(e.SpeedUp, e.SpeedDown)}
	for i, c := range e.Colour {
		a.Colour |= uint32(c) << (8 * i)
	}
	if e.TwoSided {
		a.TwoSided = 1
	}
	switch e.Role {
	case ecs.RoleWalkable:
		a.Role = bake.RoleWalkable
	case ecs.RoleObstacle:
		a.Role = bake.RoleObstacle
	case ecs.RoleGoal:
		a.Role, a.Goal = bake.RoleZone, uint32(e.Goal)+1
	case ecs.RoleSpawn:
		g.spawns = append(g.spawns, len(g.attributes))
		a.Role, a.Spawn = bake.RoleZone, uint32(len(g.spawns))
	case ecs.RoleDiscomfort:
		a.Role, a.Discomfort = bake.RoleZone, float32(e.Discomfort)
	}
	return a
}

func appendCorners(to [][4]float32, ts []ecs.Triangle, entity int, origin [3]float64) [][4]float32 {
	for _, t := range ts {
		for k, p := range t {
			v := [4]float32{float32(p[0] - origin[0]), float32(p[1] - origin[1]), float32(p[2] - origin[2])}
			if k == 0 {
				v[3] = float32(entity)
			}
			to = append(to, v)
		}
	}
	return to
}

// sizeGrid lays the grid over the scene: its box and one cell around it.
func sizeGrid(scene *ecs.Scene, sc *ecs.Scenario, f *passes.Frame) (origin [3]float64, err error) {
	l := sc.Grid.Cell
	var n [3]float64
	for i := range 3 {
		n[i] = math.Ceil((scene.Max[i]-scene.Min[i])/l - 1e-6)
		origin[i] = scene.Min[i]
	}
	n[0], n[2] = n[0]+2, n[2]+2
	origin[0], origin[2] = origin[0]-l, origin[2]-l
	if !(n[0] <= maxSide && n[2] <= maxSide && n[1] <= maxSide) {
		return origin, fmt.Errorf("engine: scenario %q: grid.cell %g m makes %.0f × %.0f × %.0f cells of scene %q (%.4g × %.4g × %.4g m), expected at most %d on a side: %w",
			sc.Name, l, n[0], n[2], n[1], scene.Name, n[0]*l, n[2]*l, n[1]*l, maxSide, ecs.ErrInput)
	}
	f.Width, f.Height, f.Cell = uint32(n[0]), uint32(n[2]), float32(l)
	f.TilesX, f.TilesZ = (f.Width+passes.Tile-1)/passes.Tile, (f.Height+passes.Tile-1)/passes.Tile
	f.Top, f.Upright = float32(scene.Max[1]-scene.Min[1]), uint32(n[1])+1
	f.ViewWidth, f.ViewHeight = max(f.Width, f.Height), max(f.Height, f.Upright)
	return origin, nil
}

// maxSide is the largest grid: every Vulkan device draws images of this size.
const maxSide = 8192
