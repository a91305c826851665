package plan

import (
	"math"

	"throng/passes"
)

// Eikonal is φ of a cell from its neighbours N, E, S, W and the costs of stepping to them: the minimum over the four
// quadrants, because the choice of the cheaper neighbour per axis is not monotone when opposite costs differ.
// A closed neighbour has φ = Inf, and a cost that is finite all the same.
func Eikonal(u, c [4]float32) float32 {
	return min(quadrant(u[1], c[1], u[0], c[0]), quadrant(u[1], c[1], u[2], c[2]),
		quadrant(u[3], c[3], u[0], c[0]), quadrant(u[3], c[3], u[2], c[2]))
}

// quadrant is the root φ of ((φ-a)/ca)² + ((φ-b)/cb)² = 1 where both neighbours lie upwind of it, else the cheaper step.
// Both denominators are squared: scaling all costs scales φ alike.
func quadrant(a, ca, b, cb float32) float32 {
	d, p := b-a, ca*ca
	sum := p + cb*cb
	if d < ca && -d < cb {
		return a + (d*p+ca*cb*sqrt(sum-d*d))/sum
	}
	return min(a+ca, b+cb)
}

// Eikonal8 is φ of a cell from its neighbours N, E, S, W and NE, SE, SW, NW, on a floor where steps to the north and to the
// east make an angle of the given cosine. In each quadrant, path costs are measured by the metric that the costs of its
// two steps and that angle give: the step along both is √(cx² + 2 cx cz cos + cz²). φ is the least over the eight
// triangles between an axis and an open diagonal; between two axes where the diagonal is closed.
//
// Where the angle is so obtuse that the diagonal is shorter than an axis, φ may rest on a neighbour above it.
func Eikonal8(u, v, c [4]float32, diagonals uint32, cosine float32) float32 {
	return min(sector(u[1], c[1], u[0], c[0], v[0], diagonals&1 != 0, cosine), sector(u[1], c[1], u[2], c[2], v[1], diagonals&2 != 0, -cosine),
		sector(u[3], c[3], u[2], c[2], v[2], diagonals&4 != 0, cosine), sector(u[3], c[3], u[0], c[0], v[3], diagonals&8 != 0, -cosine))
}

// sector is the least of φ in a quadrant whose neighbours have φ x and z along the axes, and d between them.
func sector(x, cx, z, cz, d float32, diagonal bool, cosine float32) float32 {
	xx, zz, xz, area := cx*cx, cz*cz, cx*cz*cosine, cx*cz*sqrt(1-cosine*cosine)
	edge := min(x+cx, z+cz)
	if !diagonal {
		return min(edge, triangle(x, z, xz-xx, xx-2*xz+zz, area))
	}
	return min(edge, d+sqrt(xx+2*xz+zz), triangle(x, d, xz, zz, area), triangle(z, d, xz, xx, area))
}

// triangle is the least of φ over the ways that cross the line between the ends of two edges e and e + f from the cell,
// where that lies between them: min over t in [0, 1] of (1-t) a + t b + |e + t f|, with e·f = ef, f·f = ff and
// √(e² f² - ef²) = area. It is Inf where an end is better than all between.
func triangle(a, b, ef, ff, area float32) float32 {
	d := a - b
	across := sqrt(ff - d*d)
	if d*d < ff && ef*across <= d*area && d*area <= (ef+ff)*across {
		return a + (d*ef+area*across)/ff
	}
	return passes.Inf
}

// stepCosine is the cosine of the angle between steps to the north and to the east along a floor of slope h.
func stepCosine(h [2]float32) float32 {
	return h[0] * h[1] / sqrt((1+h[0]*h[0])*(1+h[1]*h[1]))
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(max(x, 0)))) }
