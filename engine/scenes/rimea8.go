package scenes

import (
	"fmt"

	"throng/ecs"
)

// RiMEA's eighth case: three storeys with 112 rooms, in the plan of its source. x is the
// source's x and z its y. Walls stand in the middle of the source's lines; two corridors
// of 1 m run between four rows of rooms of 2 × 3 m, and the stair core of model.switchback
// stands beside the lobby at their eastern end.
const (
	eightLong    = 22.0
	eightDeep    = 14.0
	eightStoreys = 3
	eightCeiling = coreRise - slabThickness
	eightSouth   = 4.0  // z between the southern corridor and the rooms beyond
	eightMiddle  = 7.0  // between the two inner rows
	eightNorth   = 10.0 // between these and the northern corridor
	eightShaft   = 8.0  // z from the stair to the void behind it
	eightHall    = 18.0 // x where the entrance hall begins, on the ground floor
	perRoom      = 4
)

// eightRow is a row of rooms: its extent along z, that of the wall with its doors, and
// how many rooms there are on the ground floor and above.
type eightRow struct {
	name          string
	z             [2]float64
	front         float64
	ground, above int
}

var eightRows = []eightRow{
	{"A", [2]float64{0, 3}, 3, 11, 11},
	{"B", [2]float64{4, 7}, 4, 8, 8},
	{"C", [2]float64{7, 10}, 10, 8, 8},
	{"D", [2]float64{11, 14}, 11, 9, 11},
}

func (r *eightRow) rooms(level int) int {
	if level == 0 {
		return r.ground
	}
	return r.above
}

// eachRoom visits the rooms of a level: a name, and the x where the room begins.
func eachRoom(level int, visit func(name string, r *eightRow, x float64)) {
	for k := range eightRows {
		r := &eightRows[k]
		for i := range r.rooms(level) {
			visit(fmt.Sprintf("%d %s%02d", level, r.name, i+1), r, 2*float64(i))
		}
	}
}

// opening is the door of the room that begins at x: the second metre of its front, up to
// the wall between it and the next room.
func (r *eightRow) opening(x float64) area { return area{m(x+1, x+2-lineWall/2), about(r.front)} }

func drawRimea8(d *model) {
	d.switchback(eightStoreys - 1)
	d.wall("Core", eightCore())
	for level := range eightStoreys {
		base := coreRise * float64(level)
		d.floor(fmt.Sprintf("Floor %d", level), eightSlab(level))
		d.wall(fmt.Sprintf("Walls %d", level), eightWalls(level))
		eachRoom(level, func(name string, r *eightRow, x float64) {
			d.door("door "+name, leaf(r.opening(x), base))
			d.spawn("room "+name, "occupants", 0, base, area{m(x+0.5, x+1.5), m(r.z[0]+0.5, r.z[1]-0.5)})
		})
	}
	d.door("main exit", leaf(eightExit, 0))
	d.goal("Outside", 0, 0, area{m(eightHall+0.5, eightLong-0.5), m(eightDeep+0.75, eightDeep+1.75)})
}

// eightExit is the way out.
var eightExit = area{m(19, 21), about(eightDeep)}

// eightSlab is the floor of a level, without the core and the void behind it. On the
// ground it goes on before the exit.
func eightSlab(level int) *solid {
	top := coreRise * float64(level)
	s := slab(m(-lineWall/2, eightLong+lineWall/2), m(-lineWall/2, eightDeep+lineWall/2), top)
	y := m(top-slabThickness, top)
	if level == 0 {
		s.fill(m(eightHall, eightLong), y, m(eightDeep, eightDeep+2))
	}
	s.cut(m(coreBack, coreFront), y, m(eightSouth, eightNorth))
	return s
}

// eightWalls are the walls of a storey up to its ceiling, without those of the core.
func eightWalls(level int) *solid {
	base := coreRise * float64(level)
	y := m(base, base+eightCeiling)
	s := &solid{}
	along := func(z, x0, x1 float64) { s.fill(m(x0-lineWall/2, x1+lineWall/2), y, about(z)) }
	across := func(x, z0, z1 float64) { s.fill(about(x), y, m(z0-lineWall/2, z1+lineWall/2)) }
	along(0, 0, eightLong)
	along(eightDeep, 0, eightLong)
	across(0, 0, eightDeep)
	across(eightLong, 0, eightDeep)
	along(eightMiddle, 0, coreBack)
	along(eightSouth, coreFront, eightLong-1)
	if level > 0 {
		along(eightNorth, coreFront, eightLong-1)
	}
	eachRoom(level, func(_ string, r *eightRow, x float64) {
		along(r.front, x, x+2)
		if x+2 < eightLong {
			across(x+2, r.z[0], r.z[1])
		}
	})
	doors := y
	doors.hi = doors.lo + millimetres(doorHeight)
	eachRoom(level, func(_ string, r *eightRow, x float64) {
		s.cut(r.opening(x).x, doors, r.opening(x).z)
	})
	if level == 0 {
		s.cut(eightExit.x, doors, eightExit.z)
	}
	return s
}

// eightCore are the walls of the core and of the void behind it, over all storeys: the
// wall between the flights, the one under the first storey's arrival, and the railing
// where no flight leads on.
func eightCore() *solid {
	const top = coreRise * (eightStoreys - 1)
	y := m(0, top+eightCeiling)
	s := &solid{}
	s.fill(about(coreBack), y, m(eightSouth, eightNorth))
	for _, z := range []float64{eightSouth, eightShaft, eightNorth} {
		s.fill(m(coreBack, coreFront), y, about(z))
	}
	s.fill(about(coreFront), y, m(eightShaft, eightNorth))
	s.fill(coreFlights, m(0, top+railingHeight), about(coreSpine))
	s.fill(about(coreFront), m(0, coreRise-2*slabThickness), secondLane)
	s.fill(about(coreFront), m(top, top+railingHeight), firstLane)
	return s
}

func populateRimea8(s *ecs.Scenario) {
	var from []people
	for level := range eightStoreys {
		eachRoom(level, func(name string, _ *eightRow, _ float64) {
			from = append(from, people{"room " + name, perRoom})
		})
	}
	crowd(s, "occupants", 0, from...)
	s.Time = 300
}
