package tests

import (
	"testing"

	"throng/ecs"
	"throng/engine"
)

// wallsSpawn puts agents of a group at places of a frame.
func wallsSpawn(t *testing.T, e *engine.Engine, group int, f wallsFrame, at ...[2]float64) {
	t.Helper()
	for _, p := range at {
		must(t, e.Spawn(group, ecs.SpawnAt{Position: f.point(p, 0)}))
	}
}

// wallsRun steps until everybody has arrived or the time is over, and shows every agent after every step.
func wallsRun(t *testing.T, e *engine.Engine, until float64, look func(a *engine.AgentView)) engine.Stats {
	t.Helper()
	var views []engine.AgentView
	for e.Time() < until {
		step(t, e, 1)
		var err error
		views, err = e.Agents(views[:0])
		must(t, err)
		for i := range views {
			look(&views[i])
		}
		if len(views) == 0 {
			break
		}
	}
	must(t, e.Wait())
	return e.Stats()
}

// Twenty people go round a corner, in a corridor along the grid and in two at an angle; nobody comes nearer to a wall than
// his radius, and all are out within a minute (validation R6).
func TestCorner(t *testing.T) {
	longer(t)
	corner := [][2]float64{{0, 0}, {0, 2}, {10, 2}, {10, 12}, {12, 12}, {12, 0}, {0, 0}}
	m, e := newWallsModel("corner"), open(t, engine.Options{})
	var goals []ecs.Triangle
	var lines wallsLines
	frames := []wallsFrame{wallsAt(0, 0, 0), wallsAt(22.03, 0.07, 30), wallsAt(44.1, 0, 45)}
	for _, f := range frames {
		m.solid(f.sheet(-0.5, -0.5, 12.5, 12.5, 0))
		m.solid(f.fence(0, 2.5, corner...))
		goals = append(goals, f.sheet(10.1, 11, 11.9, 11.9, 0.05)...)
		lines.add(f, corner...)
	}
	m.goal(0, goals)
	ecs.MarkClosed(&m.Scene)
	must(t, e.Load(wallsScenario(0.25, 0.2), &m.Scene))
	for _, f := range frames {
		for k := range 20 {
			wallsSpawn(t, e, 0, f, [2]float64{0.5 + 1.1*float64(k/4), 0.4 + 0.4*float64(k%4)})
		}
	}
	nearest := 1.0
	s := wallsRun(t, e, 60, func(a *engine.AgentView) { nearest = min(nearest, lines.gap(a.Position[0], a.Position[2])) })
	t.Logf("all out after %.1f s; nobody nearer than %.4f m to a wall", e.Time(), nearest)
	if s.Arrived != 60 || s.Lost != 0 {
		t.Errorf("after %.1f s: %+v, expected all 60 to have arrived", e.Time(), s)
	}
	if nearest < 0.2-0.001 {
		t.Errorf("somebody of radius 0.2 m came within %.4f m of a wall", nearest)
	}
}

// wallsCabins are the walls of the building of validation R10, and the doors in them.
func wallsCabins() (walls [][][2]float64) {
	wall := func(x0, z0, x1, z1 float64) { walls = append(walls, [][2]float64{{x0, z0}, {x1, z1}}) }
	side := func(z float64, from float64, doors ...float64) {
		for _, d := range doors {
			wall(from, z, d, z)
			from = d + 0.9
		}
		wall(from, z, 18, z)
	}
	wall(0, 0, 18, 0)
	wall(0, 0, 0, 11)
	wall(0, 11, 6, 11)
	wall(7.2, 11, 18, 11)
	wall(18, 0, 18, 5)
	wall(18, 6, 18, 11)
	side(5, 0, 1.05, 4.05, 7.05, 10.05, 13.05, 16.05)
	wall(0, 6, 1.05, 6)
	wall(1.95, 6, 4.05, 6)
	wall(4.95, 6, 6, 6)
	side(6, 7.2, 7.65, 10.05, 13.05, 16.05)
	for _, x := range []float64{3, 6, 9, 12, 15} {
		wall(x, 0, x, 5)
		wall(x, 6, x, 11)
	}
	wall(7.2, 6, 7.2, 11)
	return walls
}

// Everybody leaves a deck of cabins by the exit that he is told to take: 15 by the main one, 8 by the other (validation R10).
func TestAssignedExits(t *testing.T) {
	longer(t)
	m, plain, e := newWallsModel("cabins"), wallsAt(0, 0, 0), open(t, engine.Options{})
	m.solid(plain.sheet(0, 0, 18, 11, 0), plain.sheet(6, 11, 7.2, 12, 0), plain.sheet(18, 5, 19, 6, 0))
	var lines wallsLines
	for _, w := range wallsCabins() {
		m.solid(plain.fence(0, 2.5, w...))
		lines.add(plain, w...)
	}
	m.goal(0, plain.sheet(6, 11.3, 7.2, 12, 0.05))
	m.goal(1, plain.sheet(18.3, 5, 19, 6, 0.05))
	sc := wallsScenario(0.25, 0.2, 0.2)
	sc.Groups[1].Goal = 1
	ecs.MarkClosed(&m.Scene)
	must(t, e.Load(sc, &m.Scene))
	for _, x := range []float64{1.5, 4.5, 7.5, 10.5, 13.5, 16.5} { // the lower cabins, and the upper ones
		group := 0
		if x > 12 {
			group = 1
		}
		wallsSpawn(t, e, group, plain, [2]float64{x, 1}, [2]float64{x - 0.5, 3})
		if x != 7.5 {
			wallsSpawn(t, e, group, plain, [2]float64{x, 10}, [2]float64{x - 0.5, 8})
		}
	}
	wallsSpawn(t, e, 0, plain, [2]float64{8.1, 9})
	last, nearest := map[uint32]*engine.AgentView{}, 1.0
	s := wallsRun(t, e, 60, func(a *engine.AgentView) {
		copied := *a
		last[a.Slot] = &copied
		nearest = min(nearest, lines.gap(a.Position[0], a.Position[2]))
	})
	var by [2][2]int // by group and exit
	for _, a := range last {
		switch {
		case a.Position[2] > 11:
			by[a.Group][0]++
		case a.Position[0] > 18:
			by[a.Group][1]++
		}
	}
	if want := [2][2]int{{15, 0}, {0, 8}}; by != want || s.Arrived != 23 || s.Lost != 0 {
		t.Errorf("by group and exit %v left, expected %v; after %.1f s %+v", by, want, e.Time(), s)
	}
	if nearest < 0.2-0.001 {
		t.Errorf("somebody of radius 0.2 m came within %.4f m of a wall", nearest)
	}
}
