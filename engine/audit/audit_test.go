package audit

import (
	"math"
	"testing"

	"throng/ecs"
)

// want checks a verdict; a wall of −1 means none within reach.
func want(t *testing.T, a *Audit, p [3]float64, over bool, floor, wall float64) {
	t.Helper()
	if wall < 0 {
		wall = math.Inf(1)
	}
	v := a.Check(p)
	near := v.Wall == wall || math.Abs(v.Wall-wall) < 1e-9
	if v.OverFloor != over || math.Abs(v.Floor-floor) > 1e-9 || !near {
		t.Errorf("at %v: got %+v; want {OverFloor:%v Floor:%g Wall:%g}", p, v, over, floor, wall)
	}
}

func TestWallDistance(t *testing.T) {
	s := hall()
	s.box(ecs.RoleSolid, [3]float64{5, 0, 2}, [3]float64{5.1, 2.5, 8})
	a := s.audit()
	want(t, a, [3]float64{4, 0, 5}, true, 0, 1)
	want(t, a, [3]float64{4.9, 0.1, 5}, true, 0, 0.1)
	want(t, a, [3]float64{6, 0, 5}, true, 0, 0.9)
	want(t, a, [3]float64{5.05, 0, 5}, true, 0, 0.05) // within the wall
	want(t, a, [3]float64{5.4, 0, 8.4}, true, 0, 0.5) // past its corner: a 3-4-5 triangle
	want(t, a, [3]float64{1, 0, 5}, true, 0, -1)
}

func TestFloor(t *testing.T) {
	s := hall()
	s.box(ecs.RoleSolid, [3]float64{0, 2.8, 0}, [3]float64{5, 3, 10})
	a := s.audit()
	want(t, a, [3]float64{2, 0, 5}, true, 0, -1)
	want(t, a, [3]float64{2, 3.2, 5}, true, 3, -1)
	want(t, a, [3]float64{2, 2.76, 5}, true, 3, -1)
	want(t, a, [3]float64{2, 2.7, 5}, false, 0, -1) // within the slab, a step below nothing
	want(t, a, [3]float64{7, 3, 5}, false, 0, -1)   // past the upper floor's edge
	want(t, a, [3]float64{7, 0.3, 5}, false, 0, -1) // in the air
	want(t, a, [3]float64{10.1, 0, 5}, false, 0, -1)
	want(t, a, [3]float64{10, 0, 10}, true, 0, -1) // the edge belongs to the floor
}

// Only what stands between step and head height obstructs.
func TestBand(t *testing.T) {
	cases := []struct {
		name   string
		lo, hi float64
		meets  bool
	}{
		{"threshold of one step", 0, 0.25, false},
		{"threshold above a step", 0, 0.26, true},
		{"table", 0.7, 0.75, true},
		{"lintel at the clearance", 1.8, 2.5, false},
		{"lintel below the clearance", 1.79, 2.5, true},
		{"tall wall", 0, 9, true}, // no vertex within the band
	}
	for _, c := range cases {
		for _, role := range []ecs.Role{ecs.RoleSolid, ecs.RoleObstacle} {
			s := hall()
			s.box(role, [3]float64{5, c.lo, 0}, [3]float64{6, c.hi, 10})
			got := s.audit().Check([3]float64{4.9, 0, 5}).Wall
			if met := math.Abs(got-0.1) < 1e-9; met != c.meets {
				t.Errorf("%s as %v: distance %g; obstruction expected: %v", c.name, role, got, c.meets)
			}
		}
	}
}

func TestUnderATableTop(t *testing.T) {
	s := hall()
	s.quad(ecs.RoleSolid, [3]float64{4, 0.7, 4}, [3]float64{4, 0.7, 6}, [3]float64{6, 0.7, 6}, [3]float64{6, 0.7, 4})
	a := s.audit()
	want(t, a, [3]float64{5.2, 0, 4.9}, true, 0, 0)
	want(t, a, [3]float64{3.5, 0, 5}, true, 0, 0.5)
	want(t, a, [3]float64{5, 0.7, 5}, true, 0.7, -1) // standing on it is no offence
}

