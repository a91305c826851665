package bake

import "throng/passes"

// Connect finds the layer of the neighbour in each direction (ML §4.3): both surfaces are extended to the shared face by
// their slope and may differ there by less than the step height. Floor inside matter counts where there is no other.
type Connect struct{ perTexel }

// Decl declares the pass.
func (Connect) Decl() passes.Decl {
	return passes.Decl{
		Name:     "connect",
		Bindings: passes.Bindings(passes.Reads("facets", "position", "surface", "grid"), passes.Writes("connection")),
		Group:    256,
	}
}

// CPU connects the layers.
func (Connect) CPU(f *passes.Frame, b *passes.Buffers) {
	position, surface, grid, connection := b.Image("position"), b.Image("surface"), b.Image("grid"), b.Image("connection")
	facets := passes.As[Facet](b, "facets")
	faceHeight := func(i, j, k int, d [2]int) float32 {
		slope := facets[surface.U32(i, j, k)-1].Slope
		rise := float32(slope[0]*float32(d[0])) + float32(slope[1]*float32(d[1]))
		return position.Vec4(i, j, k)[1] + float32(0.5*f.Cell*rise)
	}
	nearest := func(i, j, k int, d [2]int, flag uint32) int32 {
		x, y, found, best := i+d[0], j+d[1], int32(-1), f.Step
		here := faceHeight(i, j, k, d)
		for l := range int(f.Layers) {
			if grid.U32(x, y, l) != flag {
				continue
			}
			if gap := abs(here - faceHeight(x, y, l, [2]int{-d[0], -d[1]})); gap < best {
				best, found = gap, int32(l)
			}
		}
		return found
	}
	neighbour := func(i, j, k int, d [2]int) int32 {
		x, y := i+d[0], j+d[1]
		if x < 0 || y < 0 || x >= int(f.Width) || y >= int(f.Height) {
			return -1
		}
		if floor := nearest(i, j, k, d, GridWalkable); floor >= 0 {
			return floor
		}
		return nearest(i, j, k, d, GridInside)
	}
	columns(f, func(i, j int) {
		for k := range int(f.Layers) {
			c := [4]int32{-1, -1, -1, -1}
			for d := range c {
				if grid.U32(i, j, k) == GridWalkable {
					c[d] = neighbour(i, j, k, directions[d])
				}
			}
			connection.SetI8x4(i, j, k, c)
		}
	})
}
