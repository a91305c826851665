// Package ecs is the host's side of a crowd: scenes read from glTF, scenario
// files, and an arche world of agents, goal groups and scene entities.
//
// It is pure Go and knows nothing of the GPU. The engine takes triangles from a
// [Scene], settings from a [Scenario], and batches of [Delta] from a [World]; it
// gives back released slots and, when the host wants them, columns of positions.
//
// Units are metres, seconds and agents per square metre. The axes are those of
// glTF: Y is up and the plan is (x, z).
package ecs
