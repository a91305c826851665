package audit

import (
	"math"

	"throng/ecs"
)

// piece is the part of a triangle between two heights, in plan: a convex polygon of up
// to five corners. It is a segment where the triangle is vertical, and empty where the
// triangle does not reach between the heights.
type piece struct {
	corners [5]point
	n       int
}

// slice cuts the piece of a triangle between the heights lo and hi. What only touches
// the band is left out: the top of a step as high as the step limit is no obstruction.
func slice(t *ecs.Triangle, lo, hi float64) piece {
	var out piece
	if min(t[0][1], t[1][1], t[2][1]) > hi-touch || max(t[0][1], t[1][1], t[2][1]) < lo+touch {
		return out
	}
	upper, n := above(t[:], lo, +1)
	corners, n := above(upper[:n], hi, -1)
	out.n = n
	for i := range n {
		out.corners[i] = flat(corners[i])
	}
	return out
}

// above keeps the part of a convex polygon where sign·(y − level) ≥ 0 (Sutherland and
// Hodgman). Each cut adds at most one corner to a convex polygon.
func above(polygon [][3]float64, level, sign float64) (out [5][3]float64, n int) {
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		dp, dq := sign*(p[1]-level), sign*(q[1]-level)
		if dp >= 0 {
			out[n] = p
			n++
		}
		if dp > 0 && dq < 0 || dp < 0 && dq > 0 {
			t := dp / (dp - dq)
			out[n] = [3]float64{p[0] + t*(q[0]-p[0]), level, p[2] + t*(q[2]-p[2])}
			n++
		}
	}
	return out, n
}

func (k *piece) side(i int) segment { return segment{k.corners[i], k.corners[(i+1)%k.n]} }

// distance is the plan distance to the piece: 0 within it, +Inf where it is empty.
func (k *piece) distance(p point) float64 {
	if k.contains(p) {
		return 0
	}
	nearest := math.Inf(1)
	for i := range k.n {
		nearest = min(nearest, k.side(i).distance(p))
	}
	return nearest
}

// meets reports whether a segment has a point in common with the piece.
func (k *piece) meets(s segment) bool {
	for i := range k.n {
		if k.side(i).meets(s) {
			return true
		}
	}
	return k.contains(s.a)
}

// contains reports whether a point lies strictly within the piece. The polygon of a
// vertical triangle has no inside.
func (k *piece) contains(p point) bool {
	left, right := false, false
	for i := range k.n {
		s := k.side(i)
		c := s.b.minus(s.a).cross(p.minus(s.a))
		left, right = left || c > 0, right || c < 0
		if c == 0 {
			return false
		}
	}
	return k.n > 2 && left != right
}
