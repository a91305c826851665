package audit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"throng/ecs"
)

func walled() *Audit {
	s := hall()
	s.box(ecs.RoleObstacle, [3]float64{5, 0, 2}, [3]float64{5.1, 2.5, 8})
	return s.audit()
}

func TestCrossed(t *testing.T) {
	a := walled()
	for _, c := range []struct {
		from, to [2]float64 // x, z
		crossed  bool
	}{
		{[2]float64{4.9, 5}, [2]float64{5.2, 5}, true},
		{[2]float64{5.2, 5}, [2]float64{4.9, 5}, true},
		{[2]float64{4.9, 5}, [2]float64{4.95, 5}, false},
		{[2]float64{4.9, 5}, [2]float64{4.9, 9}, false},   // along it
		{[2]float64{4.9, 9}, [2]float64{5.2, 9}, false},   // round its end
		{[2]float64{4, 7.5}, [2]float64{6, 8.6}, false},   // just past the corner
		{[2]float64{4, 7.5}, [2]float64{6, 8.2}, true},    // through the corner
		{[2]float64{4.9, 5}, [2]float64{5.05, 5}, true},   // into it
		{[2]float64{5.05, 5}, [2]float64{5.06, 5}, false}, // moving within: too near, but nothing crossed
	} {
		from, to := [3]float64{c.from[0], 0, c.from[1]}, [3]float64{c.to[0], 0, c.to[1]}
		if a.Crossed(from, to) != c.crossed {
			t.Errorf("from %v to %v: crossed is %v", c.from, c.to, !c.crossed)
		}
	}
}

// A wall between two storeys' heights is not crossed by one who walks above or below it.
func TestCrossedOnItsStorey(t *testing.T) {
	s := hall()
	s.box(ecs.RoleSolid, [3]float64{0, 2.8, 0}, [3]float64{10, 3, 10})
	s.box(ecs.RoleSolid, [3]float64{5, 3, 0}, [3]float64{5.1, 5, 10})
	a := s.audit()
	if a.Crossed([3]float64{4, 0, 5}, [3]float64{6, 0, 5}) {
		t.Error("the wall upstairs stops people downstairs")
	}
	if !a.Crossed([3]float64{4, 3, 5}, [3]float64{6, 3, 5}) {
		t.Error("the wall upstairs does not stop people upstairs")
	}
}

func TestJudge(t *testing.T) {
	a := walled()
	at := func(x float64) [3]float64 { return [3]float64{x, 0, 5} }
	for _, c := range []struct {
		name      string
		prev, cur [3]float64
		want      Offence
	}{
		{"free", at(4), at(4.05), None},
		{"at arm's length", at(4.75), at(4.8), None},
		{"too near", at(4.8), at(4.85), TooNear},
		{"through", at(4.7), at(5.4), Through},
		{"through, and still too near", at(4.8), at(5.2), Through},
		{"off the floor", at(9.9), at(10.2), NoFloor},
	} {
		if got := a.Judge(c.prev, c.cur, 0.2, 1e-9); got != c.want {
			t.Errorf("%s: judged %q; want %q", c.name, got, c.want)
		}
	}
}

// Who hops from one storey to the other jumped, wall or none; who takes a stair did not.
func TestJumped(t *testing.T) {
	s := hall()
	s.box(ecs.RoleSolid, [3]float64{0, 2.8, 0}, [3]float64{5, 3, 10})
	a := s.audit()
	for _, c := range []struct {
		prev, cur [3]float64
		want      Offence
	}{
		{[3]float64{4.9, 3, 5}, [3]float64{5.3, 0, 5}, Jumped},
		{[3]float64{2, 3, 5}, [3]float64{2, 0, 5}, Jumped},
		{[3]float64{2, 0, 5}, [3]float64{2, 3, 5}, Jumped},
		{[3]float64{2, 3, 5}, [3]float64{2.1, 3, 5}, None},
	} {
		if got := a.Judge(c.prev, c.cur, 0.2, 0); got != c.want {
			t.Errorf("from %v to %v: judged %q; want %q", c.prev, c.cur, got, c.want)
		}
	}
	stair := staircase().audit()
	if got := stair.Judge([3]float64{2.27, 0.17, 2}, [3]float64{2.29, 0.34, 2}, 0.2, 0); got != None {
		t.Errorf("a step up a stair is judged %q", got)
	}
}

