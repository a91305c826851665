package tests

import (
	"fmt"
	"math"

	"throng/ecs"
)

// wallsRoom is a square room that stands alone on the floor.
type wallsRoom struct {
	wallsFrame
	build   wallsBuild
	degrees float64
	offset  [2]float64 // of its middle from a corner of the grid [cells]
}

// Dimensions of the rooms [m].
const (
	wallsHalf   = 0.75 // from the middle to the inner face of a wall
	wallsHeight = 2.5
	wallsDoor   = 0.9
	wallsLintel = 2.0
)

// wallsBuild is a way to build walls: of a thickness, or of sheets that face one way or both.
type wallsBuild struct {
	name            string
	thick           float64
	inwards, double bool
	role            ecs.Role
	low, high       float64 // [m]; from the floor up to wallsHeight where they are not given
}

var wallsBuilds = []wallsBuild{
	{name: "0.3 m", thick: 0.3}, {name: "0.1 m", thick: 0.1}, {name: "0.05 m", thick: 0.05},
	{name: "0.1 m, an obstacle", thick: 0.1, role: ecs.RoleObstacle},
	{name: "sheet facing out"}, {name: "sheet facing in", inwards: true}, {name: "double sheet", double: true}, wallsRail,
}

// wallsRail is a fence of a single rail that runs through the air.
var wallsRail = wallsBuild{name: "rail of 4 cm", thick: 0.04, low: 0.96, high: 1}

// wallsShares are the places of a room's middle in a cell, along each axis: with walls on the borders of cells, on their
// centres, and on neither.
var wallsShares = []float64{0, 0.5, 0.31}

// inside tells on which side of the walls a place is: 1 inside, -1 outside, 0 in them.
func (r *wallsRoom) inside(x, z float64) int {
	u, v := r.local(x, z)
	switch d := max(math.Abs(u), math.Abs(v)); {
	case d < wallsHalf-1e-4:
		return 1
	case d > wallsHalf+r.build.thick+1e-4:
		return -1
	}
	return 0
}

// walls are the walls of the room, closed or with a door in the middle of one.
func (r *wallsRoom) walls(door bool) []ecs.Triangle {
	const h = wallsHalf
	in, d := wallsRing(-h, -h, h, h), wallsDoor/2
	low, high := r.build.low, r.build.high
	if high == 0 {
		high = wallsHeight
	}
	gap := [][2]float64{{-h, -d}, {-h, d}} // in the first wall, which runs along u = -h
	if r.build.thick == 0 {
		line := []([][2]float64){append(append([][2]float64{}, in...), in[0])}
		if door {
			line = [][][2]float64{{in[0], gap[0]}, append(append([][2]float64{gap[1]}, in[1:]...), in[0])}
		}
		var ts []ecs.Triangle
		for _, l := range line {
			ts = append(ts, r.fence(low, high, l...)...)
		}
		if door {
			ts = append(ts, r.fence(wallsLintel, wallsHeight, gap...)...)
		}
		if r.build.inwards {
			ts = wallsTurnOver(ts)
		}
		return ts
	}
	o := h + r.build.thick
	out := wallsRing(-o, -o, o, o)
	var floors [][][2]float64
	for k := range in {
		n := (k + 1) % 4
		if door && k == 0 {
			beyond := [][2]float64{{-o, -d}, {-o, d}}
			floors = append(floors, [][2]float64{in[0], out[0], beyond[0], gap[0]}, [][2]float64{gap[1], beyond[1], out[1], in[1]})
			continue
		}
		floors = append(floors, [][2]float64{in[k], out[k], out[n], in[n]})
	}
	ts := r.prism(low, high, floors...)
	if door {
		ts = append(ts, r.box(-o, -d, -h, d, wallsLintel, wallsHeight)...)
	}
	return ts
}

func (r *wallsRoom) String() string {
	return fmt.Sprintf("walls %s at %g°, offset %v cells", r.build.name, r.degrees, r.offset)
}

// wallsTown is a floor with a room for every build, angle and offset; goal 0 lies in all rooms, goal 1 outside.
type wallsTown struct {
	*wallsModel
	rooms []wallsRoom
	side  int // rooms in a row
	pitch float64
}

// newWallsTown puts up rooms, closed or with doors, for cells of a size.
func newWallsTown(cell float64, door bool, builds ...wallsBuild) *wallsTown {
	w := &wallsTown{wallsModel: newWallsModel("rooms"), pitch: 4}
	for _, b := range builds {
		for k := range 13 {
			for _, du := range wallsShares {
				for _, dv := range wallsShares {
					w.rooms = append(w.rooms, wallsRoom{build: b, degrees: 7.5 * float64(k), offset: [2]float64{du, dv}})
				}
			}
		}
	}
	w.side = int(math.Ceil(math.Sqrt(float64(len(w.rooms)))))
	plain := wallsAt(0, 0, 0)
	wide, long := float64(w.side)*w.pitch, math.Ceil(float64(len(w.rooms))/float64(w.side))*w.pitch+1
	w.solid(plain.sheet(-1, -1, wide+1, long, 0))
	var goals []ecs.Triangle
	for i := range w.rooms {
		r := &w.rooms[i]
		x, z := (float64(i%w.side)+0.5)*w.pitch, (float64(i/w.side)+0.5)*w.pitch
		r.wallsFrame = wallsAt(x+r.offset[0]*cell, z+r.offset[1]*cell, r.degrees)
		w.part(ecs.Entity{Role: r.build.role, TwoSided: r.build.double}, r.walls(door))
		goals = append(goals, r.sheet(-0.36, -0.36, 0.36, 0.36, 0.05)...)
	}
	w.goal(0, goals)
	w.goal(1, plain.sheet(0, long-0.9, wide, long-0.1, 0.05))
	return w
}

// index is the number of the room in whose square of the lattice a place lies, or -1.
func (w *wallsTown) index(x, z float64) int {
	i, j := int(math.Floor(x/w.pitch)), int(math.Floor(z/w.pitch))
	if at := j*w.side + i; i >= 0 && j >= 0 && i < w.side && at < len(w.rooms) {
		return at
	}
	return -1
}

// room is the room in whose square of the lattice a place lies, or nil.
func (w *wallsTown) room(x, z float64) *wallsRoom {
	if at := w.index(x, z); at >= 0 {
		return &w.rooms[at]
	}
	return nil
}
