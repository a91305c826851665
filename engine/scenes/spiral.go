package scenes

import (
	"math"

	"throng/ecs"
)

// A spiral stair of three turns about a column, smooth like a ramp and closed below,
// with a landing along +x at either end. Seen from above it covers itself three times.
const (
	spiralInner   = 1.0 // radius of the column
	spiralOuter   = 2.5
	spiralTurns   = 3
	spiralPitch   = 3.0 // rise of a turn
	spiralSectors = 48  // of a turn
	spiralLanding = 3.0 // length of a landing
)

func drawSpiral(d *model) {
	const top = spiralPitch * spiralTurns
	x := m(spiralInner, spiralOuter)
	d.floor("Lower landing", slab(x, m(-spiralLanding, 0), 0))
	d.floor("Upper landing", slab(x, m(0, spiralLanding), top))
	d.ramp("Spiral", nil, helix(spiralInner, spiralOuter, -slabThickness, 0))
	d.add("Railing", railingPaint, obstacle, helix(spiralOuter, spiralOuter+railingThickness, -slabThickness, railingHeight))
	column := func(y float64) [][3]int { return ring(place{y: y}, spiralInner, spiralSectors) }
	d.add("Column", wallPaint, obstacle, loft(column(-slabThickness), column(top+2.5)))
	d.goal("Goal", 0, 0, area{x, m(-spiralLanding, -spiralLanding+1)})
	d.spawn("Start", "down", 0, top, area{m(spiralInner+0.25, spiralOuter-0.25), m(1, 2.75)})
}

// helix is a band that winds up from the plane z = 0, x > 0, between two radii and two
// heights over the stair, in metres.
func helix(inner, outer, low, high float64) *mesh {
	var sections [][][3]int
	for k := range spiralTurns*spiralSectors + 1 {
		turns := float64(k) / spiralSectors
		sin, cos := math.Sincos(2 * math.Pi * turns)
		at := func(radius, over float64) [3]int {
			return [3]int{millimetres(radius * cos), millimetres(spiralPitch*turns + over), millimetres(radius * sin)}
		}
		sections = append(sections, [][3]int{at(inner, high), at(outer, high), at(outer, low), at(inner, low)})
	}
	return loft(sections...)
}

func populateSpiral(s *ecs.Scenario) {
	crowd(s, "down", 0, people{"Start", 20})
}
