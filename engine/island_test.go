package engine

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"throng/ecs"
)

// isles is three floors apart: 4 × 4 m with goal 0, 6 × 4 m at 3 m with goal 1, and 2 × 4 m; region "both" lies over the
// first and the last.
func isles() *parts {
	p := newScene("isles")
	p.add(solid(ecs.RoleSolid), block(2, 2, 4, 4, 0, -0.2, 0)...)
	p.add(solid(ecs.RoleSolid), block(8, 2, 6, 4, 0, 2.8, 3)...)
	p.add(solid(ecs.RoleSolid), block(13, 2, 2, 4, 0, -0.2, 0)...)
	p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(1, 1, 1, 1, 0, level(0.05))...)
	p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(9, 1, 1, 1, 0, level(3.05))...)
	p.Entities[4].Goal = 1
	region := ecs.Entity{Role: ecs.RoleSpawn, SpeedUp: 1, SpeedDown: 1}
	p.add(region, append(flat(2.5, 3, 1, 1, 0, level(0.05)), flat(13, 3, 1, 1, 0, level(0.05))...)...)
	p.Entities[5].Name, p.Entities[5].Group = "both", "walkers"
	p.add(region, flat(7, 3, 1, 1, 0, level(3.05))...)
	p.Entities[6].Name, p.Entities[6].Goal = "upstairs", 0
	return p
}

func islesScenario() *ecs.Scenario {
	sc := emptyScenario("isles")
	sc.Groups = []ecs.Group{ecs.NewGroup("walkers", 0)}
	sc.Spawns = []ecs.Spawn{{Group: "walkers", Region: ecs.Region{Name: "both"}, Count: 3}}
	return sc
}

// Every island, spawn and goal is reported with what it lies on, and what cannot work is said in words.
func TestReportOfIslands(t *testing.T) {
	e := open(t, Options{Executor: "cpu"})
	must(t, e.Load(islesScenario(), &isles().Scene))
	r, err := e.Report()
	must(t, err)
	if r.Islands != 3 || len(r.IslandList) != 3 {
		t.Fatalf("%d islands are %+v, expected 3", r.Islands, r.IslandList)
	}
	for i, want := range []Island{{1, 0, 24, 3, 3}, {2, 0, 16, 0, 0}, {3, 0, 8, 0, 0}} {
		got := r.IslandList[i]
		if got.Number != want.Number || math.Abs(got.Area-want.Area) > 2.5 || float64(got.Cells)*0.0625 != got.Area ||
			math.Abs(got.Lowest-want.Lowest) > 1e-5 || math.Abs(got.Highest-want.Highest) > 1e-5 {
			t.Errorf("island %d is %+v, expected about %+v", i+1, got, want)
		}
	}
	for i, want := range []SpawnPlace{
		{"scenario", "spawns[0]", "both", "walkers", 0, 32, []int{2, 3}},
		{"scene", "both", "", "walkers", 0, 32, []int{2, 3}},
		{"scene", "upstairs", "", "", 0, 16, []int{1}},
	} {
		got := r.Spawns[i]
		if !slices.Equal(got.Islands, want.Islands) || got.Of != want.Of || got.Name != want.Name || got.Region != want.Region ||
			got.Group != want.Group || got.Goal != want.Goal || got.Cells != want.Cells {
			t.Errorf("spawn %d is %+v, expected %+v", i, got, want)
		}
	}
	for i, want := range []GoalPlace{{0, []string{"part 3"}, []string{"walkers"}, 16, []int{2}}, {1, []string{"part 4"}, nil, 16, []int{1}}} {
		got := r.Goals[i]
		if got.Goal != want.Goal || !slices.Equal(got.Names, want.Names) || !slices.Equal(got.Groups, want.Groups) || got.Cells != want.Cells || !slices.Equal(got.Islands, want.Islands) {
			t.Errorf("goal %d is %+v, expected %+v", i, got, want)
		}
	}
	for _, want := range []string{`spawns[0].region: 16 of its cells lie on island 3, without goal 0 of group "walkers"`, `spawn region "upstairs" lies on island 1, without goal 0`} {
		if !slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.HasPrefix(w, want) }) {
			t.Errorf("there is no warning %q in %q", want, r.Warnings)
		}
	}
	if len(r.Warnings) != 2 {
		t.Errorf("the warnings are %q, expected 2", r.Warnings)
	}
}

