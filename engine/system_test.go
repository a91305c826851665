package engine_test

import (
	"errors"
	"fmt"
	"log"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// evacuation despawns everybody after so many updates.
type evacuation struct{ after int }

func (e *evacuation) Initialize(*ecs.World) {}
func (e *evacuation) Finalize(*ecs.World)   {}

func (e *evacuation) Update(w *ecs.World) {
	if e.after--; e.after != 0 {
		return
	}
	for slot := range uint32(w.Capacity()) {
		if agent, ok := w.At(slot); ok {
			w.Despawn(agent)
		}
	}
}

func ExampleSystem() {
	e := load("builtin:stairs")
	defer e.Close()
	systems := ecs.NewSystems(e.World())
	systems.Add(&evacuation{after: 3}, &engine.System{Engine: e, DT: 0.05, Failed: func(err error) { log.Fatal(err) }})
	systems.Initialize()
	for range 4 {
		systems.Update()
	}
	systems.Finalize()
	s := e.Stats()
	fmt.Println(s.Alive, "alive,", s.Removed, "removed, in the world", e.World().Alive())
	// Output: 0 alive, 100 removed, in the world 0
}

func TestSystemTellsOfFailure(t *testing.T) {
	e, err := engine.New(engine.Options{Executor: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var told error
	s := &engine.System{Engine: e, DT: 0.05, Failed: func(err error) { told = err }}
	s.Update(e.World())
	if !errors.Is(told, engine.ErrNoScene) {
		t.Errorf("a step without a scene tells %v", told)
	}
	defer func() {
		if recover() == nil {
			t.Error("a failure that nobody is told of does not panic")
		}
	}()
	s.Failed = nil
	s.Update(e.World())
}
