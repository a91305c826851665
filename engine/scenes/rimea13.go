package scenes

import "throng/ecs"

// RiMEA's thirteenth case (version 3): a room, a corridor, a stair of 3 m rise over 3 m,
// and the landing where it ends. Walls stand outside the lines of the plan.
const (
	thirteenStair   = 12.0
	thirteenLanding = 15.0
	thirteenExit    = 16.0
	thirteenRise    = 3.0
	thirteenSpeed   = 1.3         // of the persons on the flat [m/s]
	thirteenUp      = 0.675 / 1.3 // fraction of it that the stair leaves uphill
	thirteenHigh    = thirteenRise + 2.5
)

var (
	thirteenRoom = area{m(-5, 0), m(-3, 5)}
	thirteenWay  = m(0, 2) // the corridor and the stair along z
)

func drawRimea13(d *model) {
	t := millimetres(lineWall)
	d.floor("Room", slab(span{thirteenRoom.x.lo - t, 0}, span{thirteenRoom.z.lo - t, thirteenRoom.z.hi + t}, 0))
	d.floor("Corridor", slab(m(0, thirteenStair), thirteenWay, 0))
	d.ramp("Stair", speedExtras(thirteenUp, thirteenUp), incline(place{x: thirteenStair}, place{x: thirteenLanding, y: thirteenRise}, thirteenWay))
	d.floor("Landing", slab(m(thirteenLanding, thirteenExit+1), thirteenWay, thirteenRise))
	d.wall("Walls", thirteenWalls())
	d.goal("Exit", 0, thirteenRise, area{m(thirteenExit, thirteenExit+1), thirteenWay})
	d.spawn("Start", "persons", 0, 0, thirteenRoom.inset(0.3))
}

func thirteenWalls() *solid {
	t := millimetres(lineWall)
	y := m(0, 2.5)
	s := &solid{}
	s.frame(area{span{thirteenRoom.x.lo - t, t}, span{thirteenRoom.z.lo - t, thirteenRoom.z.hi + t}}, y, lineWall)
	s.cut(m(0, lineWall), y, thirteenWay)
	for _, side := range beside(thirteenWay) {
		s.fill(m(0, thirteenStair), y, side)
		s.fill(m(thirteenStair, thirteenExit+1), m(0, thirteenHigh), side)
	}
	return s
}

func populateRimea13(s *ecs.Scenario) {
	crowd(s, "persons", 0, people{"Start", 150})
	s.Groups[0].Speed = thirteenSpeed
	s.Time = 300
}
