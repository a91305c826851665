package scenes

import "throng/ecs"

// The hall of RiMEA's first case: 2 m wide, and 40 m from the middle of the start at
// x = 1 m to the goal's edge at x = 41 m. Its walls are as thick as a default cell, so
// that the goal's edge falls between two cells.
const (
	hallLong = 42.0
	hallWide = 2.0
	hallWall = 0.25
)

func drawCorridor(d *model) {
	outside := area{m(-hallWall, hallLong+hallWall), m(-hallWall, hallWide+hallWall)}
	walls := &solid{}
	walls.frame(outside, m(0, 2.5), hallWall)

	d.floor("Floor", slab(outside.x, outside.z, 0))
	d.wall("Walls", walls)
	d.goal("Goal", 0, 0, area{m(41, hallLong), m(0, hallWide)})
	d.spawn("Start", "walkers", 0, 0, area{m(0.5, 1.5), m(0.5, 1.5)})
}

func populateCorridor(s *ecs.Scenario) {
	crowd(s, "walkers", 0, people{"Start", 1})
}
