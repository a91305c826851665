package engine_test

import (
	"bytes"
	"fmt"
	"log"

	"throng/ecs"
	"throng/engine"
)

// load opens the references, which need no device, with a built-in scene.
func load(scene string) *engine.Engine {
	e, err := engine.New(engine.Options{Executor: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	scenario, s, err := engine.Open(scene)
	if err != nil {
		log.Fatal(err)
	}
	if err := e.Load(scenario, s); err != nil {
		log.Fatal(err)
	}
	return e
}

func Example() {
	e, err := engine.New(engine.Options{Executor: "cpu"}) // "gpu" is the default
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	scenario, scene, err := engine.Open("builtin:stairs")
	if err != nil {
		log.Fatal(err)
	}
	if err := e.Load(scenario, scene); err != nil {
		log.Fatal(err)
	}
	for e.Time() < 2 {
		if err := e.Step(scenario.DT); err != nil {
			log.Fatal(err)
		}
	}
	if err := e.Wait(); err != nil {
		log.Fatal(err)
	}
	s := e.Stats()
	fmt.Println(s.Step, "steps,", s.Alive, "on their way,", s.Lost, "lost")
	// Output: 40 steps, 100 on their way, 0 lost
}

func ExampleEngine_Field() {
	e := load("builtin:corridor")
	defer e.Close()
	potential, err := e.Field("potential", 0)
	if err != nil {
		log.Fatal(err)
	}
	// One layer of a hall along x; its walls have no floor to walk on but their tops.
	fmt.Println(potential.Width, "×", potential.Height, "cells of", potential.Cell, "m")
	i, j := int((20-potential.Origin[0])/potential.Cell), int((1-potential.Origin[2])/potential.Cell)
	for k := range potential.Layers {
		if phi := potential.At(i, j, k)[0]; phi > 0 {
			fmt.Printf("φ at x = 20 m is %.0f\n", phi)
		}
	}
	// Output:
	// 170 × 10 cells of 0.25 m
	// φ at x = 20 m is 37
}

func ExampleEngine_Probe() {
	e := load("builtin:stairs")
	defer e.Close()
	points, err := e.Probe([][3]float64{{10, 0, 5}, {10, 3.06, 5}, {100, 0, 5}})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range points {
		if !p.Walkable {
			fmt.Println(p.At, "no floor")
			continue
		}
		fmt.Printf("%v layer %d, floor at %.2f m\n", p.At, p.Layer, *p.Height)
	}
	// Output:
	// [10 0 5] layer 1, floor at 0.00 m
	// [10 3.06 5] layer 0, floor at 3.06 m
	// [100 0 5] no floor
}

func ExampleEngine_Spawn() {
	e := load("builtin:plaza")
	defer e.Close()
	before := len(agents(e))
	at := ecs.SpawnAt{Position: [3]float64{30, 0, 30}, Start: 5} // waits until the fifth second
	if err := e.Spawn(0, at); err != nil {
		log.Fatal(err)
	}
	if err := e.Step(0.05); err != nil {
		log.Fatal(err)
	}
	all := agents(e)
	last := all[len(all)-1]
	fmt.Printf("%d more, at (%.0f, %.0f), waiting: %v\n", len(all)-before, last.Position[0], last.Position[2], last.State == ecs.StateWaiting)
	// Output: 1 more, at (30, 30), waiting: true
}

func agents(e *engine.Engine) []engine.AgentView {
	if e.Stats().Step == 0 {
		if err := e.Step(0.05); err != nil { // the first step brings those of the scenario
			log.Fatal(err)
		}
	}
	all, err := e.Agents(nil)
	if err != nil {
		log.Fatal(err)
	}
	return all
}

func ExampleEngine_Snapshot() {
	e := load("builtin:stairs")
	defer e.Close()
	run := func(steps int) string {
		for range steps {
			if err := e.Step(0.05); err != nil {
				log.Fatal(err)
			}
		}
		hash, err := e.Hash()
		if err != nil {
			log.Fatal(err)
		}
		return hash
	}
	run(20)
	snapshot, err := e.Snapshot()
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := snapshot.Write(&file); err != nil {
		log.Fatal(err)
	}
	first := run(20)

	stored, err := engine.ReadSnapshot(&file)
	if err != nil {
		log.Fatal(err)
	}
	if err := e.Restore(stored); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("back at %.0f s; the same run again: %v\n", e.Time(), run(20) == first)
	// Output: back at 1 s; the same run again: true
}
