package scenes

import "throng/ecs"

// A room of 10 × 8 m with two doors in one wall, symmetric about z = 4 m, and a strip
// of floor before them (NIST 4.1). The leaves are called "door A" and "door B". Cells of
// a default size lie as symmetrically as the doors, because the outer walls are as thick.
const (
	twoRoomLong = 10.0
	twoRoomDeep = 8.0
	twoOutside  = 14.0
	twoHeight   = 2.5
)

func drawTwoDoors(d *model) {
	outside := area{m(-hallWall, twoOutside+hallWall), m(-hallWall, twoRoomDeep+hallWall)}
	between := m(twoRoomLong, twoRoomLong+lineWall)
	walls := &solid{}
	walls.frame(outside, m(0, twoHeight), hallWall)
	walls.fill(between, m(0, twoHeight), m(0, twoRoomDeep))
	doors := []area{{between, m(1.5, 2.5)}, {between, m(5.5, 6.5)}}
	for k, opening := range doors {
		walls.cut(opening.x, m(0, doorHeight), opening.z)
		d.door([]string{"door A", "door B"}[k], leaf(opening, 0))
	}
	d.floor("Floor", slab(outside.x, outside.z, 0))
	d.wall("Walls", walls)
	d.goal("Goal", 0, 0, area{m(13, twoOutside), m(0, twoRoomDeep)})
	d.spawn("Start", "people", 0, 0, area{m(1, 5), m(1, 7)})
}

func populateTwoDoors(s *ecs.Scenario) {
	crowd(s, "people", 0, people{"Start", 20})
}
