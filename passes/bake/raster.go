package bake

import (
	"math"

	"throng/passes"
)

// View is one of the three orthographic cameras.
type View uint32

// The cameras: from above, from the front along -z, from the side along -x.
const (
	Top View = iota
	Front
	Side
)

// axes are the coordinates of a point that a view's image has, and the one across it.
func (v View) axes() (x, y, across int) {
	return [...]int{0, 0, 2}[v], [...]int{2, 1, 1}[v], [...]int{1, 2, 0}[v]
}

// size is the view's image in texels: a texel is a cell.
func (v View) size(f *passes.Frame) (w, h int) {
	switch v {
	case Front:
		return int(f.Width), int(f.Upright)
	case Side:
		return int(f.Height), int(f.Upright)
	}
	return int(f.Width), int(f.Height)
}

// origin is the first texel of the view in the scene.
func (v View) origin(f *passes.Frame) [2]int {
	switch v {
	case Front:
		return [2]int{int(f.BlockX), 0}
	case Side:
		return [2]int{int(f.BlockZ), 0}
	}
	return [2]int{int(f.BlockX), int(f.BlockZ)}
}

// centre is the middle of a texel in the plane of the view [m].
func (v View) centre(f *passes.Frame, x, y int) [2]float32 {
	o := v.origin(f)
	return [2]float32{(float32(x+o[0]) + 0.5) * f.Cell, (float32(y+o[1]) + 0.5) * f.Cell}
}

// grains is the fineness in which coverage is decided. Corners are snapped to it, and so every decision is exact:
// with rounded ones a centre a bit beside a corner could lie in none of the triangles around it, or in two. The largest
// grid leaves the products of two differences room in 64 bits.
const grains = 1 << 14 // in a texel

// snap gives a point of a view's plane [m] in grains.
func snap(f *passes.Frame, p [2]float32) (at [2]int64) {
	for axis, v := range p {
		at[axis] = int64(math.RoundToEven(float64(v*f.PerCell) * grains))
	}
	return at
}

// middle is the centre of a texel in grains.
func (v View) middle(f *passes.Frame, x, y int) [2]int64 {
	o := v.origin(f)
	return [2]int64{int64(x+o[0])*grains + grains/2, int64(y+o[1])*grains + grains/2}
}

// side tells on which side of the edge a→b a point lies, the opposite for the triangle on the other side of the edge: a
// point on the line counts as moved a little along x and less along y.
func side(a, b, p [2]int64) int64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	if w := dx*(p[1]-a[1]) - dy*(p[0]-a[0]); w != 0 {
		return w
	}
	if dy != 0 {
		return -dy
	}
	return dx
}

// covers tells whether a triangle covers a point: of the triangles of a mesh exactly one does.
func covers(a, b, c, p [2]int64) bool {
	u, v, w := side(a, b, p), side(b, c, p), side(c, a, p)
	return u > 0 && v > 0 && w > 0 || u < 0 && v < 0 && w < 0
}

// fragment is the point of a triangle that a texel sees.
type fragment struct {
	position [3]float32
	triangle uint32
	facet    *Facet
}

// distance orders fragments from the top down: undersides count as a little deeper [m].
func (g *fragment) distance(f *passes.Frame) float32 {
	y := g.position[1]
	if g.facet.Up < 0 {
		y -= flip
	}
	return f.Top - y
}

// depth is a distance on the scale of the depth buffer.
func depth(f *passes.Frame, distance float32) float32 { return float32(distance+1) * f.DepthScale }

// rasterise visits the texels whose centres the triangles cover, in the order of the triangles.
func rasterise(f *passes.Frame, b *passes.Buffers, v View, draw passes.Draw, visit func(x, y int, g fragment)) {
	facets := passes.As[Facet](b, "facets")
	ax, ay, across := v.axes()
	for t := draw.First; t < draw.First+draw.Count; t++ {
		p := corners(b, uint32(t))
		facet := &facets[t]
		slope := [...][2]float32{facet.Slope, facet.Front, facet.Side}[v]
		least, most := min(p[0][across], p[1][across], p[2][across]), max(p[0][across], p[1][across], p[2][across])
		eachCovered(f, v, [3][2]float32{{p[0][ax], p[0][ay]}, {p[1][ax], p[1][ay]}, {p[2][ax], p[2][ay]}}, func(x, y int, at [2]float32) {
			g := fragment{triangle: uint32(t), facet: facet}
			g.position[ax], g.position[ay] = at[0], at[1]
			rise := float32(slope[0]*(at[0]-p[0][ax])) + float32(slope[1]*(at[1]-p[0][ay]))
			g.position[across] = min(max(p[0][across]+rise, least), most)
			visit(x, y, g)
		})
	}
}

// eachCovered visits the texels of a view that a triangle covers.
func eachCovered(f *passes.Frame, v View, s [3][2]float32, visit func(x, y int, at [2]float32)) {
	w, h := v.size(f)
	o := v.origin(f)
	x0, x1 := span(s[0][0], s[1][0], s[2][0], f.PerCell, o[0], w)
	y0, y1 := span(s[0][1], s[1][1], s[2][1], f.PerCell, o[1], h)
	p, q, r := snap(f, s[0]), snap(f, s[1]), snap(f, s[2])
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if covers(p, q, r, v.middle(f, x, y)) {
				visit(x, y, v.centre(f, x, y))
			}
		}
	}
}

// span gives the first and last of n texels from the origin on that three coordinates can cover.
func span(a, b, c, perCell float32, origin, n int) (int, int) {
	low, high := float64(min(a, b, c)*perCell), float64(max(a, b, c)*perCell)
	return max(0, int(math.Floor(low-0.52))-origin), min(n-1, int(math.Ceil(high-0.48))-origin)
}

// corners are the corners of triangle t.
func corners(b *passes.Buffers, t uint32) [3][3]float32 {
	v := b.Vec4("triangles")[3*t : 3*t+3]
	return [3][3]float32{[3]float32(v[0][:3]), [3]float32(v[1][:3]), [3]float32(v[2][:3])}
}

// drawn is a pass that draws triangles in a view, without attachments unless it says otherwise.
type drawn struct{}

// Invocations is not used by a draw.
func (drawn) Invocations(*passes.Frame) int { return 0 }

// Push gives the view from the top.
func (drawn) Push(*passes.Frame) [4]uint32 { return [4]uint32{uint32(Top)} }

// Draw names the physical triangles, seen from the top.
func (drawn) Draw(f *passes.Frame) passes.Draw { return drawOf(f, Top) }

func drawOf(f *passes.Frame, v View) passes.Draw {
	w, h := v.size(f)
	return passes.Draw{Width: w, Height: h, Count: int(f.Triangles)}
}

// declare declares a draw: every one binds the triangles for the vertex shader.
func declare(name string, bindings ...[]passes.Binding) passes.Decl {
	return passes.Decl{
		Name: name, Bindings: passes.Bindings(append([][]passes.Binding{passes.Reads("triangles")}, bindings...)...),
		Push: 8, Raster: &passes.Raster{},
	}
}
