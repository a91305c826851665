package engine

import (
	"fmt"
	"math"
	"math/rand/v2"

	"throng/ecs"
)

// parts collects a scene for a test.
type parts struct{ ecs.Scene }

// add puts triangles into the scene as an entity.
func (p *parts) add(e ecs.Entity, ts ...ecs.Triangle) {
	e.First, e.Count = len(p.Triangles), len(ts)
	e.Node, e.Name, e.SpeedUp, e.SpeedDown = len(p.Entities), fmt.Sprintf("part %d", len(p.Entities)), max(e.SpeedUp, 0.01), max(e.SpeedDown, 0.01)
	if e.Role != ecs.RoleGoal {
		e.Goal = -1
	}
	p.Entities, p.Triangles = append(p.Entities, e), append(p.Triangles, ts...)
	for _, t := range ts {
		for _, c := range t {
			for i := range c {
				p.Min[i], p.Max[i] = min(p.Min[i], c[i]), max(p.Max[i], c[i])
			}
		}
	}
}

// solid is an entity of a role that nothing slows down.
func solid(r ecs.Role) ecs.Entity { return ecs.Entity{Role: r, SpeedUp: 1, SpeedDown: 1} }

// quad is two triangles, counterclockwise seen from the normal's side.
func quad(a, b, c, d [3]float64) []ecs.Triangle {
	return []ecs.Triangle{{a, b, c}, {a, c, d}}
}

// flat is a horizontal rectangle, turned by an angle about its middle, that faces up.
func flat(x, z, wide, long, angle float64, height func(x, z float64) float64) []ecs.Triangle {
	at := func(u, v float64) [3]float64 {
		c, s := math.Cos(angle), math.Sin(angle)
		px, pz := x+c*u*wide/2-s*v*long/2, z+s*u*wide/2+c*v*long/2
		return [3]float64{px, height(u, v), pz}
	}
	return quad(at(-1, -1), at(-1, 1), at(1, 1), at(1, -1))
}

func level(y float64) func(x, z float64) float64 {
	return func(_, _ float64) float64 { return y }
}

// block is a closed box on a turned rectangle.
func block(x, z, wide, long, angle, low, high float64) []ecs.Triangle {
	top, bottom := flat(x, z, wide, long, angle, level(high)), flat(x, z, wide, long, angle, level(low))
	ts := append([]ecs.Triangle{}, top...)
	for _, t := range bottom {
		ts = append(ts, ecs.Triangle{t[0], t[2], t[1]})
	}
	corner := func(ts []ecs.Triangle, k int) [3]float64 {
		return [...][3]float64{ts[0][0], ts[0][1], ts[0][2], ts[1][2]}[k]
	}
	for k := range 4 {
		n := (k + 1) % 4
		ts = append(ts, quad(corner(top, k), corner(bottom, k), corner(bottom, n), corner(top, n))...)
	}
	return ts
}

// newScene is an empty scene.
func newScene(name string) *parts {
	p := &parts{}
	p.Name = name
	for i := range 3 {
		p.Min[i], p.Max[i] = math.Inf(1), math.Inf(-1)
	}
	return p
}

// randomScene is a floor with boxes, thin walls, ramps, sloped and overlapping slabs, zones of discomfort and a goal. Of
// every other one the corners lie on a raster of 1/16 m, many of them on centres of cells.
func randomScene(seed uint64) *ecs.Scene {
	r := rand.New(rand.NewPCG(seed, 7))
	p := newScene(fmt.Sprintf("random %d", seed))
	side := 8 + 6*r.Float64()
	within := func() float64 { return side * r.Float64() }
	span := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	p.add(solid(ecs.RoleSolid), block(side/2, side/2, side, side, 0, -0.2, 0)...)
	p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(1+0.5*within()/side, 1, 1.7, 1.7, within(), level(0.05))...)
	for range 3 {
		p.add(solid(ecs.RoleObstacle), block(within(), within(), span(0.2, 2), span(0.2, 2), within(), 0, span(0.1, 2.5))...)
		p.add(solid(ecs.RoleObstacle), block(within(), within(), span(0.02, 0.1), span(1, 4), within(), 0, 2.2)...) // thinner than a cell
		p.add(solid(ecs.RoleSolid), block(within(), within(), span(1, 4), span(1, 4), within(), span(0.5, 2.5), span(2.6, 3.5))...)
		ramp := ecs.Entity{Role: ecs.RoleWalkable, SpeedUp: span(0.3, 1), SpeedDown: span(0.3, 1)}
		a, b := span(-0.1, 0.2), span(-0.4, 0.4)
		p.add(ramp, flat(within(), within(), span(1, 3), span(2, 5), within(), func(u, v float64) float64 { return a + 0.3 + 0.6*a*u + b*v })...)
		p.add(ecs.Entity{Role: ecs.RoleDiscomfort, Discomfort: span(0, 3)}, flat(within(), within(), span(1, 4), span(1, 4), within(), level(0.04))...)
	}
	p.add(ecs.Entity{Role: ecs.RoleSpawn}, flat(within(), within(), 3, 3, within(), level(0.05))...)
	if seed%2 == 1 {
		p.snap(16)
	}
	ecs.MarkClosed(&p.Scene)
	return &p.Scene
}

// snap moves all corners to the nearest multiple of 1/n metre.
func (p *parts) snap(n float64) {
	round := func(v *[3]float64) {
		for i := range v {
			v[i] = math.Round(v[i]*n) / n
		}
	}
	for t := range p.Triangles {
		for k := range p.Triangles[t] {
			round(&p.Triangles[t][k])
		}
	}
	round(&p.Min)
	round(&p.Max)
}

// emptyScenario is a scenario of one group with goal 0 and nobody in it.
func emptyScenario(name string) *ecs.Scenario {
	sc := ecs.NewScenario()
	sc.Name, sc.Scene = name, name
	sc.Groups = []ecs.Group{ecs.NewGroup("walkers", 0)}
	sc.Spawns = []ecs.Spawn{}
	return sc
}
