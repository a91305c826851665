package scenes

import "throng/ecs"

// A ramp of slope 3 : 4 between two floors, 4 m wide: a 3-4-5 triangle, so that its
// surface is 5 m long. Unfolded, the scene is one flat strip.
const (
	hingeFoot  = 0.0  // x where the ramp begins
	hingeTop   = 4.0  // x where it ends
	hingeRise  = 3.0  // between the floors
	hingeLow   = -6.0 // x where the lower floor begins
	hingeHigh  = 10.0 // x where the upper floor ends
	hingeWide  = 4.0
	aloneStart = -6.0 // the slab above the lower floor, along x
	aloneEnd   = -1.0
)

func drawRampHinge(d *model) {
	wide := m(0, hingeWide)
	d.floor("Lower floor", slab(m(hingeLow, hingeFoot), wide, 0))
	d.ramp("Ramp", nil, incline(place{x: hingeFoot}, place{x: hingeTop, y: hingeRise}, wide))
	d.floor("Upper floor", slab(m(hingeTop, hingeHigh), wide, hingeRise))
	d.round("Goal", 0, place{-3, 0, 2}, 1.75)
	d.spawn("Start", "down", 0, hingeRise, area{m(5, 9.5), m(0.5, 3.5)})
}

// drawRampSlab adds a slab at the height of the upper floor, over the lower one, that no
// way leads to.
func drawRampSlab(d *model) {
	drawRampHinge(d)
	d.floor("Slab", slab(m(aloneStart, aloneEnd), m(0, hingeWide), hingeRise))
}

func populateRamp(s *ecs.Scenario) {
	crowd(s, "down", 0, people{"Start", 40})
}
