package engine

import (
	"fmt"
	"math"

	"throng/ecs"
	"throng/passes"
	"throng/passes/bake"
)

// geometry is the scene as the bake reads it: triangles relative to the box, entity by entity.
type geometry struct {
	corners    [][3][3]float32 // of every triangle of the scene
	facets     []bake.Facet
	attributes []bake.Attribute // per entity
	meshes     []mesh           // per entity
	spawns     []int            // entity of each spawn number, less one
	discomfort bool             // whether any zone has discomfort
	stairs     bool             // whether any entity has stair speeds
}

// mesh is the triangles of an entity and what the bake makes of them.
type mesh struct {
	first, count   int
	physical, zone bool
	motion         [16]float64 // since the scene was loaded
	box            box
}

// still is the motion of what has not moved.
var still = [16]float64{0: 1, 5: 1, 10: 1, 15: 1}

// box is a rectangle of the plan relative to the scene's box [m].
type box struct{ x0, z0, x1, z1 float32 }

func emptyBox() box {
	inf := float32(math.Inf(1))
	return box{inf, inf, -inf, -inf}
}

func (b box) empty() bool { return b.x0 > b.x1 }

func (b box) around(x, z float32) box {
	return box{min(b.x0, x), min(b.z0, z), max(b.x1, x), max(b.z1, z)}
}

func (b box) join(c box) box { return b.around(c.x0, c.z0).around(c.x1, c.z1) }

func (b box) meets(c box) bool { return b.x0 <= c.x1 && c.x0 <= b.x1 && b.z0 <= c.z1 && c.z0 <= b.z1 }

// newGeometry takes the scene apart.
func newGeometry(scene *ecs.Scene, origin [3]float64) (*geometry, error) {
	if len(scene.Entities) >= 1<<24 {
		return nil, fmt.Errorf("engine: scene %q has %d meshes, expected fewer than %d: %w", scene.Name, len(scene.Entities), 1<<24, ecs.ErrInput)
	}
	g := &geometry{}
	floors := false
	for i := range scene.Entities {
		e := &scene.Entities[i]
		g.add(scene, i)
		g.place(scene, i, scene.Of(e), origin)
		floors = floors || e.Role.Physical()
	}
	if !floors {
		return nil, fmt.Errorf("engine: scene %q has no floor: expected at least one triangle that is not a goal, spawn, door, discomfort or ignored: %w", scene.Name, ecs.ErrInput)
	}
	return g, nil
}

// add takes the next entity of the scene.
func (g *geometry) add(scene *ecs.Scene, i int) {
	e := &scene.Entities[i]
	zone := e.Role == ecs.RoleGoal || e.Role == ecs.RoleSpawn || e.Role == ecs.RoleDiscomfort
	g.meshes = append(g.meshes, mesh{first: e.First, count: e.Count, physical: e.PresentAtStart() && !zone, zone: zone, motion: still})
	a := g.attribute(e)
	g.attributes = append(g.attributes, a)
	g.stairs, g.discomfort = g.stairs || a.Stair != 0, g.discomfort || a.Discomfort != 0
	for n := len(scene.Triangles) - len(g.corners); n > 0; n-- {
		g.corners, g.facets = append(g.corners, [3][3]float32{}), append(g.facets, bake.Facet{})
	}
}

// place puts the triangles of an entity where they are.
func (g *geometry) place(scene *ecs.Scene, entity int, ts []ecs.Triangle, origin [3]float64) {
	p := &g.meshes[entity]
	p.box = emptyBox()
	for i, t := range ts {
		at := p.first + i
		for k, v := range t {
			for axis := range v {
				g.corners[at][k][axis] = float32(v[axis] - origin[axis])
			}
			p.box = p.box.around(g.corners[at][k][0], g.corners[at][k][2])
		}
		closed := at < len(scene.Closed) && scene.Closed[at]
		g.facets[at] = bake.NewFacet(g.corners[at], entity, closed, scene.Entities[entity].TwoSided)
	}
}

func (g *geometry) attribute(e *ecs.Entity) bake.Attribute {
	a := bake.Attribute{Role: bake.RoleSolid, Stair: bake.PackStair(e.SpeedUp, e.SpeedDown)}
	switch e.Role {
	case ecs.RoleWalkable:
		a.Role = bake.RoleWalkable
	case ecs.RoleObstacle, ecs.RoleDoor:
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

// within lists the triangles of the meshes wanted whose box in the plan meets another, in the order of the scene.
func (g *geometry) within(b box, wanted func(m *mesh) bool) (triangles []uint32) {
	for i := range g.meshes {
		p := &g.meshes[i]
		if !wanted(p) || !p.box.meets(b) {
			continue
		}
		for t := p.first; t < p.first+p.count; t++ {
			c := &g.corners[t]
			own := emptyBox().around(c[0][0], c[0][2]).around(c[1][0], c[1][2]).around(c[2][0], c[2][2])
			if own.meets(b) {
				triangles = append(triangles, uint32(t))
			}
		}
	}
	return triangles
}

// upload gives the corners and facets of triangles as the slots have them.
func (g *geometry) upload(triangles []uint32) (corners [][4]float32, facets []bake.Facet) {
	for _, t := range triangles {
		for _, c := range g.corners[t] {
			corners = append(corners, [4]float32{c[0], c[1], c[2]})
		}
		facets = append(facets, g.facets[t])
	}
	return corners, facets
}

// sizeGrid lays the grid over the scene's box.
func sizeGrid(scene *ecs.Scene, sc *ecs.Scenario, f *passes.Frame) (origin [3]float64, err error) {
	l := sc.Grid.Cell
	var n [3]float64
	for i := range 3 {
		n[i] = math.Ceil((scene.Max[i]-scene.Min[i])/l - 1e-6)
		origin[i] = scene.Min[i]
	}
	if !(n[0] <= maxSide && n[2] <= maxSide && n[1] <= maxSide) {
		return origin, fmt.Errorf("engine: scenario %q: grid.cell %g m makes %.0f × %.0f × %.0f cells of scene %q (%.4g × %.4g × %.4g m), expected at most %d on a side: %w",
			sc.Name, l, n[0], n[2], n[1], scene.Name, n[0]*l, n[2]*l, n[1]*l, maxSide, ecs.ErrInput)
	}
	f.Width, f.Height, f.Cell, f.PerCell = uint32(n[0]), uint32(n[2]), float32(l), float32(1/l)
	f.TilesX, f.TilesZ = (f.Width+passes.Tile-1)/passes.Tile, (f.Height+passes.Tile-1)/passes.Tile
	f.Top, f.Upright = float32(scene.Max[1]-scene.Min[1]), uint32(n[1])+1
	f.DepthScale = 1 / (f.Top + 2)
	return origin, nil
}

// maxSide is the largest grid.
const maxSide = 16384
