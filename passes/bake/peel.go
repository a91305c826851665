package bake

import "throng/passes"

// Peel draws one layer of a view: of every texel the nearest surface more than δ behind the layer peeled before
// (ML eq. 1-2). The top view of the physical scene goes to the layered images, all others to the view images.
type Peel struct {
	View  View
	Layer int
	Zone  *Zone // draw a zone instead of the physical scene
}

// Zone is the triangles of a goal, spawn region or discomfort, counted from the first of all zones. Zones are drawn one
// by one, because they may lie in one plane, where peeling would see only one of them.
type Zone struct{ First, Count int }

// dense reports whether the layer is one of the scene's own.
func (p Peel) dense() bool { return p.View == Top && p.Zone == nil }

func (p Peel) target(slot string) string {
	if p.dense() {
		return slot
	}
	return map[string]string{"position": "viewPosition", "normal": "viewNormal", "colour": "viewColour", "surface": "viewSurface"}[slot]
}

// Decl declares the pass.
func (p Peel) Decl() passes.Decl {
	return passes.Decl{
		Name:     "peel",
		Bindings: passes.Bindings(passes.Reads("triangles", "attributes", "peeled"), passes.Updates("bakeCounts")),
		Push:     8,
		Raster: &passes.Raster{
			Colours: []string{p.target("position"), p.target("normal"), p.target("colour"), p.target("surface")},
			Depth:   "depth",
		},
	}
}

// Push gives the view and the layer.
func (p Peel) Push(*passes.Frame) [4]uint32 { return [4]uint32{uint32(p.View), uint32(p.Layer)} }

// Invocations is not used by a draw.
func (Peel) Invocations(*passes.Frame) int { return 0 }

// Draw names the region and the triangles.
func (p Peel) Draw(f *passes.Frame) passes.Draw {
	w, h := p.View.size(f)
	d := passes.Draw{Width: w, Height: h, Count: int(f.Triangles)}
	if p.Zone != nil {
		d.First, d.Count = int(f.Triangles)+p.Zone.First, p.Zone.Count
	}
	if p.dense() {
		d.Layer = p.Layer
	}
	return d
}

// CPU draws the layer.
func (p Peel) CPU(f *passes.Frame, b *passes.Buffers) {
	position, normal := b.Image(p.target("position")), b.Image(p.target("normal"))
	colour, surface := b.Image(p.target("colour")), b.Image(p.target("surface"))
	peeled, counts := b.Image("peeled"), b.U32("bakeCounts")
	attributes := passes.As[Attribute](b, "attributes")
	draw := p.Draw(f)
	for _, m := range []passes.Image{position, normal, colour, surface} {
		m.Clear(draw.Layer)
	}
	depth := make([]float32, draw.Width*draw.Height)
	for i := range depth {
		depth[i] = 1
	}
	rasterise(f, b, p.View, draw, func(x, y int, g fragment) {
		if p.Layer > 0 {
			q := peeled.Vec4(x, y, 0)
			if q[3] == 0 || p.View.distance(f, g.position) <= p.View.distance(f, [3]float32(q[:3]))+f.Delta {
				return
			}
		}
		counts[CountWritten]++
		if at := y*draw.Width + x; g.depth < depth[at] {
			depth[at] = g.depth
		} else {
			return
		}
		position.SetVec4(x, y, draw.Layer, [4]float32{g.position[0], g.position[1], g.position[2], 1})
		normal.SetVec4(x, y, draw.Layer, [4]float32{g.normal[0], g.normal[1], g.normal[2], 0})
		colour.SetVec4(x, y, draw.Layer, unorm4(attributes[g.entity].Colour))
		surface.SetU32(x, y, draw.Layer, g.entity+1)
	})
}

func unorm4(c uint32) [4]float32 {
	return [4]float32{float32(c&255) / 255, float32(c>>8&255) / 255, float32(c>>16&255) / 255, float32(c>>24) / 255}
}

// Overdraw counts the fragments of every column, which bounds the number of layers.
type Overdraw struct{}

// Decl declares the pass.
func (Overdraw) Decl() passes.Decl {
	return passes.Decl{
		Name:     "overdraw",
		Bindings: passes.Bindings(passes.Reads("triangles", "attributes"), passes.Updates("overdraw", "bakeCounts")),
		Push:     8,
		Raster:   &passes.Raster{},
	}
}

// Push gives the view and the layer.
func (Overdraw) Push(*passes.Frame) [4]uint32 { return [4]uint32{} }

// Invocations is not used by a draw.
func (Overdraw) Invocations(*passes.Frame) int { return 0 }

// Draw names the region and the triangles.
func (Overdraw) Draw(f *passes.Frame) passes.Draw { return Peel{}.Draw(f) }

// CPU counts.
func (Overdraw) CPU(f *passes.Frame, b *passes.Buffers) {
	overdraw, counts := b.Image("overdraw"), b.U32("bakeCounts")
	rasterise(f, b, Top, Peel{}.Draw(f), func(x, y int, _ fragment) {
		n := overdraw.U32(x, y, 0) + 1
		overdraw.SetU32(x, y, 0, n)
		counts[CountOverdraw] = max(counts[CountOverdraw], min(n, 255)<<24|uint32(y*int(f.Width)+x)&0xffffff)
	})
}

// Keep remembers the layer peeled last.
type Keep struct{ Peel Peel }

// Decl declares the pass.
func (k Keep) Decl() passes.Decl {
	return passes.Decl{
		Name:     "keep",
		Bindings: passes.Bindings(passes.Reads(k.Peel.target("position")), passes.Writes("peeled")),
		Push:     4,
		Group:    256,
	}
}

// Push gives the layer.
func (k Keep) Push(f *passes.Frame) [4]uint32 { return [4]uint32{uint32(k.Peel.Draw(f).Layer)} }

// Invocations is a thread per texel of the source.
func (k Keep) Invocations(f *passes.Frame) int {
	if k.Peel.dense() {
		return f.Texels()
	}
	return int(f.ViewWidth * f.ViewHeight)
}

// CPU copies.
func (k Keep) CPU(f *passes.Frame, b *passes.Buffers) {
	from, to, layer := b.Image(k.Peel.target("position")), b.Image("peeled"), k.Peel.Draw(f).Layer
	for y := range from.H {
		for x := range from.W {
			to.SetVec4(x, y, 0, from.Vec4(x, y, layer))
		}
	}
}
