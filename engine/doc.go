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
//	add agents, let them go           [Engine.Spawn], [Engine.SpawnAll], [throng/ecs.World.Despawn]
//	another goal, group, body         [Engine.SetGoal], [Engine.SetGroups], [Engine.SetSpeeds], [Engine.SetRadii]
//	move agents as the host sees fit  [Engine.SetControl], [Engine.MoveTo], [Engine.Place], [Engine.SetVelocities]
//	who is near, nearest, inside      [Engine.Near], [Engine.Nearest], [Engine.Inside], [Engine.Age]
//	follow a few of a large crowd     [Engine.Watch], [Engine.Watched]
//	fields and layers                 [Engine.Field], [Engine.Probe]
//	what the bake found               [Engine.Report]
//	open doors, add, remove, move     [throng/ecs.World.OpenDoor], [throng/ecs.World.Change], [Engine.LastChange]
//	run among the host's systems      [System]
//	stop and go on later              [Engine.Snapshot], [Engine.Restore], [Engine.Hash]
//	how long passes take              [Engine.Timings], [Engine.BakeTimes], [Engine.Plan], [Engine.Memory], [Engine.Device]
//
// Agents are named by handles ([throng/ecs.Handle]). A handle stays that of one agent for ever: once it has arrived or was
// despawned, calls that name it return [throng/ecs.ErrStale], also when its slot has another agent.
//
// Calls that set something of many agents take slices of handles and of values, one to one; lengths that differ are a
// programmer's error and panic. What cannot be set is passed over, all the rest is set; the error names the first agent that
// was passed over and tells how many there are. It wraps [throng/ecs.ErrStale] where an agent is gone and [throng/ecs.ErrInput]
// where a value is out of its limits. An agent that has left in a step whose results are still under way is passed over in
// silence. All takes effect with the next step, and of several settings of one agent the last.
//
// An Engine is not safe for concurrent use. Its world coordinates are metres, Y up; on the device everything is relative
// to the scene's box.
package engine
