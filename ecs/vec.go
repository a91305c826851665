package ecs

import "math"

func sub(a, b [3]float64) [3]float64 {
	return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// length avoids the overflow that a plain sum of squares has for huge vectors.
func length(a [3]float64) float64 { return math.Hypot(math.Hypot(a[0], a[1]), a[2]) }

func finite(v ...float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// mat4 is a column-major affine matrix, as in glTF.
type mat4 = [16]float64

func mul(a, b mat4) mat4 {
	var m mat4
	for col := 0; col < 4; col++ {
		for row := 0; row < 4; row++ {
			for k := 0; k < 4; k++ {
				m[4*col+row] += a[4*k+row] * b[4*col+k]
			}
		}
	}
	return m
}

func apply(m *mat4, p [3]float64) [3]float64 {
	var out [3]float64
	for row := range out {
		out[row] = m[row]*p[0] + m[4+row]*p[1] + m[8+row]*p[2] + m[12+row]
	}
	return out
}

// mirrored reports whether the matrix turns a right hand into a left one.
func mirrored(m *mat4) bool {
	x, y, z := [3]float64(m[0:3]), [3]float64(m[4:7]), [3]float64(m[8:11])
	c := cross(x, y)
	return c[0]*z[0]+c[1]*z[1]+c[2]*z[2] < 0
}

// compose is translation × rotation × scale, the rotation a quaternion x, y, z, w.
func compose(t [3]float64, q [4]float64, s [3]float64) mat4 {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return mat4{
		s[0] * (1 - 2*(y*y+z*z)), s[0] * 2 * (x*y + w*z), s[0] * 2 * (x*z - w*y), 0,
		s[1] * 2 * (x*y - w*z), s[1] * (1 - 2*(x*x+z*z)), s[1] * 2 * (y*z + w*x), 0,
		s[2] * 2 * (x*z + w*y), s[2] * 2 * (y*z - w*x), s[2] * (1 - 2*(x*x+y*y)), 0,
		t[0], t[1], t[2], 1,
	}
}
