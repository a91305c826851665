package plan

import (
	"math"

	"throng/passes"
)

// MaxExact is the farthest that [Exact] reaches [cells]: lavapipe ends the loops of a thread after 65,535 iterations.
const MaxExact = 16

// Exact gives the cells around a goal their distance to its nearest cell times the cost of a metre, and fixes them: near a
// point the four-neighbour equation is off by much of a cell, and headings by up to 8°. A cell gets a distance where
// the straight line to it leads over open, level floor without discomfort or stair speeds; a line through a corner has to
// be open on both sides of it. It runs after [Seed], for a group that starts from its goal.
type Exact struct {
	Group uint32
	Reach float32 // [m], at most MaxExact cells
	Rate  float32 // cost of a metre of free walking
}

// Decl declares the pass.
func (Exact) Decl() passes.Decl {
	return passes.Decl{
		Name: "exact",
		Bindings: passes.Bindings(passes.Fetches("pages", "pageTable", "links", "cellZone", "clearance", "height"), passes.Reads("cellStair", "cellDiscomfort", "classes", "groups"),
			passes.Updates("potential", "solveArgs", "solveList", "solveStamp", "solveState")),
		Push:  12,
		Group: 256,
	}
}

// Push gives the group, and how far and at what cost.
func (e Exact) Push(*passes.Frame) [4]uint32 {
	return [4]uint32{e.Group, math.Float32bits(e.Reach), math.Float32bits(e.Rate)}
}

// Invocations is a thread per cell; those of the goal work.
func (Exact) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU measures from every cell of the goal.
func (e Exact) CPU(f *passes.Frame, b *passes.Buffers) {
	group := passes.As[passes.Group](b, "groups")[e.Group]
	if !due(f, b, e.Group) || group.Reset == passes.ResetAbove {
		return
	}
	phi := b.F32("potential")[passes.SolvePlane(f, e.Group, group.Reset):][:f.Cells]
	r := newRuler(f, b, passes.As[passes.Class](b, "classes")[group.Class].Radius)
	n := int(e.Reach * f.PerCell)
	for c := range f.Cells {
		if b.U32("cellZone")[c]&0xffff != group.Goal+1 || !r.free(c) {
			continue
		}
		for k := range (2*n + 1) * (2*n + 1) {
			dx, dz := k%(2*n+1)-n, k/(2*n+1)-n
			away := f.Cell * float32(math.Sqrt(float64(float32(dx*dx+dz*dz))))
			if away > e.Reach || away == 0 {
				continue
			}
			if to := r.along(c, dx, dz); to != passes.None && away*e.Rate < passes.Potential(phi[to]) {
				phi[to] = passes.Fixed(away * e.Rate)
				wakeAround(f, b, e.Group, to)
			}
		}
	}
}

// ruler follows straight lines over free floor.
type ruler struct {
	f                             *passes.Frame
	links                         passes.Links
	radius                        float32
	clearance, height, discomfort []float32
	stair                         []uint32
}

func newRuler(f *passes.Frame, b *passes.Buffers, radius float32) ruler {
	return ruler{f, passes.NewLinks(f, b), radius, b.F32("clearance"), b.F32("height"), b.F32("cellDiscomfort"), b.U32("cellStair")}
}

// free reports whether a cell is open, and costs nothing extra.
func (r *ruler) free(c uint32) bool {
	return r.clearance[c] >= r.radius && (r.f.Gamma == 0 || r.discomfort[c] == 0) && (r.f.Stairs == 0 || r.stair[c] == 0)
}

// levelRise is the most that a step on level floor climbs, as a share of its length.
const levelRise = 1e-3

// step is the neighbour over free, level floor, or None.
func (r *ruler) step(c uint32, d int) uint32 {
	if c == passes.None {
		return c
	}
	n := r.links.To(c, d)
	if n == passes.None || !r.free(n) || max(r.height[n]-r.height[c], r.height[c]-r.height[n]) > levelRise*r.f.Cell {
		return passes.None
	}
	return n
}

// along is the cell so many columns and rows away, where the straight line between the centres leads over free floor.
func (r *ruler) along(c uint32, dx, dz int) uint32 {
	east, north := 1, 0
	if dx < 0 {
		dx, east = -dx, 3
	}
	if dz < 0 {
		dz, north = -dz, 2
	}
	for i, j := 0, 0; i+j < dx+dz && c != passes.None; {
		x, z := (2*i+1)*dz, (2*j+1)*dx // where the line next passes a column, and a row
		switch {
		case x < z:
			c, i = r.step(c, east), i+1
		case z < x:
			c, j = r.step(c, north), j+1
		default:
			a, b := r.step(r.step(c, east), north), r.step(r.step(c, north), east)
			if c, i, j = a, i+1, j+1; a != b {
				c = passes.None
			}
		}
	}
	return c
}
