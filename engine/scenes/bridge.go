package scenes

import "throng/ecs"

// A passage of 4 m width along x, and a bridge of 4 m width along z that crosses it at a
// height of 4 m. Both are as long, and no way leads from one to the other.
const (
	bridgeLong   = 24.0
	bridgeWide   = 4.0
	bridgeHeight = 4.0
)

func drawBridgeCrossing(d *model) {
	long, across := m(0, bridgeLong), m((bridgeLong-bridgeWide)/2, (bridgeLong+bridgeWide)/2)
	inside := span{across.lo + 500, across.hi - 500}
	d.floor("Passage", slab(long, across, 0))
	d.floor("Bridge", slab(across, long, bridgeHeight))

	rails := &solid{}
	for _, side := range beside(across) {
		rails.fill(side, m(bridgeHeight, bridgeHeight+railingHeight), long)
	}
	d.railing("Railings", rails)
	walls := &solid{}
	for _, side := range beside(across) {
		walls.fill(long, m(0, 2.5), side)
	}
	d.wall("Walls", walls)

	d.goal("Goal east", 0, 0, area{m(bridgeLong-2, bridgeLong-1), across})
	d.goal("Goal north", 1, bridgeHeight, area{across, m(bridgeLong-2, bridgeLong-1)})
	d.spawn("Start west", "eastbound", 0, 0, area{m(0.5, 6), inside})
	d.spawn("Start south", "northbound", 1, bridgeHeight, area{inside, m(0.5, 6)})
}

// beside are the spans of two walls that stand outside a span.
func beside(s span) [2]span {
	t := millimetres(lineWall)
	return [2]span{{s.lo - t, s.lo}, {s.hi, s.hi + t}}
}

func populateBridgeCrossing(s *ecs.Scenario) {
	crowd(s, "eastbound", 0, people{"Start west", 50})
	crowd(s, "northbound", 1, people{"Start south", 50})
}
