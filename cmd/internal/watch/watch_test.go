package watch

import (
	"testing"

	"throng/ecs"
	"throng/engine"
	"throng/engine/scenes"
)

// maze is a crowd in the maze on the CPU executor, baked with walls found in a way, after some seconds of walking.
func maze(t *testing.T, walls string, agents int, seconds float64) (*Watch, *engine.Engine) {
	t.Helper()
	e, err := engine.New(engine.Options{Executor: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	sc := scenes.Defaults("maze")
	sc.Grid.Walls, sc.Spawns[0].Count = walls, agents
	scene, err := scenes.Load("maze", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Load(sc, scene); err != nil {
		t.Fatal(err)
	}
	w := New(e)
	for e.Time() < seconds {
		took, err := w.Step(sc.DT)
		if err != nil {
			t.Fatal(err)
		}
		if took <= 0 {
			t.Fatal("a step takes no time")
		}
	}
	return w, e
}

func TestNobodyInWalls(t *testing.T) {
	w, _ := maze(t, ecs.WallsExact, 100, 1)
	if n := w.InWall(); n != 0 {
		what, at := w.Example()
		t.Errorf("%d agents are in walls, one of them %s at %.3f", n, what, at)
	}
	if what, _ := w.Example(); what != "" {
		t.Errorf("without offences there is an example: %s", what)
	}
}

// The oracle reads triangles: where the bake leaves out the walls it must see agents walk through them.
func TestWithoutWallsAgentsAreCaught(t *testing.T) {
	w, e := maze(t, ecs.WallsNone, 100, 2)
	n := w.InWall()
	if n == 0 || n > 100 {
		t.Errorf("%d of 100 agents are caught without walls", n)
	}
	if what, _ := w.Example(); what == "" {
		t.Error("there is no example of an offence")
	}
	if s := e.Stats(); len(w.Agents()) != int(s.Alive) {
		t.Errorf("the watch sees %d agents of %d alive", len(w.Agents()), s.Alive)
	}
}
