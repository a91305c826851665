package scenes

import "throng/ecs"

// Two halls of 10 × 8 m side by side. In each a slab hangs over x 4–6 m and leaves the
// last 2 m of z free: in the first hall too low to walk under, in the second just high
// enough.
const (
	hangingLow  = 1.7
	hangingHigh = 1.9
	hangingLong = 10.0
	hangingDeep = 8.0
	hangingFree = 2.0
	hangingNext = 9.0 // z of the second hall over that of the first
)

func drawLowCeiling(d *model) {
	for k, height := range []float64{hangingLow, hangingHigh} {
		name := []string{"low", "high"}[k]
		z := hangingNext * float64(k)
		at := func(z0, z1 float64) span { return m(z+z0, z+z1) }
		d.floor("Floor "+name, slab(m(0, hangingLong), at(0, hangingDeep), 0))
		d.floor("Ceiling "+name, slab(m(4, 6), at(0, hangingDeep-hangingFree), height+slabThickness))
		d.goal("Goal "+name, k, 0, area{m(9, hangingLong), at(0, hangingDeep)})
		d.spawn("Start "+name, name, k, 0, area{m(0.5, 3), at(0.5, 7.5)})
	}
}

func populateLowCeiling(s *ecs.Scenario) {
	crowd(s, "low", 0, people{"Start low", 20})
	crowd(s, "high", 1, people{"Start high", 20})
}
