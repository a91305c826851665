package engine_test

import (
	"errors"
	"fmt"
	"log"

	"throng/ecs"
	"throng/engine"
)

// empty opens the references with the corridor and nobody in it.
func empty(o engine.Options) *engine.Engine {
	o.Executor = "cpu" // "gpu" is the default
	e, err := engine.New(o)
	if err != nil {
		log.Fatal(err)
	}
	scenario, scene, err := engine.Open("builtin:corridor")
	if err != nil {
		log.Fatal(err)
	}
	scenario.Spawns = nil
	if err := e.Load(scenario, scene); err != nil {
		log.Fatal(err)
	}
	return e
}

// three spawns people in a row.
func three(e *engine.Engine) []ecs.Handle {
	agents, err := e.SpawnAll(0,
		ecs.SpawnAt{Position: [3]float64{2, 0, 1}}, ecs.SpawnAt{Position: [3]float64{4, 0, 1}}, ecs.SpawnAt{Position: [3]float64{6, 0, 1}})
	if err != nil {
		log.Fatal(err)
	}
	return agents
}

// ticks takes steps of 0.05 s.
func ticks(e *engine.Engine, n int) {
	for range n {
		if err := e.Step(0.05); err != nil {
			log.Fatal(err)
		}
	}
}

// The engine moves everybody; the host takes one out of the crowd.
func ExampleEngine_SpawnAll() {
	e := empty(engine.Options{})
	defer e.Close()
	agents := three(e)
	ticks(e, 40)
	e.World().Despawn(agents[1])
	ticks(e, 560)
	if err := e.Wait(); err != nil {
		log.Fatal(err)
	}
	s := e.Stats()
	fmt.Println(s.Arrived, "arrived,", s.Removed, "removed,", s.Alive, "alive")
	err := e.SetSpeeds(agents[1:2], []float64{2})
	fmt.Println(errors.Is(err, ecs.ErrStale))
	// Output:
	// 2 arrived, 1 removed, 0 alive
	// true
}

// The engine says where to go, the host goes there: here at half the speed.
func ExampleEngine_MoveTo() {
	e := empty(engine.Options{Control: ecs.ControlAdvised, InFlight: 1})
	defer e.Close()
	agents := three(e)
	where := [][3]float64{{2, 0, 1}, {4, 0, 1}, {6, 0, 1}}
	if err := e.Watch(agents); err != nil {
		log.Fatal(err)
	}
	var views []engine.AgentView
	for range 100 {
		if err := e.MoveTo(agents, where); err != nil {
			log.Fatal(err)
		}
		ticks(e, 1)
		views = e.Watched(views[:0]) // of the step before, with one in flight
		for i, v := range views {
			for axis := range where[i] {
				where[i][axis] += 0.5 * 0.05 * v.Velocity[axis]
			}
		}
	}
	for i, v := range views {
		fmt.Printf("agent %d is at x = %.0f m, and would go at %.1f m/s\n", i, v.Position[0], v.Velocity[0])
	}
	// Output:
	// agent 0 is at x = 5 m, and would go at 1.3 m/s
	// agent 1 is at x = 7 m, and would go at 1.3 m/s
	// agent 2 is at x = 9 m, and would go at 1.3 m/s
}

// A player among people whom the engine moves.
func ExampleEngine_SetControl() {
	e := empty(engine.Options{})
	defer e.Close()
	agents := three(e)
	player := agents[:1]
	if err := e.SetControl(player, ecs.ControlDriven); err != nil {
		log.Fatal(err)
	}
	for x := 2.0; x > 0; x -= 0.1 { // against the stream, and on into the wall
		if err := e.MoveTo(player, [][3]float64{{x, 0, 1}}); err != nil {
			log.Fatal(err)
		}
		ticks(e, 1)
	}
	for _, a := range agents[:2] {
		for _, v := range all(e) {
			if v.Agent == a {
				fmt.Printf("x = %.1f m\n", v.Position[0])
			}
		}
	}
	// Output:
	// x = 0.2 m
	// x = 5.3 m
}

func all(e *engine.Engine) []engine.AgentView {
	views, err := e.Agents(nil)
	if err != nil {
		log.Fatal(err)
	}
	return views
}

// Who is near, and who is nearest, without waiting for the device.
func ExampleEngine_Near() {
	e := empty(engine.Options{Readback: true})
	defer e.Close()
	three(e)
	ticks(e, 10)
	here := [3]float64{5.2, 0, 1}
	near, err := e.Near(nil, here, 1.5)
	if err != nil {
		log.Fatal(err)
	}
	nearest, err := e.Nearest(nil, here, 2)
	if err != nil {
		log.Fatal(err)
	}
	steps, _ := e.Age()
	fmt.Println(len(near), "within 1.5 m,", steps, "steps ago")
	for _, f := range nearest {
		slot, _ := e.World().Slot(f.Agent)
		fmt.Printf("agent %d, %.1f m away\n", slot, f.Distance)
	}
	// Output:
	// 2 within 1.5 m, 2 steps ago
	// agent 1, 0.7 m away
	// agent 2, 1.3 m away
}

// Of a large crowd only those that are watched come back.
func ExampleEngine_Watch() {
	e := empty(engine.Options{InFlight: 2})
	defer e.Close()
	agents := three(e)
	if err := e.Watch(agents[2:]); err != nil {
		log.Fatal(err)
	}
	ticks(e, 22)
	steps, _ := e.Age()
	for _, v := range e.Watched(nil) {
		fmt.Printf("%d steps ago: x = %.1f m, %.1f m walked\n", steps, v.Position[0], v.Walked)
	}
	// Output:
	// 2 steps ago: x = 7.3 m, 1.3 m walked
}
