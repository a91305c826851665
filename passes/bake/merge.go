package bake

import (
	"math"

	"throng/passes"
)

const (
	joint = 2e-5 // gap between pieces that count as one [m]: as much as storing them rounds
	held  = 4    // segments that are open for more pieces at a time
)

// merger joins pieces of one straight wall, which cell borders and triangles have cut, as they come.
type merger struct {
	open []passes.Segment
	done []passes.Segment
}

// take adds a piece to a segment that it continues, or opens another in place of the oldest.
func (m *merger) take(s passes.Segment) {
	for i, o := range m.open {
		if both, ok := joins(o, s); ok {
			m.open[i] = both
			return
		}
	}
	if len(m.open) == held {
		m.done = append(m.done, m.open[0])
		m.open = append(m.open[:0], m.open[1:]...)
	}
	m.open = append(m.open, s)
}

// all gives the segments.
func (m *merger) all() []passes.Segment { return append(m.done, m.open...) }

// joins reports whether two segments lie on one line and touch, and gives the segment that they make.
func joins(a, b passes.Segment) (both passes.Segment, ok bool) {
	if extent(b) > extent(a) { // the longer tells the line
		a, b = b, a
	}
	both = a
	l := extent(a)
	if l <= joint {
		return both, extent(passes.Segment{a[0], a[1], b[0], b[1]}) <= joint
	}
	ux, uz := (a[2]-a[0])/l, (a[3]-a[1])/l
	px, pz, qx, qz := b[0]-a[0], b[1]-a[1], b[2]-a[0], b[3]-a[1]
	if abs(ux*pz-uz*px) > joint || abs(ux*qz-uz*qx) > joint {
		return both, false
	}
	first, last := ux*px+uz*pz, ux*qx+uz*qz
	if last < first {
		first, last = last, first
		b = passes.Segment{b[2], b[3], b[0], b[1]}
	}
	if first > l+joint || last < -joint {
		return both, false
	}
	if first < 0 {
		both[0], both[1] = b[0], b[1]
	}
	if last > l {
		both[2], both[3] = b[2], b[3]
	}
	return both, true
}

func extent(s passes.Segment) float32 {
	x, z := s[2]-s[0], s[3]-s[1]
	return float32(math.Sqrt(float64(x*x + z*z)))
}
