package plan

import (
	"math"

	"throng/passes"
)

// quadrant is the larger root φ of ((φ-a)/ca)² + ((φ-b)/cb)² = 1 where both neighbours lie upwind of it, else the step
// from the smaller one. Both denominators are squared: scaling all costs scales φ alike.
func quadrant(a, ca, b, cb float32) float32 {
	lo, hi, cl, ch := a, b, ca, cb
	if b < a {
		lo, hi, cl, ch = b, a, cb, ca
	}
	if lo >= passes.Inf {
		return passes.Inf
	}
	d := hi - lo
	if !(d < cl) {
		return lo + cl
	}
	p, q := cl*cl, ch*ch
	return lo + (d*p+cl*ch*float32(math.Sqrt(float64(max(p+q-d*d, 0)))))/(p+q)
}

// Eikonal is φ of a cell from its neighbours N, E, S, W and the costs of stepping to them: the minimum over the four
// quadrants, because the choice of the cheaper neighbour per axis is not monotone when opposite costs differ.
// A closed neighbour has φ = Inf.
func Eikonal(u, c [4]float32) float32 {
	return min(quadrant(u[1], c[1], u[0], c[0]), quadrant(u[1], c[1], u[2], c[2]),
		quadrant(u[3], c[3], u[0], c[0]), quadrant(u[3], c[3], u[2], c[2]))
}
