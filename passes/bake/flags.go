package bake

import (
	"math"

	"throng/passes"
)

// perTexel is a dense pass: one thread per column of the grid, without push constants.
type perTexel struct{ passes.Plain }

// Invocations is a thread per column.
func (perTexel) Invocations(f *passes.Frame) int { return f.Texels() }

// columns visits every column of the grid.
func columns(f *passes.Frame, visit func(i, j int)) {
	for j := range int(f.Height) {
		for i := range int(f.Width) {
			visit(i, j)
		}
	}
}

// Flags marks every peeled surface as walkable, too steep or too close under the layer above (ML eq. 3-4). Floor right
// beneath the upper side of an obstacle lies inside it.
type Flags struct{ perTexel }

// Decl declares the pass.
func (Flags) Decl() passes.Decl {
	return passes.Decl{
		Name:     "flags",
		Bindings: passes.Bindings(passes.Reads("attributes", "position", "normal", "surface"), passes.Writes("grid")),
		Group:    256,
	}
}

// CPU flags the layers.
func (Flags) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes := passes.As[Attribute](b, "attributes")
	position, normal, surface, grid := b.Image("position"), b.Image("normal"), b.Image("surface"), b.Image("grid")
	columns(f, func(i, j int) {
		above, inside := float32(passes.Inf), false
		for k := range int(f.Layers) {
			flag := uint32(GridEmpty)
			if p := position.Vec4(i, j, k); p[3] != 0 {
				role := attributes[surface.U32(i, j, k)-1].Role
				up := normal.Vec4(i, j, k)[1]
				switch {
				case role == RoleObstacle || up < f.SlopeCos:
					flag = GridSteep
				case inside:
					flag = GridInside
				case above-p[1] < f.Clearance:
					flag = GridLow
				default:
					flag = GridWalkable
				}
				above, inside = p[1], f.Exact != 0 && role == RoleObstacle && up > 0
			}
			grid.SetU32(i, j, k, flag)
		}
	})
}

// Vertical invalidates the floor beneath vertical fragments of a side view (ML §4.2).
type Vertical struct{ passes.Plain }

// vertical is τ of ML §4.2: fragments steeper than 60° from the horizontal.
const vertical = 0.5

// Decl declares the pass.
func (Vertical) Decl() passes.Decl {
	return passes.Decl{
		Name: "vertical",
		Bindings: passes.Bindings(passes.Reads("attributes", "viewPosition", "viewNormal", "viewSurface", "position", "normal"),
			passes.Updates("grid", "bakeCounts")),
		Group: 256,
	}
}

// Invocations is a thread per texel of the view.
func (Vertical) Invocations(f *passes.Frame) int { return int(f.ViewWidth * f.ViewHeight) }

// CPU invalidates the floors.
func (Vertical) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes := passes.As[Attribute](b, "attributes")
	at, facing, surface := b.Image("viewPosition"), b.Image("viewNormal"), b.Image("viewSurface")
	for y := range at.H {
		for x := range at.W {
			p := at.Vec4(x, y, 0)
			if p[3] == 0 || abs(facing.Vec4(x, y, 0)[1]) >= vertical || attributes[surface.U32(x, y, 0)-1].Role == RoleWalkable {
				continue
			}
			invalidate(f, b, p)
		}
	}
}

// invalidate marks the floor beneath a vertical fragment.
func invalidate(f *passes.Frame, b *passes.Buffers, p [4]float32) {
	position, normal, grid := b.Image("position"), b.Image("normal"), b.Image("grid")
	i, j := int(math.Floor(float64(p[0]/f.Cell))), int(math.Floor(float64(p[2]/f.Cell)))
	if i < 0 || j < 0 || i >= int(f.Width) || j >= int(f.Height) {
		return
	}
	for k := range int(f.Layers) {
		q := position.Vec4(i, j, k)
		if q[3] == 0 {
			return
		}
		if p[1] <= q[1]+f.Step || abs(normal.Vec4(i, j, k)[1]) <= vertical {
			continue
		}
		if p[1] <= q[1]+f.Clearance && grid.U32(i, j, k) == GridWalkable {
			grid.SetU32(i, j, k, GridVertical)
			b.U32("bakeCounts")[CountVertical]++
		}
		return
	}
}

func abs(v float32) float32 { return max(v, -v) }

// Zones marks the first walkable cell below each zone: goals, spawn regions, discomfort (ML §4.5).
type Zones struct{ perTexel }

// Decl declares the pass.
func (Zones) Decl() passes.Decl {
	return passes.Decl{
		Name: "zones",
		Bindings: passes.Bindings(passes.Reads("attributes", "viewPosition", "viewSurface", "position", "grid"),
			passes.Updates("zone", "discomfort")),
		Group: 256,
	}
}

// CPU marks the cells.
func (Zones) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes := passes.As[Attribute](b, "attributes")
	at, surface, position, grid := b.Image("viewPosition"), b.Image("viewSurface"), b.Image("position"), b.Image("grid")
	zone, discomfort := b.Image("zone"), b.Image("discomfort")
	columns(f, func(i, j int) {
		p := at.Vec4(i, j, 0)
		if p[3] == 0 {
			return
		}
		a := attributes[surface.U32(i, j, 0)-1]
		for k := range int(f.Layers) {
			if grid.U32(i, j, k) != GridWalkable || position.Vec4(i, j, k)[1] > p[1]+f.Step {
				continue
			}
			old := zone.U32(i, j, k)
			zone.SetU32(i, j, k, lowest(old&0xffff, a.Goal)|lowest(old>>16, a.Spawn)<<16)
			discomfort.SetF32(i, j, k, max(a.Discomfort, discomfort.F32(i, j, k)))
			return
		}
	})
}

// lowest number wins where zones overlap; 0 is none.
func lowest(a, b uint32) uint32 {
	if a == 0 || b == 0 {
		return a | b
	}
	return min(a, b)
}
