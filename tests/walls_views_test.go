package tests

import (
	"testing"

	"throng/ecs"
	"throng/engine"
)

// wallsReached counts, by build, the rooms from inside which somebody of a radius finds the goal outside.
func wallsReached(t *testing.T, e *engine.Engine, walls string, cell, radius float64, door bool, builds ...wallsBuild) []int {
	t.Helper()
	w := newWallsTown(cell, door, builds...)
	sc := wallsTownScenario(cell, radius)
	sc.Grid.Walls = walls
	v := wallsJudge(wallsBake(t, e, sc, w.wallsModel), w, radius)
	reached := make([]int, len(builds))
	for k, b := range builds {
		for i := range w.rooms {
			if w.rooms[i].build == b && v.in[i].found > 0 {
				reached[k]++
			}
		}
	}
	return reached
}

// Why walls are exact: ML's side views see what lies at the middles of their texels. They hold behind full walls, but they
// miss a rail between two rows of texels, and they close doors that are wide enough. The exact faces do neither.
func TestViewsLeakAndBlock(t *testing.T) {
	longer(t)
	e := open(t, engine.Options{})
	const all = 13 * 9 // rooms of a build: angles × places in the grid
	for _, cell := range []float64{0.5, 0.25} {
		views := wallsReached(t, e, ecs.WallsViews, cell, wallsThread*cell, false, wallsRail, wallsBuilds[2])
		exact := wallsReached(t, e, ecs.WallsExact, cell, wallsThread*cell, false, wallsRail, wallsBuilds[2])
		t.Logf("of %d closed rooms, cells of %g m: %d leak with a rail round them and %d with walls of 0.05 m with views; %v with exact walls", all, cell, views[0], views[1], exact)
		if views[0] < all/2 || views[1] > 0 || exact[0] > 0 || exact[1] > 0 {
			t.Errorf("cells of %g m: rooms with a rail and with walls leak %d times with views, %d with exact walls; expected rails and views only", cell, views, exact)
		}
	}
	builds := []wallsBuild{wallsBuilds[0], wallsBuilds[2], wallsBuilds[5]}
	views, exact := wallsReached(t, e, ecs.WallsViews, 0.25, 0.2, true, builds...), wallsReached(t, e, ecs.WallsExact, 0.25, 0.2, true, builds...)
	t.Logf("of %d rooms with a door, cells of 0.25 m, agents of 0.2 m: %v are open with views, %v with exact walls", all, views, exact)
	for k, b := range builds {
		if views[k] >= exact[k] || exact[k] != all {
			t.Errorf("walls %s: %d doors are open with views, %d with exact walls, of %d", b.name, views[k], exact[k], all)
		}
	}
}
