package bake

import (
	"math"

	"throng/passes"
)

// Zones marks the first walkable cell below each zone: goals, spawn regions, discomfort (ML §4.5). Where zones overlap,
// the lowest number and the largest discomfort win.
type Zones struct{ drawn }

// Decl declares the pass.
func (Zones) Decl() passes.Decl {
	return declare("zones", passes.Reads("attributes", "facets", "position", "grid"), passes.Updates("goal", "spawn", "discomfort"))
}

// Draw names the zones, which follow the physical triangles.
func (Zones) Draw(f *passes.Frame) passes.Draw {
	d := drawOf(f, Top)
	d.First, d.Count = int(f.Triangles), int(f.Zones)
	return d
}

// numbers is the number of values that a goal or spawn can have. They are kept from the top down, so that the largest
// word is the lowest number and 0 none.
const numbers = 1 << 16

// CPU marks the cells.
func (z Zones) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes, position, grid := passes.As[Attribute](b, "attributes"), b.Image("position"), b.Image("grid")
	keep := func(slot string, i, j, k int, word uint32) {
		if m := b.Image(slot); word > m.U32(i, j, k) {
			m.SetU32(i, j, k, word)
		}
	}
	rasterise(f, b, Top, z.Draw(f), func(i, j int, g fragment) {
		if g.facet.Up == 0 {
			return
		}
		a := &attributes[g.facet.entity()]
		for k := range int(f.Layers) {
			if grid.U32(i, j, k) != GridWalkable || position.Vec4(i, j, k)[1] > g.position[1]+f.Step {
				continue
			}
			keep("goal", i, j, k, reversed(a.Goal))
			keep("spawn", i, j, k, reversed(a.Spawn))
			keep("discomfort", i, j, k, math.Float32bits(a.Discomfort))
			return
		}
	})
}

// reversed turns a number into its word and back; 0 is none.
func reversed(n uint32) uint32 {
	if n == 0 {
		return 0
	}
	return numbers - n
}
