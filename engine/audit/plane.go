package audit

import (
	"math"

	"throng/ecs"
)

// edge is how far beyond a floor's edge a point still counts as over it, in metres.
// Places come back from the GPU as float32, and floors made of triangles must not have
// cracks.
const edge = 1e-5

// point is a place in plan.
type point struct{ x, z float64 }

func (p point) minus(q point) point         { return point{p.x - q.x, p.z - q.z} }
func (p point) cross(q point) float64       { return p.x*q.z - p.z*q.x }
func (p point) dot(q point) float64         { return p.x*q.x + p.z*q.z }
func (p point) to(q point, t float64) point { return point{p.x + t*(q.x-p.x), p.z + t*(q.z-p.z)} }

// box is an upright rectangle in plan.
type box struct{ lo, hi point }

func boxOf(t *ecs.Triangle) box {
	return box{
		point{min(t[0][0], t[1][0], t[2][0]), min(t[0][2], t[1][2], t[2][2])},
		point{max(t[0][0], t[1][0], t[2][0]), max(t[0][2], t[1][2], t[2][2])},
	}
}

// segment is a straight way in plan.
type segment struct{ a, b point }

func (s segment) box() box {
	return box{
		point{min(s.a.x, s.b.x), min(s.a.z, s.b.z)},
		point{max(s.a.x, s.b.x), max(s.a.z, s.b.z)},
	}
}

func (s segment) distance(p point) float64 {
	d := s.b.minus(s.a)
	t := 0.0
	if l := d.dot(d); l > 0 {
		t = min(max(p.minus(s.a).dot(d)/l, 0), 1)
	}
	away := p.minus(s.a.to(s.b, t))
	return math.Hypot(away.x, away.z)
}

// meets reports whether two segments have a point in common, ends included.
func (s segment) meets(o segment) bool {
	d, e, between := s.b.minus(s.a), o.b.minus(o.a), o.a.minus(s.a)
	det := d.cross(e)
	if det == 0 { // parallel: they meet where an end of one lies on the other
		return s.distance(o.a) == 0 || s.distance(o.b) == 0 || o.distance(s.a) == 0
	}
	t, u := between.cross(e)/det, between.cross(d)/det
	return 0 <= t && t <= 1 && 0 <= u && u <= 1
}

// heightAt is the height of a triangle's plane at a point of the plan, and whether the
// point lies over the triangle, its edges included. A vertical triangle is over nothing.
func heightAt(t *ecs.Triangle, p point) (y float64, over bool) {
	a, b, c := flat(t[0]), flat(t[1]), flat(t[2])
	area := b.minus(a).cross(c.minus(a))
	if area == 0 {
		return 0, false
	}
	var weight [3]float64
	for i, s := range [3]segment{{b, c}, {c, a}, {a, b}} {
		along := s.b.minus(s.a)
		weight[i] = along.cross(p.minus(s.a)) / area
		// The weight times area over length is the distance inward from this side.
		if weight[i]*math.Abs(area) < -edge*math.Hypot(along.x, along.z) {
			return 0, false
		}
	}
	return weight[0]*t[0][1] + weight[1]*t[1][1] + weight[2]*t[2][1], true
}

func flat(p [3]float64) point { return point{p[0], p[2]} }
