package tests

import (
	"math"
	"math/rand/v2"

	"throng/ecs"
)

// solidsBox is a part of space beside an exhibit.
type solidsBox struct{ u0, v0, u1, v1, low, high float64 }

// holds tells whether a place lies in the box, and farther than the margin from its sides.
func (b solidsBox) holds(u, v, margin float64) bool {
	return u > b.u0+margin && u < b.u1-margin && v > b.v0+margin && v < b.v1-margin
}

func (b solidsBox) shape(f wallsFrame) []ecs.Triangle {
	return f.box(b.u0, b.v0, b.u1, b.v1, b.low, b.high)
}

// solidsCase is an exhibit on a floor at y = 0: where there is matter nobody can stand, up to just below its upper side;
// on the floors, each at the height low, everybody can, and the way there is open or shut.
type solidsCase struct {
	name   string
	put    func(m *wallsModel, f wallsFrame)
	matter []solidsBox
	floors []solidsBox
	shut   bool // nobody gets from the floors to the goal
}

var (
	solidsBlock  = solidsBox{-0.8, -0.8, 0.8, 0.8, 0, 2.5} // higher than the head room: only being inside closes its floor
	solidsAir    = solidsBox{-0.8, -0.8, 0.8, 0.8, 1, 3.5}
	solidsNested = solidsBox{-0.4, -0.4, 0.4, 0.4, 0.2, 2.2}
	solidsAround = solidsBox{-1.6, -1.6, 1.6, 1.6, 0, 0}
)

func (b solidsBox) at(low, high float64) solidsBox {
	b.low, b.high = low, high
	return b
}

func solidsPut(e ecs.Entity, shapes ...solidsBox) func(*wallsModel, wallsFrame) {
	return func(m *wallsModel, f wallsFrame) {
		var ts []ecs.Triangle
		for _, s := range shapes {
			ts = append(ts, s.shape(f)...)
		}
		m.part(e, ts)
	}
}

// solidsSheet is a level sheet over the exhibit that faces up or down.
func solidsSheet(y float64, e ecs.Entity, down bool) func(*wallsModel, wallsFrame) {
	return func(m *wallsModel, f wallsFrame) {
		ts := f.sheet(-0.8, -0.8, 0.8, 0.8, y)
		if down {
			ts = wallsTurnOver(ts)
		}
		m.part(e, ts)
	}
}

