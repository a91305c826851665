package plan

import (
	"slices"

	"throng/passes"
)

// Borders finds the regions that a step leads to from each, at most [passes.RegionWays] of them, in the order of the cells
// and directions that lead there. It runs after [Regions].
type Borders struct{ passes.PerClass }

// Decl declares the pass.
func (Borders) Decl() passes.Decl {
	return passes.Decl{
		Name:     "borders",
		Bindings: passes.Bindings(passes.Fetches("pages", "pageTable", "links"), passes.Reads("regions"), passes.Writes("regionWays")),
		Group:    passes.PageRegions,
	}
}

// Invocations is a thread per region that there can be.
func (Borders) Invocations(f *passes.Frame) int { return int(f.Pages) * passes.PageRegions }

// CPU finds the ways.
func (Borders) CPU(f *passes.Frame, b *passes.Buffers) {
	links, words, out := passes.NewLinks(f, b), b.U32("regions"), b.U32("regionWays")
	for i := range out {
		out[i] = passes.None
	}
	for class := range f.Classes {
		found := make([]int, f.Pages*passes.PageRegions)
		for c := range f.Cells {
			own := regionOf(f, words, class, c)
			if own == passes.None {
				continue
			}
			ways := out[(class*f.Pages*passes.PageRegions+own)*passes.RegionWays:][:passes.RegionWays]
			for d := range 4 {
				n := links.To(c, d)
				if n == passes.None || n/passes.PageCells == c/passes.PageCells {
					continue
				}
				to := regionOf(f, words, class, n)
				if k := found[own]; to != passes.None && k < passes.RegionWays && !slices.Contains(ways[:k], to) {
					ways[k] = to
					found[own]++
				}
			}
		}
	}
}
