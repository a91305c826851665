package move

import (
	"math"

	"throng/passes"
)

// Relocate looks after the agents when the scene has changed. An agent whose floor is gone, or that something has run into
// so that a wall parts it from the centre of its cell, is put on the nearest floor where it has room, else on any, at most [Far] metres and [MaxRings] cells away in the plan and half the head room up or
// down. Where there is none it stays without a cell, alive and stranded, until a later change brings floor.
type Relocate struct{ passes.Plain }

// Far is the farthest that an agent is moved when its floor is gone [m], and MaxRings the same in cells.
const (
	Far      = 2.0
	MaxRings = 16
)

// drop is the highest that an agent is lifted or dropped, as a share of the head room.
const drop = 0.5

// Decl declares the pass.
func (Relocate) Decl() passes.Decl {
	return passes.Decl{Name: "relocate", Group: 64, Bindings: passes.Bindings(
		passes.Fetches("pages", "pageTable", "height", "clearance", "agentBody", "agentState", "wallStart", "pageWalls", "walls"),
		passes.Updates("agentPosition", "agentHeight"), passes.Writes("agentVelocity"), passes.Updates("agentCell"))}
}

// Invocations is one thread for each agent slot.
func (Relocate) Invocations(f *passes.Frame) int { return int(f.Capacity) }

// CPU looks after one agent after the other.
func (Relocate) CPU(f *passes.Frame, b *passes.Buffers) {
	pages, height, clearance := b.UVec4("pages"), b.F32("height"), b.F32("clearance")
	stands := func(c uint32, y float32) bool {
		return c < f.Cells && clearance[c] > 0 && abs(height[c]-y) <= drop*f.Clearance
	}
	walls := passes.NewWalls(f, b)
	apart := func(c uint32, p vec) bool {
		m := passes.Centre(f, pages, c)
		for w := range walls.Around(c) {
			if passes.Cross(w, passes.Segment{p[0], p[1], m[0], m[1]}) {
				return true
			}
		}
		return false
	}
	for i, state := range b.U32("agentState") {
		cell, p, y := &b.U32("agentCell")[i], &b.Vec2("agentPosition")[i], &b.F32("agentHeight")[i]
		if state&0xff == passes.StateFree || stands(*cell, *y) && !apart(*cell, *p) {
			continue
		}
		own := [2]int{int(math.Floor(float64(p[0] * f.PerCell))), int(math.Floor(float64(p[1] * f.PerCell)))}
		c := nearestFloor(f, *p, b.Vec4("agentBody")[i][0], own, func(i, j, sheet int) (c uint32, room float32) {
			c = passes.CellAt(f, b.U32("pageTable"), i, j, sheet)
			if !stands(c, *y) {
				return passes.None, 0
			}
			return c, clearance[c]
		})
		*cell, b.Vec2("agentVelocity")[i] = c, vec{}
		if c == passes.None {
			continue
		}
		if x, z := passes.Column(pages, c); x != own[0] || z != own[1] || apart(c, *p) {
			*p = passes.Centre(f, pages, c)
		}
		*y = height[c]
	}
}

// nearestFloor gives the nearest cell for a body of radius r that stands around the agent's own column, which is nearest
// of all.
func nearestFloor(f *passes.Frame, p vec, r float32, own [2]int, at func(i, j, sheet int) (uint32, float32)) uint32 {
	best, wide := passes.None, passes.None
	bestWay, wideWay := float32(Far), float32(Far)
	rings := min(int(math.Ceil(float64(Far*f.PerCell))), MaxRings)
	for j := max(own[1]-rings, 0); j <= min(own[1]+rings, int(f.Height)-1); j++ {
		for i := max(own[0]-rings, 0); i <= min(own[0]+rings, int(f.Width)-1); i++ {
			way := float32(0)
			if i != own[0] || j != own[1] {
				way = length(sub(vec{(float32(i) + 0.5) * f.Cell, (float32(j) + 0.5) * f.Cell}, p))
			}
			for s := 0; s < int(f.Sheets) && way < wideWay; s++ {
				c, room := at(i, j, s)
				if c == passes.None {
					continue
				}
				if way < bestWay {
					best, bestWay = c, way
				}
				if room >= r {
					wide, wideWay = c, way
				}
			}
		}
	}
	if wide != passes.None {
		return wide
	}
	return best
}
