package passes

import "math"

// Segment is a wall in the plan: x0, z0, x1, z1 [m].
type Segment = [4]float32

// Nearest is the point of a segment nearest to (x, z).
func Nearest(s Segment, x, z float32) (float32, float32) {
	dx, dz := s[2]-s[0], s[3]-s[1]
	var t float32
	if l := dx*dx + dz*dz; l > 0 {
		t = min(max(((x-s[0])*dx+(z-s[1])*dz)/l, 0), 1)
	}
	return s[0] + dx*t, s[1] + dz*t
}

// Distance is the distance of (x, z) from a segment.
func Distance(s Segment, x, z float32) float32 {
	nx, nz := Nearest(s, x, z)
	return float32(math.Sqrt(float64((nx-x)*(nx-x) + (nz-z)*(nz-z))))
}

// Cross reports whether two segments cross. An end that lies on the other's line counts to one side of it, so that no way
// slips through where two walls meet.
func Cross(s, t Segment) bool {
	side := func(a Segment, x, z float32) bool {
		return (a[2]-a[0])*(z-a[1])-(a[3]-a[1])*(x-a[0]) > 0
	}
	return side(s, t[0], t[1]) != side(s, t[2], t[3]) && side(t, s[0], s[1]) != side(t, s[2], s[3])
}

// Gap is the distance between two segments.
func Gap(s, t Segment) float32 {
	if Cross(s, t) {
		return 0
	}
	return min(Distance(s, t[0], t[1]), Distance(s, t[2], t[3]), Distance(t, s[0], s[1]), Distance(t, s[2], s[3]))
}