func TestRolesThatDoNotObstruct(t *testing.T) {
	for _, role := range []ecs.Role{
		ecs.RoleWalkable, ecs.RoleGoal, ecs.RoleSpawn, ecs.RoleDoor, ecs.RoleDiscomfort, ecs.RoleIgnore,
	} {
		s := hall()
		s.box(role, [3]float64{5, 0, 0}, [3]float64{5.1, 2.5, 10})
		a := s.audit()
		want(t, a, [3]float64{4.9, 0, 5}, true, 0, -1)
		if a.Crossed([3]float64{4.9, 0, 5}, [3]float64{5.2, 0, 5}) {
			t.Errorf("a %v was crossed", role)
		}
	}
}

func TestObstacleIsNoFloor(t *testing.T) {
	s := &sketch{}
	s.box(ecs.RoleObstacle, [3]float64{0, 0, 0}, [3]float64{5, 1, 5})
	want(t, s.audit(), [3]float64{2, 1, 2}, false, 0, -1)
}

// An underside is a floor only where the material has two sides.
func TestTwoSided(t *testing.T) {
	s := &sketch{}
	e := s.quad(ecs.RoleSolid, [3]float64{0, 0, 0}, [3]float64{5, 0, 0}, [3]float64{5, 0, 5}, [3]float64{0, 0, 5})
	want(t, s.audit(), [3]float64{2, 0, 2.5}, false, 0, -1)
	e.TwoSided = true
	want(t, s.audit(), [3]float64{2, 0, 2.5}, true, 0, -1)
}

func TestSlope(t *testing.T) {
	for _, c := range []struct {
		degrees float64
		over    bool
	}{{0, true}, {45, true}, {49.9, true}, {50.1, false}, {80, false}} {
		rise := 2 * math.Tan(c.degrees*math.Pi/180)
		s := &sketch{}
		s.quad(ecs.RoleSolid, [3]float64{0, 0, 0}, [3]float64{0, 0, 3}, [3]float64{2, rise, 3}, [3]float64{2, rise, 0})
		if v := s.audit().Check([3]float64{1, rise / 2, 1}); v.OverFloor != c.over {
			t.Errorf("a slope of %g° is a floor: %v; want %v", c.degrees, v.OverFloor, c.over)
		}
	}
}

// staircase has treads of 0.28 m that rise 0.17 m each towards +x from x = 2.
func staircase() *sketch {
	s := hall()
	for k := range 10 {
		x := 2 + 0.28*float64(k)
		s.box(ecs.RoleSolid, [3]float64{x, 0, 0}, [3]float64{x + 0.28, 0.17 * float64(k+1), 4})
	}
	return s
}

// The riser ahead is lower than a step; the one behind it is a whole tread away.
func TestStairsAreFreeToWalk(t *testing.T) {
	a := staircase().audit()
	height := func(x float64) float64 {
		if x < 2 {
			return 0
		}
		return 0.17 * (math.Floor((x-2)/0.28+1e-12) + 1)
	}
	for x := 1.5; x < 2+2.8-0.01; x += 0.01 {
		p := [3]float64{x, height(x), 2}
		if v := a.Check(p); !v.OverFloor || math.Abs(v.Floor-height(x)) > 1e-9 || v.Wall < 0.28-1e-9 {
			t.Fatalf("at %v: %+v; want the tread's floor and 0.28 m of room", p, v)
		}
		q := [3]float64{x + 0.05, height(x + 0.05), 2}
		if a.Crossed(p, q) || a.Crossed(q, p) {
			t.Fatalf("the step between %v and %v counts as crossing a wall", p, q)
		}
	}
}

// From the side the same stair is a wall as soon as it is higher than a step.
func TestStairsFromTheSide(t *testing.T) {
	a := staircase().audit()
	want(t, a, [3]float64{2.14, 0, 4.1}, true, 0, math.Hypot(0.14, 0.1)) // the first tread is low
	want(t, a, [3]float64{3, 0, 4.1}, true, 0, 0.1)
}

func TestOutOfTheWorld(t *testing.T) {
	a := hall().audit()
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300} {
		for axis := range 3 {
			p := [3]float64{5, 0, 5}
			p[axis] = x
			want(t, a, p, false, 0, -1)
			if a.Crossed(p, [3]float64{5, 0, 5}) || a.Judge(p, p, 0.2, 0) != NoFloor {
				t.Errorf("%v is judged to be somewhere", p)
			}
		}
	}
}

func TestEmptyScene(t *testing.T) {
	a := New(&ecs.Scene{}, 0.25, 1.8, 50)
	want(t, a, [3]float64{}, false, 0, -1)
}
