// Package engine moves crowds through buildings: it bakes a scene into stacked walkable layers, solves the way to every
// goal and moves every agent, on the GPU or, as a reference, on the CPU.
//
//	e, err := engine.New(engine.Options{})
//	scenario, scene, err := engine.Open("builtin:villa")
//	err = e.Load(scenario, scene)
//	for e.Time() < scenario.Time { err = e.Step(scenario.DT) }
//
// What to call:
//
//	bake, solve and spawn             [Engine.Load], [Open]
//	advance the crowd                 [Engine.Step], [Engine.Wait], [Engine.Time]
//	who is where                      [Engine.Agents], [Engine.Stats], [Engine.World]
//	fields and layers                 [Engine.Field], [Engine.Probe]
//	what the bake found               [Engine.Report]
//	open doors, add, remove, move     [throng/ecs.World.OpenDoor], [throng/ecs.World.Change], [Engine.LastChange]
//	add, remove or redirect agents    [Engine.Spawn], [Engine.SetGoal], [Engine.World]
//	run among the host's systems      [System]
//	stop and go on later              [Engine.Snapshot], [Engine.Restore], [Engine.Hash]
//	how long passes take              [Engine.Timings], [Engine.BakeTimes], [Engine.Plan], [Engine.Memory], [Engine.Device]
//
// An Engine is not safe for concurrent use. Its world coordinates are metres, Y up; on the device everything is relative
// to the scene's box.
package engine
