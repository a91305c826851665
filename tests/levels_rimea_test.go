package tests

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// footprint is the plan of an entity's box and the height of its lowest point: x0, z0, x1, z1, y.
func footprint(s *ecs.Scene, e *ecs.Entity) (x0, z0, x1, z1, y float64) {
	x0, z0, x1, z1, y = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), math.Inf(1)
	for _, t := range s.Of(e) {
		for _, p := range t {
			x0, z0, x1, z1, y = min(x0, p[0]), min(z0, p[2]), max(x1, p[0]), max(z1, p[2]), min(y, p[1])
		}
	}
	return x0, z0, x1, z1, y
}

// R8: three storeys with 36, 38 and 38 rooms, each with a door and four persons, and a main exit of 2 m. The building is one
// island, and from every room the exit is reached: farther from the rooms of a higher storey.
func TestRimea8(t *testing.T) {
	e := load(t, engine.Options{}, "rimea8")
	scene := e.Scene()
	rooms, doors, floors := [3]int{}, [3]int{}, 0
	for i := range scene.Entities {
		p := &scene.Entities[i]
		x0, z0, x1, z1, y := footprint(scene, p)
		storey := int(math.Round(y / coreRise))
		width := max(x1-x0, z1-z0)
		switch {
		case strings.HasPrefix(p.Name, "room "):
			rooms[storey]++
		case p.Role == ecs.RoleDoor && p.Name != "main exit":
			if doors[storey]++; math.Abs(width-0.95) > 1e-6 {
				t.Errorf("%s is %.3f m wide, expected 0.95 m: 1 m less half a wall", p.Name, width)
			}
		case p.Name == "main exit" && math.Abs(width-2) > 1e-6:
			t.Errorf("the main exit is %.3f m wide, expected 2 m", width)
		case strings.HasPrefix(p.Name, "Floor "):
			floors++
		}
	}
	if want := [3]int{36, 38, 38}; rooms != want || doors != want || floors != 3 {
		t.Errorf("%v rooms, %v doors and %d floors, expected %v, as many doors, and 3", rooms, doors, floors, want)
	}
	r, err := e.Report()
	must(t, err)
	if r.Islands != 1 || len(r.Warnings) > 0 {
		t.Errorf("%d islands and the warnings %q, expected one island and none", r.Islands, r.Warnings)
	}
	fourPerRoom(t, e)
	everyRoomLeads(t, e)
}

// fourPerRoom checks where people appeared.
func fourPerRoom(t *testing.T, e *engine.Engine) {
	t.Helper()
	step(t, e, 1)
	views, err := e.Agents(nil)
	must(t, err)
	if len(views) != 448 {
		t.Fatalf("%d persons, expected 448", len(views))
	}
	scene := e.Scene()
	for i := range scene.Entities {
		p := &scene.Entities[i]
		if p.Role != ecs.RoleSpawn {
			continue
		}
		x0, z0, x1, z1, y := footprint(scene, p)
		n := 0
		for _, a := range views {
			const slack = 0.25 // a cell: they have walked for a step
			if at := a.Position; at[0] > x0-slack && at[0] < x1+slack && at[2] > z0-slack && at[2] < z1+slack && math.Abs(at[1]-y) < 1 {
				n++
			}
		}
		if n != 4 {
			t.Errorf("%d persons in %s, expected 4", n, p.Name)
		}
	}
}

// everyRoomLeads checks the potential of every cell that people can stand on.
func everyRoomLeads(t *testing.T, e *engine.Engine) {
	t.Helper()
	var nearest [3]float64
	for k := range nearest {
		nearest[k] = math.Inf(1)
	}
	for _, c := range cells(t, e, 0) {
		if c.clearance < 0.2 {
			continue
		}
		if !c.reached() {
			t.Fatalf("from (%.3f, %.3f, %.3f) the exit is not reached", c.x, c.y, c.z)
		}
		if level := int(math.Round(c.y / coreRise)); math.Abs(c.y-coreRise*float64(level)) < 1e-3 {
			nearest[level] = min(nearest[level], c.phi)
		}
	}
	if !(nearest[0] == 0 && nearest[1] > 6 && nearest[2] > nearest[1]+4*math.Sqrt2) {
		t.Errorf("the ways from the storeys are at least %v long", nearest)
	}
}