// The count depends on the tolerance as it should: the same places are in the wall with
// a tolerance of 1 mm and free with one of 1 cm.
func TestInWallTolerance(t *testing.T) {
	a := walled()
	places := [][3]float64{{4.805, 0, 5}, {4.8, 0, 5}, {4.795, 0, 3}}
	radius := []float64{0.2, 0.2, 0.2}
	for _, c := range []struct {
		tol  float64
		want int
	}{{0, 1}, {0.001, 1}, {0.004, 1}, {0.006, 0}, {0.01, 0}, {-0.006, 3}} {
		if got := a.InWall(nil, places, radius, c.tol); got != c.want {
			t.Errorf("with a tolerance of %g m: %d in walls; want %d", c.tol, got, c.want)
		}
	}
	if got := a.InWall(nil, places, []float64{0.3, 0.3, 0.1}, 0.001); got != 2 {
		t.Errorf("with radii of 0.3, 0.3 and 0.1 m: %d in walls; want 2", got)
	}
}

func TestInWallCountsEachAgentOnce(t *testing.T) {
	a := walled()
	prev := [][3]float64{{4.7, 0, 5}, {4.7, 0, 5}, {9.9, 0, 5}, {1, 0, 1}}
	cur := [][3]float64{{5.15, 0, 5}, {4.65, 0, 5}, {10.1, 0, 5}, {1, 0, 1}}
	radius := []float64{0.2, 0.2, 0.2, 0.2}
	if got := a.InWall(prev, cur, radius, 0.001); got != 2 {
		t.Errorf("%d in walls; want 2", got)
	}
	if got := a.InWall(nil, nil, nil, 0.001); got != 0 {
		t.Errorf("%d of no agents in walls", got)
	}
}

func TestMisuse(t *testing.T) {
	a := walled()
	for name, f := range map[string]func(){
		"one radius too few": func() { a.InWall(nil, make([][3]float64, 2), make([]float64, 1), 0) },
		"one prev too few":   func() { a.InWall(make([][3]float64, 1), make([][3]float64, 2), make([]float64, 2), 0) },
		"no room to stand":   func() { New(&ecs.Scene{}, 1, 0.5, 50) },
		"an upright floor":   func() { New(&ecs.Scene{}, 0.25, 1.8, 90) },
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.HasSuffix(s, ".") {
					t.Errorf("%s: no sentence, but %q", name, s)
				}
			}()
			f()
		}()
	}
}

// The index and the clipping agree with a scan of every triangle that samples it finely.
func TestAgainstSampling(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := hall()
	for range 40 {
		var tri ecs.Triangle
		centre := [3]float64{10 * random.Float64(), 4 * random.Float64(), 10 * random.Float64()}
		for k := range tri {
			for axis := range 3 {
				tri[k][axis] = centre[axis] + 2*random.Float64() - 1
			}
		}
		s.add(ecs.RoleObstacle, tri)
	}
	a := s.audit()
	obstacles := s.scene.Triangles[12:]
	for range 300 {
		p := [3]float64{10 * random.Float64(), 0, 10 * random.Float64()}
		got, want := a.Check(p).Wall, sampled(obstacles, p, 0.25, 1.8)
		const spacing = 2 * 2.9 / samples // samples this far apart may miss the nearest point by as much
		if got > want+1e-9 || got < want-spacing && want < Reach {
			t.Fatalf("at %v: distance %g; sampling finds %g", p, got, want)
		}
	}
}

const samples = 100

// sampled is the plan distance to the nearest of many points spread over the triangles.
func sampled(triangles []ecs.Triangle, p [3]float64, lo, hi float64) float64 {
	nearest := math.Inf(1)
	for _, t := range triangles {
		for i := range samples + 1 {
			for j := range samples + 1 - i {
				u, v := float64(i)/samples, float64(j)/samples
				q := [3]float64{}
				for axis := range 3 {
					q[axis] = t[0][axis] + u*(t[1][axis]-t[0][axis]) + v*(t[2][axis]-t[0][axis])
				}
				if q[1] >= lo && q[1] <= hi {
					nearest = min(nearest, math.Hypot(q[0]-p[0], q[2]-p[2]))
				}
			}
		}
	}
	if nearest > Reach {
		return math.Inf(1)
	}
	return nearest
}

func BenchmarkInWall(b *testing.B) {
	a := walled()
	const agents = 1000
	random := rand.New(rand.NewPCG(1, 2))
	prev, cur, radius := make([][3]float64, agents), make([][3]float64, agents), make([]float64, agents)
	for i := range cur {
		prev[i] = [3]float64{10 * random.Float64(), 0, 10 * random.Float64()}
		cur[i] = prev[i]
		cur[i][0] += 0.05
		radius[i] = 0.2
	}
	b.ReportAllocs()
	for b.Loop() {
		a.InWall(prev, cur, radius, 0.001)
	}
}
