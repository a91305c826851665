package oracle

import "math"

// quadrants are the pairs of directions E or W and N or S around the diagonals NE, SE, SW, NW.
var quadrants = [4][2]int{{1, 0}, {1, 2}, {3, 2}, {3, 0}}

// diagonal is the cell that the diagonal of a quadrant leads to, None where it is closed.
func (m *march) diagonal(c uint32, q int) uint32 {
	if m.Diagonals == nil || m.Diagonals[c]>>q&1 == 0 {
		return None
	}
	return m.Links[m.Links[c][quadrants[q][0]]][quadrants[q][1]]
}

// corner is a neighbour's potential, and the step to it in shares of the steps along the axes of the quadrant.
type corner struct{ phi, x, z float64 }

// update8 is φ of a cell by its neighbours and those across open diagonals.
func (m *march) update8(c uint32) float64 {
	best := math.Inf(1)
	for q, d := range quadrants {
		x, z := m.along(c, d[0]), m.along(c, d[1])
		s := sector{xx: x.cost * x.cost, zz: z.cost * z.cost, xz: x.cost * z.cost * m.cosine(c, q)}
		a, b := corner{x.phi, 1, 0}, corner{z.phi, 0, 1}
		if n := m.diagonal(c, q); n != None {
			between := corner{m.phi[n], 1, 1}
			best = min(best, s.triangle(a, between), s.triangle(between, b))
		} else {
			best = min(best, s.triangle(a, b))
		}
	}
	return best
}

// cosine of the angle along the floor between the steps of a quadrant.
func (m *march) cosine(c uint32, q int) float64 {
	h := m.Slope[c]
	sx, sz := float64(2-quadrants[q][0]), float64(1-quadrants[q][1])
	east, north := [2]float64{1, sx * float64(h[0])}, [2]float64{1, sz * float64(h[1])}
	return east[1] * north[1] / (math.Hypot(east[0], east[1]) * math.Hypot(north[0], north[1]))
}

// sector is the metric of a quadrant: products of the steps along its axes.
type sector struct{ xx, xz, zz float64 }

func (s sector) product(a, b corner) float64 {
	return a.x*b.x*s.xx + (a.x*b.z+a.z*b.x)*s.xz + a.z*b.z*s.zz
}

// triangle is φ by two corners: the greater root of the equation where the way to it comes in between them, or the cheaper
// of the steps to one of them.
func (s sector) triangle(a, b corner) float64 {
	aa, ab, bb := s.product(a, a), s.product(a, b), s.product(b, b)
	single := min(a.phi+math.Sqrt(aa), b.phi+math.Sqrt(bb))
	if math.IsInf(a.phi, 1) || math.IsInf(b.phi, 1) {
		return single
	}
	base, det := min(a.phi, b.phi), aa*bb-ab*ab
	u, v := a.phi-base, b.phi-base
	// bb (x-u)² - 2 ab (x-u)(x-v) + aa (x-v)² = det
	p, q := bb-2*ab+aa, bb*u-ab*(u+v)+aa*v
	r := bb*u*u - 2*ab*u*v + aa*v*v - det
	disc := q*q - p*r
	if disc < 0 {
		return single
	}
	x := (q + math.Sqrt(disc)) / p
	// Shares of the two corners in the way that comes in.
	if wa, wb := bb*(x-u)-ab*(x-v), aa*(x-v)-ab*(x-u); wa < 0 || wb < 0 {
		return single
	}
	return min(single, base+x)
}
