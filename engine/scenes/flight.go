package scenes

// Measures of a flight. The rise is below a step of 0.25 m, and the tread is longer
// than a cell of 0.25 m, so neighbouring cells are never more than one tread apart.
const (
	treads = 18
	rise   = 170 // millimetres
	going  = 280 // millimetres, the depth of a tread
	run    = treads * going

	// covered is the number of treads that may lie under the floor above: 2.35 m of
	// headroom are left under its edge. Treads lower than the clearance begin 0.84 m
	// further on, so nobody meets that edge.
	covered = 3
)

// flight is a straight stair that rises one storey along ±x, closed below.
// The top of its last tread is flush with the floor that it reaches.
type flight struct {
	foot int     // x of the first riser, millimetres
	dir  int     // +1 where it rises towards +x, −1 towards −x
	z    span    // its width
	base float64 // height of the floor that it stands on, metres
}

// along is the span of x between two distances from the foot, in millimetres.
func (f flight) along(from, to int) span {
	a, b := f.foot+f.dir*from, f.foot+f.dir*to
	return span{min(a, b), max(a, b)}
}

// tread is the span of x of tread k, counted from 0 at the foot.
func (f flight) tread(k int) span { return f.along(k*going, (k+1)*going) }

// opening is the span of x where the floor above must be open.
func (f flight) opening() span { return f.along(covered*going, run) }

// treads is the stair itself: every tread is solid down to the base.
func (f flight) treads() *solid {
	base := millimetres(f.base)
	s := &solid{}
	for k := range treads {
		s.fill(f.tread(k), span{base, base + (k+1)*rise}, f.z)
	}
	return s
}

// parapet is a stepped wall beside the stair, from the base to railing height over
// each tread, but never above top metres.
func (f flight) parapet(z span, top float64) *solid {
	base := millimetres(f.base)
	s := &solid{}
	for k := range treads {
		y := min(base+(k+1)*rise+millimetres(railingHeight), millimetres(top))
		s.fill(f.tread(k), span{base, y}, z)
	}
	return s
}
