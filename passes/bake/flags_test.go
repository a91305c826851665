package bake

import (
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// surface is one layer of a column by hand.
type surface struct {
	y, up  float32
	role   uint32
	inside int32 // closed solids around it
}

// flagsOf flags a column of surfaces from the top.
func flagsOf(exact uint32, column []surface) (flags []uint32) {
	s := newScene(1, 1, 0.25)
	s.Exact, s.Layers, s.Entities, s.Triangles, s.b = exact, uint32(len(column))+1, 4, uint32(len(column)), passes.NewBuffers()
	s.b.Alloc(s.Frame, "attributes", "facets", "position", "surface", "winding", "grid")
	for role := range uint32(4) {
		passes.As[Attribute](s.b, "attributes")[role].Role = role
	}
	for k, v := range column {
		s.b.Image("position").SetVec4(0, 0, k, [4]float32{0, v.y, 0, 1})
		s.b.Image("surface").SetU32(0, 0, k, uint32(k)+1)
		s.b.Image("winding").SetU32(0, 0, k, uint32(v.inside))
		passes.As[Facet](s.b, "facets")[k] = Facet{Up: v.up, Entity: v.role}
	}
	s.run(Flags{})
	for k := range int(s.Layers) {
		flags = append(flags, s.b.Image("grid").U32(0, 0, k))
	}
	return flags
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		name   string
		column []surface
		want   []uint32
	}{
		{"nothing", nil, nil},
		{"floor", []surface{{0, 1, RoleSolid, 0}}, []uint32{GridWalkable}},
		{"underside of a slab", []surface{{3, 1, RoleSolid, 0}, {2.8, -1, RoleSolid, 0}, {0, 1, RoleSolid, 0}}, []uint32{GridWalkable, GridSteep, GridWalkable}},
		{"low ceiling", []surface{{1.7, -1, RoleSolid, 0}, {0, 1, RoleSolid, 0}}, []uint32{GridSteep, GridInside}},
		{"low gallery that is never in the way", []surface{{1.7, 1, RoleWalkable, 0}, {0, 1, RoleSolid, 0}}, []uint32{GridWalkable, GridLow}},
		{"box 1 cm above the floor", []surface{{1, 1, RoleSolid, 0}, {0.01, -1, RoleSolid, 0}, {0, 1, RoleSolid, 0}}, []uint32{GridWalkable, GridSteep, GridInside}},
		{"floor under a step", []surface{{0.2, 1, RoleSolid, 0}, {0, 1, RoleSolid, 0}}, []uint32{GridWalkable, GridLow}},
		{"ceiling of just the head room", []surface{{1.8, -1, RoleSolid, 0}, {0, 1, RoleSolid, 0}}, []uint32{GridSteep, GridWalkable}},
		{"slope of 49 degrees", []surface{{0, 0.656, RoleWalkable, 0}}, []uint32{GridWalkable}},
		{"slope of 51 degrees", []surface{{0, 0.629, RoleWalkable, 0}}, []uint32{GridSteep}},
		{"no normal", []surface{{0, 0, RoleSolid, 0}}, []uint32{GridSteep}},
		{"obstacle's top", []surface{{3, 1, RoleObstacle, 0}}, []uint32{GridSteep}},
		{"inside an obstacle", []surface{{3, 1, RoleObstacle, 0}, {0, 1, RoleSolid, 0}}, []uint32{GridSteep, GridInside}},
		{"inside a closed solid", []surface{{3, 1, RoleSolid, 0}, {0, 1, RoleSolid, 1}}, []uint32{GridWalkable, GridInside}},
		{"inside a room that faces in", []surface{{3, -1, RoleSolid, 0}, {0, 1, RoleSolid, -1}}, []uint32{GridSteep, GridWalkable}},
		{"underside just beneath a floor that hides another", []surface{{0, 1, RoleSolid, 0}, {0.0005, -1, RoleSolid, 0}, {-1, 1, RoleSolid, 0}}, []uint32{GridWalkable, GridSteep, GridInside}},
		{"under an obstacle", []surface{{3, 1, RoleObstacle, 0}, {2, -1, RoleObstacle, 0}, {0, 1, RoleSolid, 0}}, []uint32{GridSteep, GridSteep, GridWalkable}},
	} {
		got := flagsOf(1, c.column)
		for k, want := range append(c.want, GridEmpty) {
			if got[k] != want {
				t.Errorf("%s: layer %d has flag %d, want %d", c.name, k, got[k], want)
			}
		}
	}
}

// With the side views, nothing is inside an obstacle: their vertical fragments take the floor away.
func TestFlagsOfTheViews(t *testing.T) {
	if got := flagsOf(0, []surface{{3, 1, RoleObstacle, 0}, {0, 1, RoleSolid, 0}}); got[1] != GridWalkable {
		t.Errorf("the floor in an obstacle has flag %d, want walkable", got[1])
	}
	if got := flagsOf(0, []surface{{1.7, -1, RoleSolid, 0}, {0, 1, RoleSolid, 0}}); got[1] != GridLow {
		t.Errorf("the floor under a low ceiling has flag %d, want too low", got[1])
	}
}

// Nobody stands on what is steep, an obstacle, or has less than the head room to whatever comes above.
func TestFlagsOfRandomColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	for range 3000 {
		var column []surface
		for y := float32(20); len(column) < 8; y -= 0.01 + 3*r.Float32() {
			column = append(column, surface{y, 2*r.Float32() - 1, uint32(r.IntN(3)), 0})
		}
		for k, flag := range flagsOf(1, column)[:8] {
			v := column[k]
			ok := v.role != RoleObstacle && v.up >= 0.64279
			if k > 0 {
				above := column[k-1]
				ok = ok && above.y-v.y >= 1.8 && !(above.role == RoleObstacle && above.up > 0)
			}
			if (flag == GridWalkable) != ok {
				t.Fatalf("layer %d of %v has flag %d", k, column, flag)
			}
		}
	}
}

// A zone marks the first floor below it, and of two overlapping zones the lower number counts.
func TestZonesMarkTheFloorBelow(t *testing.T) {
	s := newScene(8, 8, 0.25).entity(solid)
	s.floor(0.25, 0.25, 1.75, 1.75, 0, 0)
	s.floor(0.25, 0.25, 1.75, 1.75, 3, 3)
	goal := func(number uint32, x0, x1, y float64) {
		s.entity(Attribute{Role: RoleZone, Goal: number, Discomfort: float32(number)})
		s.floor(x0, 0.5, x1, 1.5, y, y)
	}
	goal(3, 0.5, 1.5, 1)
	goal(2, 1, 1.5, -0.1) // up to a step under the floor is on it
	goal(7, 0.5, 1, 4)
	goal(9, 0.5, 1.5, 0.5) // higher numbers give way to lower ones
	s.Triangles, s.Zones = 4, 8
	s.layers()
	s.run(Zones{})
	for _, want := range []struct {
		i, j, layer int
		goal        uint32
	}{{2, 2, 0, 7}, {3, 5, 0, 7}, {4, 2, 0, 0}, {2, 2, 1, 3}, {4, 2, 1, 2}, {5, 5, 1, 2}, {1, 2, 1, 0}, {6, 2, 1, 0}} {
		if got := reversed(s.b.Image("goal").U32(want.i, want.j, want.layer)); got != want.goal {
			t.Errorf("cell (%d, %d) of layer %d belongs to goal %d, want %d", want.i, want.j, want.layer, got, want.goal)
		}
	}
	if g := s.b.Image("discomfort").F32(4, 2, 1); g != 9 {
		t.Errorf("the discomfort where zones overlap is %g, want the largest", g)
	}
}
