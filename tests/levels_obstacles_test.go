package tests

import (
	"fmt"
	"math"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// exactWay bounds what rounding in float32 does to a potential that the stencil has exactly: a front parallel to the
// grid [m].
const exactWay = 1e-4

// M5: under a slab that hangs lower than agents are tall there is no way, and ways go round it; under one that hangs a
// little higher they go straight on, as if it were not there. Goals begin at x = 9 m, the slabs lie over x 4–6 m and leave
// 2 m free.
func TestLowCeiling(t *testing.T) {
	const size, from, to, free, second = 0.25, 4.0, 6.0, 6.0, 9.0
	const goal = 9 + size/2 // the first column of cells that are goals
	e := open(t, engine.Options{})
	reload(t, e, "low-ceiling", travel(size))
	var round deviation
	for _, c := range cells(t, e, 0) {
		switch {
		case c.z > second-size || c.y > 1: // the other hall, and what lies on the slab
			if c.reached() {
				t.Fatalf("(%.3f, %.3f, %.3f) is reached", c.x, c.y, c.z)
			}
		case c.x > from && c.x < to && c.z < free:
			t.Fatalf("(%.3f, %.3f, %.3f) under the low slab is walkable", c.x, c.y, c.z)
		default:
			round.add(c, pastSlab(c, from, to, free, goal))
		}
	}
	round.check(t, "past the low slab", size, 4.2) // E5: one corner after another, in sight of the first
	straight, under := 0.0, 0
	for _, c := range cells(t, e, 1) {
		if c.z < second || c.y > 1 {
			continue
		}
		straight = max(straight, math.Abs(c.phi-max(0, goal-c.x)))
		if c.x > from && c.x < to && c.z < second+free {
			under++
		}
	}
	if straight > exactWay || under != int((to-from)*free/size/size) {
		t.Errorf("under the high slab lie %d cells, and ways are off by %g m", under, straight)
	}
}

// pastSlab is the way to the line x = goal round a slab that lies over x from..to and z < free.
func pastSlab(c cell, from, to, free, goal float64) float64 {
	switch {
	case c.x >= to || c.z >= free:
		return max(0, goal-c.x)
	case c.x > from:
		return math.NaN() // under the slab
	}
	return math.Hypot(from-c.x, free-c.z) + goal - from
}

// M6: a step of 0.2 m is one that people take, both up and down, and lengthens the way by what its rise takes; one of
// 0.6 m is a wall to those below it, and nobody gets down from it or up to it.
func TestSteps(t *testing.T) {
	const size, riser, goal = 0.25, 0.2, 11 + 0.25/2
	longer := math.Hypot(size, riser) - size
	e := open(t, engine.Options{})
	reload(t, e, "steps", travel(size))
	high, low := 0, 0
	for _, c := range cells(t, e, 0) {
		onPlatforms := c.x > 4 && c.x < 8
		if onPlatforms && c.z < 4 {
			if high++; math.Abs(c.y-0.6) > 1e-5 || c.reached() {
				t.Fatalf("(%.3f, %.3f, %.3f) on the high platform is reached", c.x, c.y, c.z)
			}
			continue
		}
		if c.z < 6 { // away from the wall that the high platform is, ways are straight
			continue
		}
		want := max(0, goal-c.x)
		if onPlatforms {
			low++
			want += longer
		} else if c.x < 4 {
			want += 2 * longer
		}
		if math.Abs(c.phi-want) > exactWay {
			t.Fatalf("(%.3f, %.3f, %.3f): the way is %.4f m, expected %.4f m", c.x, c.y, c.z, c.phi, want)
		}
	}
	if half := int(4 * 2 / size / size); high != 2*half || low != half {
		t.Errorf("%d cells on the high platform and %d on the low one, expected %d and %d", high, low, 2*half, half)
	}
}

// M6: neither is there a way up: from a goal on the high platform no cell off it is reached.
func TestNoWayUp(t *testing.T) {
	e := open(t, engine.Options{})
	raise := func(s *ecs.Scene) {
		g := entity(t, s, "Goal")
		for i := range s.Of(g) {
			for k := range 3 {
				p := &s.Triangles[g.First+i][k]
				p[0], p[1], p[2] = p[0]-5.5, 0.65, p[2]*0.4
			}
		}
	}
	changed(t, e, "steps", raise, travel(0.25))
	on := 0
	for _, c := range cells(t, e, 0) {
		if up := math.Abs(c.y-0.6) < 1e-5; up != c.reached() {
			t.Fatalf("(%.3f, %.3f, %.3f): reached is %v", c.x, c.y, c.z, c.reached())
		} else if up {
			on++
		}
	}
	if want := int(4 * 4 / 0.25 / 0.25); on != want {
		t.Errorf("%d cells on the high platform, expected %d", on, want)
	}
}

// shut closes doors of a scene: their leaves stand in the way.
func shut(t testing.TB, doors ...string) func(*ecs.Scene) {
	return func(s *ecs.Scene) {
		for _, name := range doors {
			d := entity(t, s, name)
			if d.Role != ecs.RoleDoor {
				t.Fatalf("%q has the role %v, expected a door", name, d.Role)
			}
			d.Role = ecs.RoleObstacle
		}
	}
}

// M9: with both doors open the potential of the room is symmetric about its middle; with one of them closed ways lead
// through the other, so that they are longer on the side of the closed one and nowhere shorter; with both closed there is
// none, because a leaf fills its opening. With eight neighbours the diagonals that cross corners of pages are missing,
// and pages do not lie symmetrically: round a jamb that lies at such a corner the way is up to 1 - 1/√2 of a cell longer.
func TestTwoDoors(t *testing.T) {
	for stencil, most := range map[int]float64{4: exactWay, 8: 0.3 * 0.125} {
		t.Run(fmt.Sprintf("stencil %d", stencil), func(t *testing.T) { testTwoDoors(t, stencil, most) })
	}
}

func testTwoDoors(t *testing.T, stencil int, most float64) {
	const size, middle, doorA, doorB = 0.125, 4.0, 2.0, 6.0
	e := open(t, engine.Options{})
	room := func(doors ...string) map[[2]int]cell {
		changed(t, e, "two-doors", shut(t, doors...), travel(size), func(s *scenario) { s.Groups[0].Radius, s.Params.Stencil = 0.2, stencil })
		found := map[[2]int]cell{}
		for _, c := range cells(t, e, 0) {
			if c.x < 9.7 && c.clearance >= 0.2 {
				found[[2]int{int(math.Round(c.x / size * 2)), int(math.Round((c.z - middle) / size * 2))}] = c
			}
		}
		if len(found) < 4000 {
			t.Fatalf("the room has %d cells", len(found))
		}
		return found
	}
	open, onlyB, none := room(), room("door A"), room("door A", "door B")
	for at, c := range open {
		twin, ok := open[[2]int{at[0], -at[1]}]
		if !ok || math.Abs(twin.phi-c.phi) > most {
			t.Fatalf("at (%.3f, %.3f) the way is %.4f m, and opposite %.4f m", c.x, c.z, c.phi, twin.phi)
		}
		b := onlyB[at]
		if b.phi < c.phi-exactWay || c.x > 9 && math.Abs(c.z-doorA) < 0.3 && b.phi < c.phi+3 {
			t.Fatalf("at (%.3f, %.3f) the way is %.4f m, and %.4f m with door A closed", c.x, c.z, c.phi, b.phi)
		}
		if c.x > 9 && math.Abs(c.z-doorB) < 0.3 && math.Abs(b.phi-c.phi) > exactWay {
			t.Fatalf("before door B the way changes from %.4f to %.4f m when door A closes", c.phi, b.phi)
		}
		if none[at].reached() {
			t.Fatalf("at (%.3f, %.3f) a way leads out with both doors closed", c.x, c.z)
		}
	}
}
