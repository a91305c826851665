package move

// segment is x0, z0, x1, z1 in the plan: the form of lib/segment.glsl.
type segment = [4]float32

// nearest is the point of s nearest to p.
func nearest(s segment, p vec) vec {
	a, d := vec{s[0], s[1]}, vec{s[2] - s[0], s[3] - s[1]}
	l, o := d[0]*d[0]+d[1]*d[1], sub(p, a)
	if l <= 0 {
		return a
	}
	t := min(max((o[0]*d[0]+o[1]*d[1])/l, 0), 1)
	return add(a, scale(d, t))
}

func distance(s segment, p vec) float32 { return length(sub(nearest(s, p), p)) }

func cross(a, b vec) float32 { return a[0]*b[1] - a[1]*b[0] }

// crossing reports whether the segments cross. An end that lies on the other's line counts to one side of it, so that
// no way slips through where two walls meet.
func crossing(s, t segment) bool {
	sa, sb, ta, tb := vec{s[0], s[1]}, vec{s[2], s[3]}, vec{t[0], t[1]}, vec{t[2], t[3]}
	d, e := sub(sb, sa), sub(tb, ta)
	return (cross(d, sub(ta, sa)) > 0) != (cross(d, sub(tb, sa)) > 0) &&
		(cross(e, sub(sa, ta)) > 0) != (cross(e, sub(sb, ta)) > 0)
}
