package bake

import (
	"math"

	"throng/passes"
)

// Gather appends every fragment to the list of its column.
type Gather struct{ drawn }

// Decl declares the pass.
func (Gather) Decl() passes.Decl {
	return declare("gather", passes.Reads("facets", "fragmentStart"), passes.Updates("fragmentCursor"), passes.Writes("fragments"))
}

// CPU appends.
func (Gather) CPU(f *passes.Frame, b *passes.Buffers) {
	start, cursor, fragments := b.U32("fragmentStart"), b.U32("fragmentCursor"), b.UVec4("fragments")
	eachFragment(f, b, func(x, y int, g fragment) {
		column, d := y*int(f.Width)+x, g.distance(f)
		fragments[start[column]+cursor[column]] = [4]uint32{
			math.Float32bits(depth(f, d)), g.triangle, math.Float32bits(d), math.Float32bits(g.position[1]),
		}
		cursor[column]++
	})
}

// Layers takes the layers out of the lists of fragments: of every column the nearest, then the nearest more than δ
// behind it, and so on, to the bit what peeling finds, with the closed solids around each.
type Layers struct{ perTexel }

// Decl declares the pass.
func (Layers) Decl() passes.Decl {
	return passes.Decl{
		Name: "layers",
		Bindings: passes.Bindings(passes.Reads("facets", "fragmentStart", "fragments"), passes.Writes("position", "surface", "winding"),
			passes.Updates("bakeCounts")),
		Group: 64,
	}
}

// CPU takes the layers.
func (Layers) CPU(f *passes.Frame, b *passes.Buffers) {
	facets, start, fragments := passes.As[Facet](b, "facets"), b.U32("fragmentStart"), b.UVec4("fragments")
	position, surface, winding, counts := b.Image("position"), b.Image("surface"), b.Image("winding"), b.U32("bakeCounts")
	columns(f, func(i, j int) {
		column := j*int(f.Width) + i
		list := fragments[start[column]:start[column+1]]
		centre, w, k := Top.centre(f, i, j), float32(0), 0
		for ; k < int(f.Layers); k++ {
			g := behind(list, w+f.Delta, k == 0)
			if g == nil {
				break
			}
			y := math.Float32frombits(g[3])
			w = math.Float32frombits(g[2]) + 1
			position.SetVec4(i, j, k, [4]float32{centre[0], y, centre[1], w})
			surface.SetU32(i, j, k, g[1]+1)
			inside := uint32(0)
			for _, g := range list {
				if facet := &facets[g[1]]; facet.closed() && math.Float32frombits(g[3]) > y+skin {
					inside += facet.turn()
				}
			}
			winding.SetU32(i, j, k, inside)
		}
		counts[CountWritten] = max(counts[CountWritten], uint32(k))
	})
}

// behind is the nearest fragment of a column more than a distance away, or of all; of equal ones that of the first triangle.
func behind(list [][4]uint32, w float32, all bool) (best *[4]uint32) {
	for i := range list {
		g := &list[i]
		if !all && math.Float32frombits(g[2])+1 <= w {
			continue
		}
		if best == nil || g[0] < best[0] || g[0] == best[0] && g[1] < best[1] {
			best = g
		}
	}
	return best
}
