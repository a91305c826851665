package bake

import "throng/passes"

// Overdraw counts the fragments of every column: room for their lists, and a bound on the number of layers.
type Overdraw struct{ drawn }

// Decl declares the pass.
func (Overdraw) Decl() passes.Decl {
	return declare("overdraw", passes.Reads("facets"), passes.Updates("fragmentStart", "bakeCounts"))
}

// CPU counts.
func (o Overdraw) CPU(f *passes.Frame, b *passes.Buffers) {
	columns, counts := b.U32("fragmentStart"), b.U32("bakeCounts")
	eachFragment(f, b, func(x, y int, _ fragment) {
		n := &columns[y*int(f.Width)+x]
		*n++
		counts[CountOverdraw] = max(counts[CountOverdraw], *n)
	})
}

// eachFragment visits the fragments of the physical triangles seen from the top; vertical ones have none.
func eachFragment(f *passes.Frame, b *passes.Buffers, visit func(x, y int, g fragment)) {
	rasterise(f, b, Top, drawOf(f, Top), func(x, y int, g fragment) {
		if g.facet.Up != 0 {
			visit(x, y, g)
		}
	})
}

// Peel draws one layer: of every column the nearest surface more than δ behind the layer peeled before (ML eq. 1-2).
type Peel struct {
	drawn
	Layer int
}

// Decl declares the pass.
func (Peel) Decl() passes.Decl {
	d := declare("peel", passes.Reads("facets", "peeled"), passes.Writes("bakeCounts"))
	d.Raster = &passes.Raster{Colours: []string{"position", "surface"}, Depth: "depth"}
	return d
}

// Push gives the view and the layer.
func (p Peel) Push(*passes.Frame) [4]uint32 { return [4]uint32{uint32(Top), uint32(p.Layer)} }

// Draw names the layer.
func (p Peel) Draw(f *passes.Frame) passes.Draw {
	d := drawOf(f, Top)
	d.Layer = p.Layer
	return d
}

// CPU draws the layer.
func (p Peel) CPU(f *passes.Frame, b *passes.Buffers) {
	position, surface, peeled := b.Image("position"), b.Image("surface"), b.Image("peeled")
	position.Clear(p.Layer)
	surface.Clear(p.Layer)
	nearest := make([]float32, f.Texels())
	for i := range nearest {
		nearest[i] = 1
	}
	eachFragment(f, b, func(x, y int, g fragment) {
		d := g.distance(f)
		if p.Layer > 0 {
			if w := peeled.Vec4(x, y, 0)[3]; w == 0 || d+1 <= w+f.Delta {
				return
			}
		}
		b.U32("bakeCounts")[CountWritten] = 1
		if at := y*int(f.Width) + x; depth(f, d) < nearest[at] {
			nearest[at] = depth(f, d)
			position.SetVec4(x, y, p.Layer, [4]float32{g.position[0], g.position[1], g.position[2], d + 1})
			surface.SetU32(x, y, p.Layer, g.triangle+1)
		}
	})
}

// Keep remembers the layer peeled last.
type Keep struct{ Layer int }

// Decl declares the pass.
func (Keep) Decl() passes.Decl {
	return passes.Decl{Name: "keep", Bindings: passes.Bindings(passes.Reads("position"), passes.Writes("peeled")), Push: 4, Group: 256}
}

// Push gives the layer.
func (k Keep) Push(*passes.Frame) [4]uint32 { return [4]uint32{uint32(k.Layer)} }

// Invocations is a thread per column.
func (Keep) Invocations(f *passes.Frame) int { return f.Texels() }

// CPU copies.
func (k Keep) CPU(f *passes.Frame, b *passes.Buffers) {
	from, to := b.Image("position"), b.Image("peeled")
	columns(f, func(i, j int) { to.SetVec4(i, j, 0, from.Vec4(i, j, k.Layer)) })
}

// Enclose counts for every layer how many closed solids it lies inside.
type Enclose struct{ drawn }

// Decl declares the pass.
func (Enclose) Decl() passes.Decl {
	return declare("enclose", passes.Reads("facets", "position"), passes.Updates("winding"))
}

// CPU counts.
func (Enclose) CPU(f *passes.Frame, b *passes.Buffers) {
	position, winding := b.Image("position"), b.Image("winding")
	eachFragment(f, b, func(x, y int, g fragment) {
		for k := 0; g.facet.closed() && k < int(f.Layers) && position.Vec4(x, y, k)[3] != 0; k++ {
			if g.position[1] > position.Vec4(x, y, k)[1]+skin {
				winding.SetU32(x, y, k, winding.U32(x, y, k)+g.facet.turn())
			}
		}
	})
}

// turn is what crossing the facet from above adds to the winding number: one solid more, or one less.
func (g *Facet) turn() uint32 {
	if g.Up > 0 {
		return 1
	}
	return ^uint32(0)
}
