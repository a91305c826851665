package plan

import (
	"math"

	"throng/passes"
)

// Velocity takes the velocity of every group at each cell: down the published potential in the metric of the sloped
// floor, at the speed of that direction. Slopes of φ are one-sided, towards the lower neighbour of each axis, as the equation
// has them; where φ is fixed, to the exact distance from a goal, central.
type Velocity struct {
	passes.Plain
	Wide bool // for a device with threads to spare: one for each group at a cell
}

// Decl declares the pass.
func (Velocity) Decl() passes.Decl {
	return passes.Decl{
		Name: "velocity",
		Bindings: passes.Bindings(passes.Fetches("pages", "pageTable", "links", "height", "slope"), passes.Reads("groups", "cellDiscomfort", "cost", "potential"),
			passes.Writes("velocity")),
		Group: 256,
	}
}

// Invocations is a thread per cell.
func (Velocity) Invocations(f *passes.Frame) int { return int(f.Cells) }

// Planes share the groups.
func (v Velocity) Planes(f *passes.Frame) int {
	if v.Wide {
		return int(f.Groups)
	}
	return 1
}

// CPU takes the velocities.
func (Velocity) CPU(f *passes.Frame, b *passes.Buffers) {
	links, height, slope := passes.NewLinks(f, b), b.F32("height"), b.U32("slope")
	cost, potential, velocity := b.Vec4("cost"), b.F32("potential"), b.U32("velocity")
	discomfort := b.F32("cellDiscomfort")
	for k, group := range passes.As[passes.Group](b, "groups") {
		plane, phi := group.Class*f.Cells, potential[uint32(k)*f.Cells:][:f.Cells]
		for c := range f.Cells {
			to := links.All(c)
			u := [4]float32{passes.Inf, passes.Inf, passes.Inf, passes.Inf}
			var rise, g [4]float32
			for d, n := range to {
				if cost[plane+c][d] < passes.Inf {
					u[d] = passes.Potential(phi[n])
				}
				if n != passes.None {
					rise[d] = height[n] - height[c]
					if f.Gamma != 0 {
						g[d] = discomfort[n]
					}
				}
			}
			velocity[uint32(k)*f.Cells+c] = passes.PackVelocity(downhill(f, phi[c], u, rise, g, cost[plane+c], passes.UnpackSlope(slope[c]), to))
		}
	}
}

// downhill is the velocity of a cell. With costs per metre c and floor slope h, M = D (I + h hᵀ) D, D = diag(c):
// direction e = -M⁻¹∇φ, plan speed 1/√(eᵀ M e) with c = 1/f. rise and g are the neighbours' height above the cell and
// their discomfort.
func downhill(f *passes.Frame, stored float32, u, rise, g, cost [4]float32, h [2]float32, to [4]uint32) [2]float32 {
	phi := passes.Potential(stored)
	if phi <= 0 || phi >= passes.Inf {
		return [2]float32{}
	}
	dx, dz, best := 1, 0, passes.Inf
	for q := range 4 {
		x, z := (q&1)*2+1, q&2
		if value := quadrant(u[x], cost[x], u[z], cost[z]); value < best {
			best, dx, dz = value, x, z
		}
	}
	gx, gz := max(phi-u[dx], 0)/f.Cell, max(phi-u[dz], 0)/f.Cell
	if passes.IsFixed(stored) {
		gx, gz = central(f, gx, u[dx^2], u[dx]), central(f, gz, u[dz^2], u[dz])
	}
	if gx == 0 && gz == 0 {
		return [2]float32{}
	}
	sx, sz := float32(2-dx), float32(1-dz)
	if cost[dx] >= passes.Inf {
		dx = dz
	}
	if cost[dz] >= passes.Inf {
		dz = dx
	}
	x, z := hypot(f.Cell, rise[dx]), hypot(f.Cell, rise[dz])
	per := [2]float32{cost[dx] / x, cost[dz] / z}
	p := [2]float32{gx * sx / per[0], gz * sz / per[1]}
	along := (h[0]*p[0] + h[1]*p[1]) / (1 + h[0]*h[0] + h[1]*h[1])
	e := [2]float32{(p[0] - h[0]*along) / per[0], (p[1] - h[1]*along) / per[1]}
	if to[side(e[0], 1, 3)] == passes.None { // the floor's tilt may turn e away from the descent of one axis
		e[0] = 0
	}
	if to[side(e[1], 0, 2)] == passes.None {
		e[1] = 0
	}
	n := hypot(e[0], e[1])
	if !(n > 0) {
		return [2]float32{}
	}
	e[0], e[1] = e[0]/n, e[1]/n
	s := [2]float32{e[0] / f.Speed(cost[dx], x, g[dx]), e[1] / f.Speed(cost[dz], z, g[dz])}
	slowness := hypot(hypot(s[0], s[1]), h[0]*s[0]+h[1]*s[1])
	return [2]float32{e[0] / slowness, e[1] / slowness}
}

// central is the slope between two opposite neighbours, down to b; the one-sided slope where one is missing.
func central(f *passes.Frame, oneSided, a, b float32) float32 {
	if max(a, b) >= passes.Inf {
		return oneSided
	}
	return (a - b) / (2 * f.Cell)
}

func side(v float32, positive, negative int) int {
	if v > 0 {
		return positive
	}
	return negative
}

func hypot(a, b float32) float32 { return float32(math.Sqrt(float64(a*a + b*b))) }
