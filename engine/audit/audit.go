// Package audit tells whether agents stand in walls. It reads the triangles of a scene
// and none of the engine's cells, so that a mistake in the bake cannot hide itself.
//
// Units are metres; y is up and the plan is (x, z).
package audit

import (
	"fmt"
	"math"

	"throng/ecs"
)

// Reach is how far Check looks for an obstruction, in metres of plan.
const Reach = 2.0

// touch is how far a triangle must reach into the band between step and head height to
// count, in metres: scene files hold float32, so that heights meant to be equal differ
// by a few micrometres.
const touch = 1e-4

// Audit holds the triangles of a scene by place. It does not change after New, so any
// number of goroutines may ask it.
type Audit struct {
	step, clearance float64
	slope           float64 // of the steepest floor, rise over run
	floors, walls   *plan
}

// Verdict is what an agent's centre stands on and how near an obstruction is.
type Verdict struct {
	OverFloor bool    // there is a floor within a step of the agent's height
	Floor     float64 // height of that floor; 0 where there is none
	Wall      float64 // plan distance from the centre to the nearest obstruction, +Inf beyond Reach or over no floor
}

// New makes an audit of a scene for agents that take steps up to step metres, are
// clearance metres tall and stand on slopes up to slopeDeg degrees.
func New(scene *ecs.Scene, step, clearance, slopeDeg float64) *Audit {
	if !(step >= 0 && clearance > step && slopeDeg >= 0 && slopeDeg < 90) {
		panic(fmt.Sprintf("audit: the step (%g m) must lie between 0 and the clearance (%g m), and the slope (%g°) between 0 and 90°.",
			step, clearance, slopeDeg))
	}
	angle := slopeDeg * math.Pi / 180
	var floors, walls []ecs.Triangle
	for i := range scene.Entities {
		e := &scene.Entities[i]
		for _, t := range scene.Of(e) {
			if isFloor(t, e, math.Cos(angle)) {
				floors = append(floors, t)
			}
			if e.Role == ecs.RoleSolid || e.Role == ecs.RoleObstacle {
				walls = append(walls, t)
			}
		}
	}
	return &Audit{
		step: step, clearance: clearance, slope: math.Tan(angle),
		floors: newPlan(scene, floors), walls: newPlan(scene, walls),
	}
}

// isFloor reports whether a triangle can be stood on. A floor that lies within the band
// above another one, like a table top, obstructs that one: so a triangle may be both.
func isFloor(t ecs.Triangle, e *ecs.Entity, steepest float64) bool {
	if e.Role != ecs.RoleSolid && e.Role != ecs.RoleWalkable {
		return false
	}
	up := t.Normal()[1]
	if e.TwoSided {
		up = math.Abs(up)
	}
	return up >= steepest
}

// Check judges the point p, an agent's feet, in world coordinates.
//
// An obstruction is any piece of a solid or an obstacle between a step and the clearance
// above its floor. On slopes and stairs the floor itself enters this band ahead of
// the agent: the distance is then at least one tread, or the step divided by the slope.
func (a *Audit) Check(p [3]float64) Verdict {
	v := Verdict{Wall: math.Inf(1)}
	if v.Floor, v.OverFloor = a.Floor(p); v.OverFloor {
		v.Wall = a.wall(p, v.Floor, Reach)
	}
	return v
}

// Crossed reports whether the straight way between two places of an agent meets an
// obstruction: one that stands in the band above both floors. It is false where either
// place is over no floor, and where the floors are so far apart that the bands are.
func (a *Audit) Crossed(from, to [3]float64) bool {
	f, ok := a.Floor(from)
	g, ok2 := a.Floor(to)
	if !ok || !ok2 {
		return false
	}
	lo, hi := max(f, g)+a.step, min(f, g)+a.clearance
	s := segment{point{from[0], from[2]}, point{to[0], to[2]}}
	return a.walls.any(s.box(), func(t *ecs.Triangle) bool {
		piece := slice(t, lo, hi)
		return piece.meets(s)
	})
}

// Floor is the height of the floor that an agent at p stands on: the highest one at
// most a step above p and at most a step below it. It is false where there is none.
func (a *Audit) Floor(p [3]float64) (height float64, ok bool) {
	height = math.Inf(-1)
	at := point{p[0], p[2]}
	a.floors.any(box{at, at}, func(t *ecs.Triangle) bool {
		y, over := heightAt(t, at)
		if over && y > height && math.Abs(y-p[1]) <= a.step+touch {
			height, ok = y, true
		}
		return false
	})
	if !ok {
		height = 0
	}
	return height, ok
}

// wall is the plan distance to the nearest obstruction above a floor, +Inf beyond reach.
func (a *Audit) wall(p [3]float64, floor, reach float64) float64 {
	at := point{p[0], p[2]}
	nearest := math.Inf(1)
	around := box{point{at.x - reach, at.z - reach}, point{at.x + reach, at.z + reach}}
	a.walls.any(around, func(t *ecs.Triangle) bool {
		piece := slice(t, floor+a.step, floor+a.clearance)
		nearest = min(nearest, piece.distance(at))
		return nearest == 0
	})
	if nearest > reach {
		return math.Inf(1)
	}
	return nearest
}
