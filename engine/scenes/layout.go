package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"

	"throng/ecs"
)

// Rect is a rectangle of the plan [m].
type Rect struct{ X0, Z0, X1, Z1 float64 }

func (r Rect) area() area { return area{m(r.X0, r.X1), m(r.Z0, r.Z1)} }

// Layout is a level building as studies describe them: rooms cut out of walls, and goals in them. Rooms that meet are one.
type Layout struct {
	Name  string
	Rooms []Rect
	Goals [][]Rect // of goal 0, 1 and so on
	Open  bool     // without walls: where the rooms end, the floor does
}

// layoutHeight is that of the walls [m].
const layoutHeight = 2.5

// Scene draws the layout: the floor at height 0, walls as thick as a default cell around every room.
func (l *Layout) Scene() (*ecs.Scene, error) {
	d, floor, walls := newModel(l.Name), &solid{}, &solid{}
	for _, r := range l.Rooms {
		around := r.area()
		if !l.Open {
			around = around.inset(-hallWall)
		}
		floor.fill(around.x, m(-slabThickness, 0), around.z)
		walls.fill(around.x, m(0, layoutHeight), around.z)
	}
	for _, r := range l.Rooms {
		walls.cut(r.area().x, m(0, layoutHeight), r.area().z)
	}
	d.floor("Floor", floor)
	if !l.Open {
		d.wall("Walls", walls)
	}
	for goal, rects := range l.Goals {
		var areas []area
		for _, r := range rects {
			areas = append(areas, r.area())
		}
		d.goal(fmt.Sprintf("Goal %d", goal), goal, 0, areas...)
	}
	return ecs.FromDocument(d.doc, l.Name, 1)
}

// Person is somebody who is there from the start.
type Person struct {
	Group int
	ecs.SpawnAt
}

// Seat gives n people places in a rectangle, none nearer than gap to another or than gap/2 to its border: on a lattice as wide
// as there is room for, in random places of it, each up to jitter [m] off.
//
// Errors wrap [ecs.ErrInput] where they do not fit.
func Seat(r Rect, n int, gap, jitter float64, random *rand.Rand) ([][3]float64, error) {
	width, depth := r.X1-r.X0, r.Z1-r.Z0
	columns, rows := seats(width, depth, n)
	dx, dz := width/float64(columns), depth/float64(rows)
	if n > 0 && !(min(dx, dz) >= gap) {
		return nil, fmt.Errorf("scenes: %d people %g m apart do not fit on %g × %g m: %w", n, gap, width, depth, ecs.ErrInput)
	}
	jitter = min(jitter, (min(dx, dz)-gap)/2)
	places := make([][3]float64, n)
	for i, k := range random.Perm(columns * rows)[:n] {
		x, z := r.X0+dx*(float64(k%columns)+0.5), r.Z0+dz*(float64(k/columns)+0.5)
		places[i] = [3]float64{x + jitter*(2*random.Float64()-1), 0, z + jitter*(2*random.Float64()-1)}
	}
	return places, nil
}

// seats is the columns and rows of at least n nearly square places on a rectangle.
func seats(width, depth float64, n int) (columns, rows int) {
	columns = max(1, int(math.Round(math.Sqrt(float64(n)*width/depth))))
	rows = (n + columns - 1) / columns
	return columns, max(1, rows)
}