var solidsCases = []solidsCase{
	{name: "a slab overhead", put: solidsPut(ecs.Entity{}, solidsBlock.at(2.5, 2.7)),
		matter: []solidsBox{solidsBlock.at(2.4, 2.7)}, floors: []solidsBox{solidsAround}},
	{name: "the top of a slab", put: solidsPut(ecs.Entity{}, solidsBlock.at(2.5, 2.7)),
		floors: []solidsBox{solidsBlock.at(2.7, 0)}, shut: true},
	{name: "a box on the floor", put: solidsPut(ecs.Entity{}, solidsBlock), matter: []solidsBox{solidsBlock}},
	{name: "a box sunk into the floor", put: solidsPut(ecs.Entity{}, solidsBlock.at(-0.5, 2)), matter: []solidsBox{solidsBlock.at(-0.5, 2)}},
	{name: "a box 1 cm above the floor", put: solidsPut(ecs.Entity{}, solidsBlock.at(0.01, 2.5)), matter: []solidsBox{solidsBlock}},
	{name: "a tall core", put: solidsPut(ecs.Entity{}, solidsBlock.at(-0.2, 7)), matter: []solidsBox{solidsBlock.at(-0.2, 7)}},
	{name: "a box in a box", put: solidsPut(ecs.Entity{}, solidsBlock, solidsNested), matter: []solidsBox{solidsBlock}},
	{name: "a box in a box of another node", matter: []solidsBox{solidsBlock}, put: func(m *wallsModel, f wallsFrame) {
		m.solid(solidsBlock.shape(f))
		m.solid(solidsNested.shape(f))
	}},
	{name: "a double-sided box", put: solidsPut(ecs.Entity{TwoSided: true}, solidsBlock), matter: []solidsBox{solidsBlock}},
	{name: "a double-sided box in the air", put: solidsPut(ecs.Entity{TwoSided: true}, solidsAir), matter: []solidsBox{solidsAir}},
	{name: "an obstacle in the air", put: solidsPut(ecs.Entity{Role: ecs.RoleObstacle}, solidsAir), matter: []solidsBox{solidsAir}},
	{name: "a box of loose triangles", matter: []solidsBox{solidsBlock}, put: func(m *wallsModel, f wallsFrame) {
		ts, r := solidsBlock.shape(f), rand.New(rand.NewPCG(4, 4))
		for i := range ts {
			for k := range ts[i] {
				for axis := range 3 {
					ts[i][k][axis] += 4e-5 * (r.Float64() - 0.5)
				}
			}
		}
		m.solid(ts)
	}},
	{name: "a box of two primitives", matter: []solidsBox{solidsBlock}, put: func(m *wallsModel, f wallsFrame) {
		ts := solidsBlock.shape(f)
		m.part(ecs.Entity{}, ts[:5])
		m.primitive(ecs.Entity{Node: m.Entities[len(m.Entities)-1].Node}, ts[5:])
	}},
	{name: "a box that faces inwards is a room", floors: []solidsBox{solidsBlock}, shut: true, put: func(m *wallsModel, f wallsFrame) {
		m.solid(wallsTurnOver(solidsBlock.shape(f)))
	}},
	{name: "the roof of such a room", matter: []solidsBox{solidsBlock.at(2.4, 2.6)}, put: func(m *wallsModel, f wallsFrame) {
		m.solid(wallsTurnOver(solidsBlock.shape(f)))
	}},
	{name: "a sheet that faces down", put: solidsSheet(3, ecs.Entity{}, true), matter: []solidsBox{solidsBlock.at(2.9, 3.1)}, floors: []solidsBox{solidsAround}},
	{name: "a sheet that faces up", put: solidsSheet(3, ecs.Entity{}, false), floors: []solidsBox{solidsBlock.at(3, 0)}, shut: true},
	{name: "a double-sided sheet that faces down", put: solidsSheet(3, ecs.Entity{TwoSided: true}, true), floors: []solidsBox{solidsBlock.at(3, 0)}, shut: true},
	{name: "a low sheet that faces up", put: solidsSheet(0.9, ecs.Entity{}, false), matter: []solidsBox{solidsBlock.at(-0.1, 0.8)}, floors: []solidsBox{solidsBlock.at(0.9, 0)}, shut: true},
	{name: "the floor laid twice", put: solidsSheet(0, ecs.Entity{}, false), floors: []solidsBox{solidsAround}},
	{name: "the floor laid twice, once upside down", put: solidsSheet(0, ecs.Entity{}, true), floors: []solidsBox{solidsAround}},
	{name: "another floor 0.5 mm higher", put: solidsSheet(0.0005, ecs.Entity{}, false), floors: []solidsBox{solidsAround}},
	{name: "another floor 0.5 mm lower", put: solidsSheet(-0.0005, ecs.Entity{}, false), floors: []solidsBox{solidsAround}},
	{name: "a sheet upside down 0.5 mm higher", put: solidsSheet(0.0005, ecs.Entity{}, true), floors: []solidsBox{solidsAround}},
	{name: "a sheet upside down 4 mm higher", put: solidsSheet(0.004, ecs.Entity{}, true), floors: []solidsBox{solidsAround}},
	{name: "a sheet upside down 0.5 mm lower", put: solidsSheet(-0.0005, ecs.Entity{}, true), floors: []solidsBox{solidsAround}},
	{name: "a carpet of 5 mm", put: solidsPut(ecs.Entity{}, solidsBlock.at(0, 0.005)), floors: []solidsBox{solidsAround}},
	{name: "a carpet of 5 mm that is a sheet", put: solidsSheet(0.005, ecs.Entity{}, false), floors: []solidsBox{solidsAround}},
	{name: "a slab of 2 mm overhead", put: solidsPut(ecs.Entity{}, solidsBlock.at(2.5, 2.502)),
		matter: []solidsBox{solidsBlock.at(2.4, 2.5019)}, floors: []solidsBox{solidsAround}},
	{name: "the top of a slab of 2 mm", put: solidsPut(ecs.Entity{}, solidsBlock.at(2.5, 2.502)), floors: []solidsBox{solidsBlock.at(2.502, 0)}, shut: true},
	{name: "the top of a slab of 2 cm", put: solidsPut(ecs.Entity{}, solidsBlock.at(2.5, 2.52)), floors: []solidsBox{solidsBlock.at(2.52, 0)}, shut: true},
}

// solidsHall is a floor with all exhibits, turned; the goal is one end of the floor.
func solidsHall() (*wallsModel, []wallsFrame) {
	const row = 6
	m, plain := newWallsModel("exhibits"), wallsAt(0, 0, 0)
	wide, long := 4.0*row, 4*math.Ceil(float64(len(solidsCases))/row)
	m.solid(plain.box(-2, 0, wide, long, -0.2, 0))
	var at []wallsFrame
	for i, c := range solidsCases {
		f := wallsAt(4*float64(i%row)+2.03, 4*float64(i/row)+2.05, 3+11*float64(i%5))
		c.put(m, f)
		at = append(at, f)
	}
	m.goal(0, plain.sheet(-1.9, 0.1, -0.1, long-0.1, 0.05))
	return m, at
}
