package scenes

import (
	"errors"
	"math"
	"testing"

	"throng/ecs"
)

// plan is the area of what faces up, in plan.
func plan(scene *ecs.Scene) (area float64) {
	for i := range scene.Entities {
		e := &scene.Entities[i]
		if !e.Role.Physical() || e.Role == ecs.RoleObstacle {
			continue
		}
		for _, t := range scene.Of(e) {
			area += ((t[1][2]-t[0][2])*(t[2][0]-t[0][0]) - (t[1][0]-t[0][0])*(t[2][2]-t[0][2])) / 2
		}
	}
	return area
}

// The sparse scene has one and a half floors on average, and its far floor makes the box four times as large.
func TestSparse(t *testing.T) {
	for _, edge := range []float64{125, 500} {
		for _, far := range []bool{false, true} {
			sc, scene, err := Sparse(edge, far)
			if err != nil {
				t.Fatal(err)
			}
			if err := sc.Validate(); err != nil || len(scene.Notes) > 0 {
				t.Errorf("%g m: %v, %q", edge, err, scene.Notes)
			}
			if floors := plan(scene) / (edge * edge); math.Abs(floors-1.5) > 0.03 {
				t.Errorf("%g m: there are %.3f floors on average, want 1.5", edge, floors)
			}
			want := edge
			if far {
				want *= 2
			}
			if scene.Max[0]-scene.Min[0] != want || scene.Max[2]-scene.Min[2] != want {
				t.Errorf("%g m, far %v: the box is %v to %v, want an edge of %g", edge, far, scene.Min, scene.Max, want)
			}
		}
	}
	for _, edge := range []float64{10, 3000, math.NaN()} {
		if _, _, err := Sparse(edge, false); !errors.Is(err, ecs.ErrInput) {
			t.Errorf("an edge of %g m gives %v", edge, err)
		}
	}
}

func TestStack(t *testing.T) {
	for _, c := range [][2]int{{1, 2}, {1, 1000}, {8, 10000}, {32, 1000}} {
		_, scene, err := Stack(c[0], c[1])
		if err != nil {
			t.Fatal(err)
		}
		if n := len(scene.Triangles) - 2; math.Abs(float64(n)/float64(c[1])-1) > 0.1 {
			t.Errorf("%d floors have %d triangles, want about %d", c[0], n, c[1])
		}
		if area := plan(scene); math.Abs(area-float64(c[0])*stackEdge*stackEdge) > 1e-3 {
			t.Errorf("%d floors have %g m²", c[0], area)
		}
	}
	for _, c := range [][2]int{{0, 100}, {65, 1000}, {4, 7}} {
		if _, _, err := Stack(c[0], c[1]); !errors.Is(err, ecs.ErrInput) {
			t.Errorf("%v gives %v", c, err)
		}
	}
}
