package scenes

import "throng/ecs"

// The stairs scene: a lower level of x 0–12 m and an upper one of x 8–20 m, both 10 m
// deep. The stair lies in the middle of the lower level and ends at the upper one's
// edge, so the levels overlap over 4 m and the stair needs no opening.
const (
	upperEdge = 8.0
	levelSize = 12.0
	levelDeep = 10.0
)

func drawStairs(d *model) {
	deep := m(0, levelDeep)
	lower := area{m(0, levelSize), deep}
	upper := area{m(upperEdge, upperEdge+levelSize), deep}
	f := flight{foot: millimetres(upperEdge) - run, dir: +1, z: m(4, 6), base: 0}

	d.floor("Lower level", slab(lower.x, lower.z, 0))
	d.floor("Upper level", slab(upper.x, upper.z, storey))
	d.stair("Stair", f)
	d.railing("Parapet south", f.parapet(m(4-railingThickness, 4), storey+railingHeight))
	d.railing("Parapet north", f.parapet(m(6, 6+railingThickness), storey+railingHeight))
	d.railing("Railing", upperRailing(upper, f))

	d.goal("Goal upstairs", 0, storey, area{m(18.5, 19.5), m(1, 9)})
	d.goal("Goal downstairs", 1, 0, area{m(0.5, 1.5), m(1, 9)})
	d.spawn("Start downstairs", "up", 0, 0, area{m(8.5, 11.5), m(1, 9)})
	d.spawn("Start upstairs", "down", 1, storey, area{m(11, 17), m(1, 9)})
}

// upperRailing runs round the upper level and is open where the stair arrives.
func upperRailing(level area, f flight) *solid {
	y := m(storey, storey+railingHeight)
	s := &solid{}
	s.frame(level, y, railingThickness)
	s.cut(m(upperEdge, upperEdge+railingThickness), y, f.z)
	return s
}

func populateStairs(s *ecs.Scenario) {
	crowd(s, "up", 0, people{"Start downstairs", 50})
	crowd(s, "down", 1, people{"Start upstairs", 50})
}
