package bake

import (
	"math"

	"throng/passes"
)

// Vertical invalidates the floor beneath the vertical fragments of a side view (ML §4.2). ML peels the view; as every
// fragment of it counts, drawing all of them gives the same.
type Vertical struct {
	drawn
	View View // Front or Side
}

// vertical is τ of ML §4.2: fragments steeper than 60° from the horizontal.
const vertical = 0.5

// Decl declares the pass.
func (Vertical) Decl() passes.Decl {
	return declare("vertical", passes.Reads("attributes", "facets", "position", "surface"), passes.Updates("grid"))
}

// Push gives the view.
func (p Vertical) Push(*passes.Frame) [4]uint32 { return [4]uint32{uint32(p.View)} }

// Draw names the view.
func (p Vertical) Draw(f *passes.Frame) passes.Draw { return drawOf(f, p.View) }

// CPU invalidates the floors.
func (p Vertical) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes := passes.As[Attribute](b, "attributes")
	rasterise(f, b, p.View, drawOf(f, p.View), func(_, _ int, g fragment) {
		if abs(g.facet.Up) < vertical && attributes[g.facet.entity()].Role != RoleWalkable {
			invalidate(f, b, g.position)
		}
	})
}

// invalidate marks the floor beneath a vertical fragment.
func invalidate(f *passes.Frame, b *passes.Buffers, p [3]float32) {
	position, surface, grid, facets := b.Image("position"), b.Image("surface"), b.Image("grid"), passes.As[Facet](b, "facets")
	i := int(math.Floor(float64(p[0]*f.PerCell))) - int(f.BlockX)
	j := int(math.Floor(float64(p[2]*f.PerCell))) - int(f.BlockZ)
	if i < 0 || j < 0 || i >= int(f.Width) || j >= int(f.Height) {
		return
	}
	for k := range int(f.Layers) {
		q := position.Vec4(i, j, k)
		if q[3] == 0 {
			return
		}
		if p[1] <= q[1]+f.Step || abs(facets[surface.U32(i, j, k)-1].Up) <= vertical {
			continue
		}
		if p[1] <= q[1]+f.Clearance && grid.U32(i, j, k) == GridWalkable {
			grid.SetU32(i, j, k, GridVertical)
		}
		return
	}
}
