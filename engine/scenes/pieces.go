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
