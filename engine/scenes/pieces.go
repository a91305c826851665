package scenes

// Dimensions that the built-in scenes share, in metres.
const (
	slabThickness    = 0.2
	wallThickness    = 0.2
	railingThickness = 0.1
	railingHeight    = 1.0
	storey           = treads * 0.17 // floor to floor: one flight
	ceiling          = storey - slabThickness
	doorHeight       = 2.1
	leafThickness    = 0.04
	lineWall         = 0.1 // a wall that its source draws as a line
)

// slab is a floor with an underside: its top is at a height in metres.
func slab(x, z span, top float64) *solid {
	s := &solid{}
	s.fill(x, m(top-slabThickness, top), z)
	return s
}

// frame fills walls of a thickness in metres along the inner edge of an area.
func (s *solid) frame(a area, y span, thickness float64) {
	t := millimetres(thickness)
	s.fill(a.x, y, span{a.z.lo, a.z.lo + t})
	s.fill(a.x, y, span{a.z.hi - t, a.z.hi})
	s.fill(span{a.x.lo, a.x.lo + t}, y, a.z)
	s.fill(span{a.x.hi - t, a.x.hi}, y, a.z)
}

// leaf is a closed door: it fills an opening from a floor up to its lintel, in the middle
// of the wall.
func leaf(opening area, floor float64) *solid {
	thin := &opening.x
	if opening.z.hi-opening.z.lo < opening.x.hi-opening.x.lo {
		thin = &opening.z
	}
	middle := (thin.lo + thin.hi) / 2
	*thin = span{middle - millimetres(leafThickness)/2, middle + millimetres(leafThickness)/2}
	s := &solid{}
	s.fill(opening.x, m(floor, floor+doorHeight), opening.z)
	return s
}
