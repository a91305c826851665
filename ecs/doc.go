// Package ecs is the host's side of a crowd: scenes read from glTF, scenario
// files, and an arche world of agents, goal groups and scene entities.
//
// It is pure Go and knows nothing of the GPU. The engine takes triangles from a
// [Scene], settings from a [Scenario], and batches of [Delta] for the agents and of
// [SceneDelta] for the scene from a [World]; it gives back released slots and, when
// the host wants them, columns of positions. A [Schedule] makes scene deltas of a
// scenario's events.
//
// Units are metres, seconds and agents per square metre. The axes are those of
// glTF: Y is up and the plan is (x, z).
package ecs
