package scenes

import "throng/ecs"

// A floor with two platforms beside each other over its middle: one of 0.2 m, which is a
// step, and one of 0.6 m, which is a wall to those below and a drop to those above.
const (
	lowStep   = 0.2
	highStep  = 0.6
	stepsLong = 12.0
	stepsDeep = 8.0
)

func drawSteps(d *model) {
	d.floor("Floor", slab(m(0, stepsLong), m(0, stepsDeep), 0))
	platform := func(name string, z span, height float64) {
		s := &solid{}
		s.fill(m(4, 8), m(0, height), z)
		d.floor(name, s)
	}
	platform("Low platform", m(4, stepsDeep), lowStep)
	platform("High platform", m(0, 4), highStep)
	d.goal("Goal", 0, 0, area{m(11, stepsLong), m(0, stepsDeep)})
	d.spawn("Start", "walkers", 0, 0, area{m(0.5, 3), m(0.5, 7.5)})
}

func populateSteps(s *ecs.Scenario) {
	crowd(s, "walkers", 0, people{"Start", 30})
}
