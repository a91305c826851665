package bake

import (
	"math"

	"throng/passes"
)

// size is the part of a view's image that its camera fills, in texels.
func (v View) size(f *passes.Frame) (w, h int) {
	switch v {
	case Front:
		return int(f.Width), int(f.Upright)
	case Side:
		return int(f.Height), int(f.Upright)
	}
	return int(f.Width), int(f.Height)
}

// distance is the distance from the camera [m].
func (v View) distance(f *passes.Frame, p [3]float32) float32 {
	switch v {
	case Front:
		return float32(f.Height)*f.Cell - p[2]
	case Side:
		return float32(f.Width)*f.Cell - p[0]
	}
	return f.Top - p[1]
}

// depth is the value of the depth buffer.
func (v View) depth(f *passes.Frame, p [3]float32) float32 {
	full := [...]float32{f.Top, float32(f.Height) * f.Cell, float32(f.Width) * f.Cell}[v]
	return (v.distance(f, p) + 1) / (full + 2)
}

// sheet gives the coordinates in the view's image, in texels.
func (v View) sheet(f *passes.Frame, p [3]float32) (x, y float64) {
	switch v {
	case Front:
		return float64(p[0] / f.Cell), float64(p[1] / f.Cell)
	case Side:
		return float64(p[2] / f.Cell), float64(p[1] / f.Cell)
	}
	return float64(p[0] / f.Cell), float64(p[2] / f.Cell)
}

// point is the point of a triangle's plane that is seen at a texel's centre; at its corner's depth where the plane is
// seen edge-on or the triangle has no normal.
func (v View) point(f *passes.Frame, x, y int, corner, n [3]float32) [3]float32 {
	a, b := (float32(x)+0.5)*f.Cell, (float32(y)+0.5)*f.Cell
	switch v {
	case Front:
		return [3]float32{a, b, corner[2] - ratio(n[0]*(a-corner[0])+n[1]*(b-corner[1]), n[2])}
	case Side:
		return [3]float32{corner[0] - ratio(n[1]*(b-corner[1])+n[2]*(a-corner[2]), n[0]), b, a}
	}
	return [3]float32{a, corner[1] - ratio(n[0]*(a-corner[0])+n[2]*(b-corner[2]), n[1]), b}
}

// fragment is a surface seen at the centre of a texel.
type fragment struct {
	position, normal [3]float32
	depth            float32
	entity           uint32
}

// rasterise visits the texels whose centres a triangle covers, in the order of the triangles. An edge belongs to the
// triangle on its right or below it (the top-left rule of the GPU).
func rasterise(f *passes.Frame, b *passes.Buffers, v View, draw passes.Draw, visit func(x, y int, g fragment)) {
	corners, attributes := b.Vec4("triangles"), passes.As[Attribute](b, "attributes")
	for t := draw.First; t < draw.First+draw.Count; t++ {
		var p [3][3]float32
		var s [3][2]float64
		for i := range p {
			p[i] = [3]float32(corners[3*t+i][:3])
			s[i][0], s[i][1] = v.sheet(f, p[i])
		}
		entity := uint32(corners[3*t][3])
		n := unitNormal(p)
		if attributes[entity].TwoSided != 0 && n[1] < 0 {
			n = [3]float32{-n[0], -n[1], -n[2]}
		}
		scan(s, draw.Width, draw.Height, func(x, y int) {
			g := fragment{normal: n, entity: entity}
			g.position = v.point(f, x, y, p[0], n)
			for i, c := range g.position { // steep triangles magnify rounding: nothing lies outside the triangle's box
				g.position[i] = min(max(c, min(p[0][i], p[1][i], p[2][i])), max(p[0][i], p[1][i], p[2][i]))
			}
			seen := g.position
			if v == Top && n[1] < 0 {
				seen[1] -= 0.5 * f.Delta // the bottom of a solid lies beneath the floor it stands on
			}
			g.depth = v.depth(f, seen)
			visit(x, y, g)
		})
	}
}

// scan visits the texel centres that a triangle covers.
func scan(s [3][2]float64, width, height int, visit func(x, y int)) {
	area := edge(s[0], s[1], s[2])
	if area == 0 {
		return
	}
	if area < 0 {
		s[1], s[2] = s[2], s[1]
	}
	x0, x1 := span(s[0][0], s[1][0], s[2][0], width)
	y0, y1 := span(s[0][1], s[1][1], s[2][1], height)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			c := [2]float64{float64(x) + 0.5, float64(y) + 0.5}
			inside := true
			for i := range 3 {
				a, b := s[(i+1)%3], s[(i+2)%3]
				w := edge(a, b, c)
				inside = inside && (w > 0 || w == 0 && topLeft(a, b))
			}
			if inside {
				visit(x, y)
			}
		}
	}
}

func edge(a, b, c [2]float64) float64 {
	return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
}

// topLeft reports whether the edge a→b of a triangle of positive area (y down) owns the points on it.
func topLeft(a, b [2]float64) bool {
	return b[1] < a[1] || b[1] == a[1] && b[0] > a[0]
}

func span(a, b, c float64, n int) (int, int) {
	return max(0, int(math.Floor(min(a, b, c)-0.5))), min(n-1, int(math.Ceil(max(a, b, c)-0.5)))
}

// ratio is a/b, or 0 where b is 0.
func ratio(a, b float32) float32 {
	if b == 0 {
		return 0
	}
	return a / b
}

// unitNormal is the normal of a triangle, zero where rounding leaves it no area: then it is no floor.
func unitNormal(p [3][3]float32) [3]float32 {
	var u, v [3]float32
	for i := range 3 {
		u[i], v[i] = p[1][i]-p[0][i], p[2][i]-p[0][i]
	}
	n := [3]float32{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
	l := float32(math.Sqrt(float64(n[0]*n[0] + n[1]*n[1] + n[2]*n[2])))
	return [3]float32{ratio(n[0], l), ratio(n[1], l), ratio(n[2], l)}
}
