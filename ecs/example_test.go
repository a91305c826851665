package ecs_test

import (
	"fmt"

	"github.com/mlange-42/arche/generic"
	"throng/ecs"
)

// The host spawns and removes; the engine drains the queue, and reports who is
// gone and where the rest are.
func Example() {
	world := ecs.NewWorld()
	world.Load(nil, []ecs.Group{ecs.NewGroup("guests", 0)})

	agents, err := world.Spawn(0, []ecs.SpawnAt{
		{Position: [3]float64{1, 0, 1}},
		{Position: [3]float64{2, 0, 1}, Speed: 0.8},
		{Position: [3]float64{3, 0, 1}},
	})
	if err != nil {
		panic(err)
	}
	take := func() { // the engine's side of a step
		for _, d := range world.Drain(nil) {
			fmt.Printf("delta %d slot %d speed %.2f\n", d.Kind, d.Slot, d.Speed)
		}
	}
	take()
	world.Despawn(agents[0])
	take()
	world.Released([]uint32{0, 2}) // one despawned, one arrived
	world.Apply(ecs.Columns{Position: [][3]float64{{}, {2.04, 0, 1}}})

	// The host's own query.
	query := generic.NewFilter2[ecs.Agent, ecs.Position]().Query(world.Arche())
	for query.Next() {
		agent, position := query.Get()
		fmt.Printf("slot %d at x = %.2f m\n", agent.Slot, position.X)
	}
	fmt.Println("alive", world.Alive(), "of", world.Spawned())
	// Output:
	// delta 0 slot 0 speed 1.34
	// delta 0 slot 1 speed 0.80
	// delta 0 slot 2 speed 1.34
	// delta 1 slot 0 speed 0.00
	// slot 1 at x = 2.04 m
	// alive 1 of 3
}

// A scenario of two keys has every default.
func ExampleParseScenario() {
	s, err := ecs.ParseScenario([]byte(`{"version": 1, "scene": "builtin:villa"}`), "villa.json")
	fmt.Println(s.Grid.Cell, s.DT, s.Params.Density, err)

	_, err = ecs.ParseScenario([]byte(`{"version": 1, "scene": "a.glb", "groups": [{"name": "x", "goal": 0, "sped": 2}]}`), "typo.json")
	fmt.Println(err)
	// Output:
	// 0.25 0.05 jiang <nil>
	// ecs: scenario "typo.json": groups[0].sped: unknown key; expected one of arrival, exact, goal, model, name, party, pre_movement, radii, radius, route, speed, speeds
}
