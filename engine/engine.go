package engine

import (
	"errors"
	"fmt"

	"throng/ecs"
	"throng/passes"
	"throng/vk"
)

// Options choose where and how an engine runs.
type Options struct {
	Executor   string      // "gpu" (default) or "cpu", the reference implementations
	Device     string      // GPU by index or part of its name; default: $THRONG_DEVICE, else a discrete GPU before others
	Validation bool        // run the Vulkan validation and synchronization layers; see [Engine.Messages]
	InFlight   int         // steps the host may run ahead of the device [Limits: 1..8], default 2
	Readback   bool        // copy agents into the world's components, without waiting, InFlight steps late
	KeepImages bool        // keep the baked images, for [Engine.Field] of position, normal, colour and grid
	Peeler     string      // how layers are found: [PeelerLists] (default) or [PeelerDepth]; both find the same
	Control    ecs.Control // who moves the agents that are spawned: the engine, or the host on the engine's advice, see [Engine.SetControl]
	Lenient    bool        // load scenes with spawns that nobody can use, to look at them: they bring nobody, see [Report]
}

// Errors of the engine.
var (
	ErrNoScene  = errors.New("engine: no scene is loaded")
	ErrSnapshot = errors.New("engine: the snapshot does not fit")
)

// Engine holds a baked scene and its crowd.
type Engine struct {
	o        Options
	x        executor
	world    *ecs.World
	scenario *ecs.Scenario
	scene    *ecs.Scene // as it is now
	asLoaded *ecs.Scene
	frame    passes.Frame
	origin   [3]float64 // of the scene's box in the world
	geometry *geometry  // the scene as the bake reads it
	building building   // the bake on the host
	changed  Change     // by the last change of the scene
	images   *images    // of the bake, with Options.KeepImages
	host     hostScene  // what the host keeps of the bake
	classOf  []uint32   // class of each group
	routes   *itinerary
	crowd    crowd
	every    int // steps from one plan to the next
	loaded   bool
	bakeMS   float64
	bakeMost vk.Footprint // while the scene was baked
	stages   []PassTime   // of the last bake
	failed   error        // a lost device: every later call returns it
}

// New opens the executor.
//
// Errors: no Vulkan loader or device, an unknown executor, options out of range.
func New(o Options) (*Engine, error) {
	if o.InFlight == 0 {
		o.InFlight = 2
	}
	if o.InFlight < 1 || o.InFlight > 8 {
		return nil, fmt.Errorf("engine: option InFlight is %d, expected 1 to 8", o.InFlight)
	}
	switch o.Peeler {
	case "":
		o.Peeler = PeelerLists
	case PeelerLists, PeelerDepth:
	default:
		return nil, fmt.Errorf("engine: option Peeler is %q, expected %q or %q", o.Peeler, PeelerLists, PeelerDepth)
	}
	x, err := openExecutor(o)
	if err != nil {
		return nil, err
	}
	return &Engine{o: o, x: x, world: ecs.NewWorld()}, nil
}

func openExecutor(o Options) (executor, error) {
	switch o.Executor {
	case "", "gpu":
		x, err := newGPU(o)
		if err != nil {
			return nil, err
		}
		return x, nil
	case "cpu":
		return newCPU(o), nil
	}
	return nil, fmt.Errorf("engine: option Executor is %q, expected \"gpu\" or \"cpu\"", o.Executor)
}

// Close waits for the device and releases everything. It reports resources that were not released and, with
// validation on, messages of the layers.
func (e *Engine) Close() error {
	if e.x == nil {
		return nil
	}
	err := closeExecutor(e.x)
	e.x = nil
	return err
}

func closeExecutor(x executor) error {
	messages := x.messages()
	err := x.close()
	if len(messages) > 0 {
		err = errors.Join(err, fmt.Errorf("engine: %d validation messages, the first: %s", len(messages), messages[0]))
	}
	return err
}

// World is the ECS world with the agents and goal groups as entities.
func (e *Engine) World() *ecs.World { return e.world }

// Scene is the loaded scene, Scenario the loaded scenario.
func (e *Engine) Scene() *ecs.Scene { return e.scene }

// Scenario is the loaded scenario.
func (e *Engine) Scenario() *ecs.Scenario { return e.scenario }

// Device names the device and its driver.
func (e *Engine) Device() (name, driver string) { return e.x.device() }

// Peeler is how layers are found: [PeelerLists] or [PeelerDepth].
func (e *Engine) Peeler() string { return e.o.Peeler }

// Messages lists the validation messages so far.
func (e *Engine) Messages() []string { return e.x.messages() }

// Timings gives the time of every pass over the last steps, and forgets them if reset is set.
func (e *Engine) Timings(reset bool) []Timing { return e.x.timings(reset) }

// BakeTimes gives the device time of every stage of the last bake or re-bake, all blocks together.
func (e *Engine) BakeTimes() []PassTime { return e.stages }

// Memory is what an engine takes on its device [bytes].
type Memory struct {
	Now  vk.Footprint // at the moment
	Bake vk.Footprint // at most while the scene was baked
	Most vk.Footprint // at most since the scene was loaded
}

// Memory sums up what the loaded scene takes and has taken. The CPU executor knows of no time but now.
func (e *Engine) Memory() Memory {
	now, most := e.x.footprint(false)
	return Memory{Now: now, Bake: e.bakeMost, Most: most}
}

// ready says why the engine cannot be used, if it cannot.
func (e *Engine) ready() error {
	if e.failed != nil {
		return e.failed
	}
	if !e.loaded {
		return ErrNoScene
	}
	return nil
}
