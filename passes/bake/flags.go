package bake

import "throng/passes"

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

// Flags marks every layer as walkable, no floor (steep, underside or obstacle) or too close under what is above (ML eq. 3-4). Floor inside a closed
// solid, or right beneath the upper side of an open obstacle, is inside matter. With exact walls so is floor beneath what
// hangs in the way: the outline of that is known, and the floor that agents keep to ends there and not with the cells.
type Flags struct{ perTexel }

// Decl declares the pass.
func (Flags) Decl() passes.Decl {
	return passes.Decl{
		Name:     "flags",
		Bindings: passes.Bindings(passes.Reads("attributes", "facets", "position", "surface", "winding"), passes.Writes("grid")),
		Group:    256,
	}
}

// CPU flags the layers.
func (Flags) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes, facets := passes.As[Attribute](b, "attributes"), passes.As[Facet](b, "facets")
	position, surface, winding, grid := b.Image("position"), b.Image("surface"), b.Image("winding"), b.Image("grid")
	columns(f, func(i, j int) {
		above, inside, least := float32(passes.Inf), false, float32(passes.Inf)
		for k := range int(f.Layers) {
			flag := uint32(GridEmpty)
			if p := position.Vec4(i, j, k); p[3] != 0 {
				facet := &facets[surface.U32(i, j, k)-1]
				role := attributes[facet.entity()].Role
				enclosed := f.Exact != 0 && int32(winding.U32(i, j, k)) > 0
				switch {
				case role == RoleObstacle || facet.Up < f.SlopeCos:
					flag = GridSteep
				case inside || enclosed || above-p[1] > least && above-p[1] < f.Clearance:
					flag = GridInside
				case above-p[1] < f.Clearance:
					flag = GridLow
				default:
					flag = GridWalkable
				}
				if p[1] < above {
					above, least = p[1], inTheWay(f, role, facet.Up)
				}
				inside = f.Exact != 0 && role == RoleObstacle && facet.Up > 0 && !facet.closed()
			}
			grid.SetU32(i, j, k, flag)
		}
	})
}

// inTheWay is the gap beneath a surface from which floor there has something in its way: a step under what looks up, as
// that may be a step, and any under what looks down; none under what is never in the way.
func inTheWay(f *passes.Frame, role uint32, up float32) float32 {
	switch {
	case f.Exact == 0 || role == RoleWalkable:
		return passes.Inf
	case up > 0:
		return f.Step
	}
	return 0
}