// R8: the way up the stair, from the middle of its foot at x = 20, z = 7 to that of its head at x = 20, z = 5 one storey
// higher, is 6 m round a wall without thickness: 3 m to its end, 3 m from there. Round one of 0.1 m it is 6.07 m.
func TestRimea8Stair(t *testing.T) {
	const thick = 0.1
	e := open(t, engine.Options{})
	for storey := range 2 {
		base := coreRise * float64(storey)
		const size = 0.125
		atFoot := func(s *ecs.Scene) {
			g := entity(t, s, "Outside")
			x0, z0, x1, z1, y := footprint(s, g)
			for i := range s.Of(g) {
				for k := range 3 {
					p := &s.Triangles[g.First+i][k]
					p[0], p[1], p[2] = 20+0.4*(p[0]-x0)/(x1-x0), p[1]-y+base+0.05, 6.8+0.4*(p[2]-z0)/(z1-z0)
				}
			}
		}
		changed(t, e, "rimea8", atFoot, travel(size))
		list := cells(t, e, 0)
		h := goalHull(t, list, 0)
		toEnd := h.distance(point{coreFront - flightLong, coreSpine + thick/2})
		var d deviation
		for _, c := range list {
			if c.x > 19.5 && c.x < coreFront && math.Abs(c.z-5) < size && c.y > base+3 && c.y < base+coreRise {
				d.add(c, toEnd+thick+math.Hypot(math.Sqrt2*(c.x-coreTurn), coreSpine-thick/2-c.z))
			}
		}
		d.check(t, fmt.Sprintf("stair from storey %d", storey), size, 3.2+1) // M2, and a cell for the end of the wall
	}
}

// R13: from the room through the corridor and up the stair to the landing: every place leads there, the stair is as
// long as its slope, and on it people are as slow as the case says, 0.675 m/s of 1.3 m/s.
func TestRimea13(t *testing.T) {
	const size, foot, head, share = 0.125, 12.0, 15.0, 0.675 / 1.3
	e := open(t, engine.Options{})
	reload(t, e, "rimea13", travel(size))
	list := cells(t, e, 0)
	goal := goalHull(t, list, 0)
	nearest := math.Inf(1) // x of the goal's first cells
	for _, p := range goal {
		nearest = min(nearest, p.u)
	}
	stair := 3 * math.Sqrt2 / share
	var room, corridor, onStair deviation
	for _, c := range list {
		if c.clearance < size/4 {
			continue // in a wall
		}
		upward := stair + nearest - head
		switch {
		case c.x < 0:
			room.add(c, upward+foot+least(0, 2, func(v float64) float64 { return math.Hypot(c.x, c.z-v) }))
		case c.x < foot:
			corridor.add(c, upward+foot-c.x)
		case c.x < head:
			onStair.add(c, (head-c.x)*math.Sqrt2/share+nearest-head)
		}
	}
	corridor.check(t, "corridor", size, 1) // M1: two hinges
	onStair.check(t, "stair", size, 1)
	room.check(t, "room", size, 1+3.2)

	reload(t, e, "rimea13", func(s *scenario) { s.Spawns = s.Spawns[:0] })
	p, err := e.Probe([][3]float64{{13.5, 1.5, 1}, {6, 0, 1}})
	must(t, err)
	if up, flat := p[0].Speed[1], p[1].Speed[1]; math.Abs(up-0.675) > 1e-3 || math.Abs(flat-1.3) > 1e-3 {
		t.Errorf("%.3f m/s up the stair and %.3f m/s in the corridor, expected 0.675 and 1.3", up, flat)
	}
}
