package scenes

import "throng/ecs"

const plazaSize = 60.0

// drawPlaza draws an open square. Each group starts in a strip along one side, 4 m
// behind the strip that is the goal of the group from the opposite side.
func drawPlaza(d *model) {
	side := m(0, plazaSize)
	d.floor("Plaza", slab(side, side, 0))
	for i, s := range plazaSides {
		d.goal("Goal "+s.name, i, 0, s.strip(1, 3))
		d.spawn("Start "+s.name, s.group, (i+2)%4, 0, s.strip(7, 13))
	}
}

// plazaSide is a side of the square and the group that starts there.
type plazaSide struct {
	name, group string
	strip       func(near, far float64) area // between two distances from the side, metres
}

// The order is that of directions everywhere: north, east, south, west. Side i is
// opposite to side i+2.
var plazaSides = []plazaSide{
	{"north", "southbound", func(near, far float64) area { return area{plazaWide, m(plazaSize-far, plazaSize-near)} }},
	{"east", "westbound", func(near, far float64) area { return area{m(plazaSize-far, plazaSize-near), plazaWide} }},
	{"south", "northbound", func(near, far float64) area { return area{plazaWide, m(near, far)} }},
	{"west", "eastbound", func(near, far float64) area { return area{m(near, far), plazaWide} }},
}

// plazaWide is the extent of every strip along its side.
var plazaWide = m(15, 45)

func populatePlaza(s *ecs.Scenario) {
	for i, side := range plazaSides {
		crowd(s, side.group, (i+2)%4, people{"Start " + side.name, 250})
	}
	s.Time = 90
}