// Between cells wider than a body, bodies at two centres leave a gap: the report says so, of the narrowest group.
func TestReportOfLooseCells(t *testing.T) {
	e := open(t, Options{Executor: "cpu"})
	for _, c := range []struct {
		cell, radius float64
		warned       bool
	}{{0.25, 0.125, false}, {0.25, 0.12, true}, {0.2, 0.12, false}} {
		sc := islesScenario()
		sc.Grid.Cell = c.cell
		sc.Groups = append(sc.Groups, ecs.NewGroup("children", 0))
		sc.Groups[1].Radius = c.radius
		must(t, e.Load(sc, &isles().Scene))
		r, err := e.Report()
		must(t, err)
		warned := slices.ContainsFunc(r.Warnings, func(w string) bool {
			return strings.HasPrefix(w, "grid.cell: ") && strings.Contains(w, `wider than agents of group "children"`)
		})
		if warned != c.warned {
			t.Errorf("cells of %g m and a radius of %g m: the warnings are %q", c.cell, c.radius, r.Warnings)
		}
	}
}

// The field "island" has the numbers of the report, "spawn" the entities of regions.
func TestFieldsOfPlaces(t *testing.T) {
	e := open(t, Options{Executor: "cpu"})
	must(t, e.Load(islesScenario(), &isles().Scene))
	r, err := e.Report()
	must(t, err)
	count := func(name string) map[float32]int {
		f, err := e.Field(name, 0)
		must(t, err)
		n := map[float32]int{}
		for _, v := range f.Data {
			if v == v {
				n[v]++
			}
		}
		return n
	}
	islands := count("island")
	for _, n := range r.IslandList {
		if islands[float32(n.Number)] != n.Cells {
			t.Errorf("the field has %d cells of island %d, expected %d", islands[float32(n.Number)], n.Number, n.Cells)
		}
	}
	if got := count("spawn"); len(got) != 3 || got[5] != 32 || got[6] != 16 {
		t.Errorf("the field of spawns has %v", got)
	}
}

// A spawn that is cut off altogether is an error that names both islands.
func TestSpawnOnAnotherIsland(t *testing.T) {
	sc := islesScenario()
	sc.Spawns[0].Region.Name = "upstairs"
	err := open(t, Options{Executor: "cpu"}).Load(sc, &isles().Scene)
	if !errors.Is(err, ecs.ErrInput) || !strings.Contains(err.Error(), "they lie on island 1, the goal on island 2") {
		t.Errorf("%v, expected both islands", err)
	}
}

// A lenient engine loads such a scene all the same: the spawn brings nobody, and the report says why.
func TestLenient(t *testing.T) {
	e := open(t, Options{Executor: "cpu", Lenient: true})
	sc := islesScenario()
	sc.Spawns = append(sc.Spawns, ecs.Spawn{Group: "walkers", Region: ecs.Region{Name: "upstairs"}, Count: 5})
	must(t, e.Load(sc, &isles().Scene))
	must(t, e.Step(sc.DT))
	must(t, e.Wait())
	r, err := e.Report()
	must(t, err)
	if len(r.Refused) != 1 || !strings.Contains(r.Refused[0], "spawns[1].region") || e.Stats().Spawned != 3 {
		t.Errorf("%d agents appear, and refused is %q", e.Stats().Spawned, r.Refused)
	}
	if got := r.Spawns[1]; got.Goal != 0 || got.Cells != 16 || !slices.Equal(got.Islands, []int{1}) {
		t.Errorf("the spawn that nobody can use is %+v", got)
	}
}

func TestIslandsText(t *testing.T) {
	for want, islands := range map[string][]int{"island 3": {3}, "islands 1, 2": {1, 2}, "islands 1, 2, 3, 4, 5 and 2 more": {1, 2, 3, 4, 5, 6, 7}} {
		if got := islandsText(islands); got != want {
			t.Errorf("%v is %q, expected %q", islands, got, want)
		}
	}
}
