package scenes

import (
	"fmt"

	"throng/ecs"
)

// The villa in plan, metres: x 0–20, z 0–14. A hall runs through the middle from west
// to east, with four rooms south and four rooms north of it. Two stair cores stand in
// the hall. Each has two lanes with a wall between them: the flight from the ground
// floor lies in the north lane and rises towards the middle of the house; the next one
// lies in the south lane and rises back towards the house's end. Each flight so stands
// on a whole slab, and the slab above it is open over its lane only.
const (
	villaLong    = 20.0
	villaDeep    = 14.0
	villaStoreys = 3
	villaGarden  = 2.0 // of ground around the house
	coreEnd      = 2.0 // from the end of the house to the core
)

var (
	villaPlan  = area{m(0, villaLong), m(0, villaDeep)}
	villaRooms = []span{m(0.2, 4.9), m(5.1, 9.9), m(10.1, 14.9), m(15.1, 19.8)} // along x
	villaExit  = m(5, 6)                                                        // the outside doors along z

	northLane = m(8.0, 9.4)
	spine     = m(7.8, 8.0)
	southLane = m(6.4, 7.8)
	laneGuard = m(6.4-railingThickness, 6.4) // between the south lane and the hall
)

// wing is a row of rooms on one side of the hall.
type wing struct {
	rooms span   // along z
	wall  span   // between the rooms and the hall, along z
	doors []span // in that wall, along x; in the north they keep clear of the stairs
}

var villaWings = []wing{
	{m(0.2, 4.4), m(4.4, 4.6), []span{m(2, 3), m(7, 8), m(12, 13), m(17, 18)}},
	{m(9.6, 13.8), m(9.4, 9.6), []span{m(0.6, 1.6), m(8, 9), m(11, 12), m(18.4, 19.4)}},
}

// core is one of the two stair cores; dir is the x direction towards the middle.
type core struct {
	name string
	foot int // x of its outer end, millimetres
	dir  int
}

var villaCores = []core{
	{"west", millimetres(coreEnd), +1},
	{"east", millimetres(villaLong - coreEnd), -1},
}

// flight is the core's flight that leaves a storey.
func (c core) flight(from int) flight {
	base := float64(from) * storey
	if from == 0 {
		return flight{foot: c.foot, dir: c.dir, z: northLane, base: base}
	}
	return flight{foot: c.foot + c.dir*run, dir: -c.dir, z: southLane, base: base}
}

// extent is the core's length along x.
func (c core) extent() span { return c.flight(0).along(0, run) }

func drawVilla(d *model) {
	for level := range villaStoreys {
		label := fmt.Sprintf(" %d", level)
		d.floor("Floor"+label, villaSlab(level))
		d.wall("Walls"+label, villaWalls(level))
		if level > 0 {
			d.railing("Railings"+label, villaRailings(level))
		}
		d.spawn("Rooms"+label, "residents", 0, float64(level)*storey, villaRoomAreas()...)
	}
	for _, c := range villaCores {
		d.stair("Stair "+c.name+" 0-1", c.flight(0))
		d.stair("Stair "+c.name+" 1-2", c.flight(1))
		d.railing("Parapet "+c.name+" 1-2", c.flight(1).parapet(laneGuard, storey+ceiling))
	}
	west := area{m(-1.5, -0.5), villaExit}
	east := area{m(villaLong+0.5, villaLong+1.5), villaExit}
	d.goal("Exits", 0, 0, west, east)
	d.goal("Salon", 1, 2*storey, villaSalon().inset(0.5))
	d.spawn("Hall", "visitors", 1, 0, area{m(8, 12), m(5, 9)})
}

// villaSalon is the goal of those who come: a room on the top floor.
func villaSalon() area { return area{villaRooms[2], villaWings[1].rooms} }

func villaRoomAreas() []area {
	var areas []area
	for _, w := range villaWings {
		for _, x := range villaRooms {
			areas = append(areas, area{x, w.rooms}.inset(0.4))
		}
	}
	return areas
}

// villaSlab is the floor of a level, open over the flights that arrive there.
func villaSlab(level int) *solid {
	top := float64(level) * storey
	if level == 0 {
		return slab(m(-villaGarden, villaLong+villaGarden), m(-villaGarden, villaDeep+villaGarden), top)
	}
	s := slab(villaPlan.x, villaPlan.z, top)
	for _, c := range villaCores {
		f := c.flight(level - 1)
		s.cut(f.opening(), m(top-slabThickness, top), f.z)
	}
	return s
}

// villaWalls are the walls of a storey up to the ceiling, with their doors.
func villaWalls(level int) *solid {
	base := float64(level) * storey
	y := m(base, base+ceiling)
	s := &solid{}
	s.frame(villaPlan, y, wallThickness)
	for _, w := range villaWings {
		s.fill(villaPlan.x, y, w.wall)
		for k, x := range villaRooms[1:] {
			s.fill(span{villaRooms[k].hi, x.lo}, y, w.rooms)
		}
		for _, x := range w.doors {
			s.cut(x, m(base, base+doorHeight), w.wall)
		}
	}
	for _, c := range villaCores {
		if level+1 < villaStoreys {
			s.fill(c.extent(), y, spine)
		}
	}
	if level == 0 {
		s.cut(m(0, wallThickness), m(0, doorHeight), villaExit)
		s.cut(m(villaLong-wallThickness, villaLong), m(0, doorHeight), villaExit)
	}
	return s
}

// villaRailings guard the openings of a level on every side without a wall, except
// where the flight arrives.
func villaRailings(level int) *solid {
	base := float64(level) * storey
	y := m(base, base+railingHeight)
	s := &solid{}
	for _, c := range villaCores {
		f := c.flight(level - 1)
		post := f.along(covered*going-millimetres(railingThickness), covered*going)
		s.fill(post, y, f.z)
		if level+1 == villaStoreys {
			long := f.along(covered*going-millimetres(railingThickness), run)
			s.fill(long, y, laneGuard)
			s.fill(long, y, spine)
		}
	}
	return s
}

func populateVilla(s *ecs.Scenario) {
	crowd(s, "residents", 0, people{"Rooms 0", 80}, people{"Rooms 1", 80}, people{"Rooms 2", 80})
	crowd(s, "visitors", 1, people{"Hall", 20})
	s.Time = 120
}
