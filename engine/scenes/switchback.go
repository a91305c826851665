package scenes

import (
	"fmt"

	"throng/ecs"
)

// The stair core of RiMEA's eighth case, in its own plan: from the lobby at x = 20 a
// flight rises 2 m over 2 m towards −x, a landing turns it round, and a second flight
// rises 2 m back to the lobby of the next storey. A wall stands between the flights.
const (
	coreRise  = 4.0 // floor to floor
	coreFront = 20.0
	coreTurn  = 18.0 // where the flights meet the landing
	coreBack  = 16.0
	coreSpine = 6.0 // z of the wall between the flights
	lobbyBack = 24.0
)

var (
	coreDeep    = m(4, 8)
	firstLane   = m(coreSpine, 8)
	secondLane  = m(4, coreSpine)
	coreFlights = m(coreTurn, coreFront)
)

// switchback draws the flights and landings of a number of storeys, without walls.
func (d *model) switchback(storeys int) {
	for k := range storeys {
		base := coreRise * float64(k)
		front := func(y float64) place { return place{x: coreFront, y: base + y} }
		turn := place{x: coreTurn, y: base + coreRise/2}
		d.ramp(fmt.Sprintf("Flight %d a", k), nil, incline(front(0), turn, firstLane))
		d.floor(fmt.Sprintf("Landing %d", k), slab(m(coreBack, coreTurn), coreDeep, turn.y))
		d.ramp(fmt.Sprintf("Flight %d b", k), nil, incline(turn, front(coreRise), secondLane))
	}
}

// about is the span of a wall of a line's thickness with the line in its middle.
func about(x float64) span { return m(x-lineWall/2, x+lineWall/2) }

const switchbackStoreys = 3

// drawSwitchback draws the core alone. Its wall has no thickness, so that ways round it
// are known exactly: from turn to turn 2√2 m.
func drawSwitchback(d *model) {
	top := coreRise * switchbackStoreys
	for k := range switchbackStoreys + 1 {
		d.floor(fmt.Sprintf("Lobby %d", k), slab(m(coreFront, lobbyBack), coreDeep, coreRise*float64(k)))
	}
	d.switchback(switchbackStoreys)
	d.add("Spine", sheetPaint, obstacle, sheet(coreFlights, m(0, top+railingHeight), millimetres(coreSpine)))
	d.round("Goal", 0, place{22, 0, 7}, 0.75)
	d.spawn("Start", "down", 0, top, area{m(20.5, 23.5), m(4.5, 7.5)})
}

func populateSwitchback(s *ecs.Scenario) {
	crowd(s, "down", 0, people{"Start", 40})
}

const towerStoreys = 5

// drawTower encloses the same core over five storeys: walls round the shaft and between
// the flights, and a room before it on every storey.
func drawTower(d *model) {
	top := coreRise * towerStoreys
	for k := range towerStoreys + 1 {
		base := coreRise * float64(k)
		d.floor(fmt.Sprintf("Floor %d", k), slab(m(coreFront, towerEnd), towerDeep, base))
		d.spawn(fmt.Sprintf("Room %d", k), "residents", 0, base, area{m(22.5, 27.5), m(2.5, 9.5)})
	}
	d.switchback(towerStoreys)
	d.wall("Walls", towerWalls(top))
	d.goal("Exit", 0, 0, area{m(28.5, 29.5), m(2.5, 9.5)})
}

const towerEnd = 30.0

var towerDeep = m(2, 10)

// towerWalls stand outside the lines of the plan, but for the spine, which stands in its
// middle. On the top storey no flight leads on; a railing closes its lane.
func towerWalls(top float64) *solid {
	y := m(-slabThickness, top+2.5)
	t := millimetres(lineWall)
	s := &solid{}
	s.frame(area{m(coreFront-lineWall, towerEnd+lineWall), span{towerDeep.lo - t, towerDeep.hi + t}}, y, lineWall)
	s.cut(m(coreFront-lineWall, coreFront), y, coreDeep)
	s.fill(m(coreBack-lineWall, coreBack), y, span{coreDeep.lo - t, coreDeep.hi + t})
	for _, side := range beside(coreDeep) {
		s.fill(m(coreBack, coreFront), y, side)
	}
	s.fill(coreFlights, m(0, top+railingHeight), about(coreSpine))
	s.fill(m(coreFront-railingThickness, coreFront), m(top-slabThickness, top+railingHeight), firstLane)
	return s
}

func populateTower(s *ecs.Scenario) {
	var from []people
	for k := 1; k <= towerStoreys; k++ {
		from = append(from, people{fmt.Sprintf("Room %d", k), 20})
	}
	crowd(s, "residents", 0, append(from, people{"Room 0", 20})...)
	s.Time = 180
}
