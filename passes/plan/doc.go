// Package plan holds the stages that solve the potential of every group and turn it into velocities (ML §5.2).
//
// Of a step: [Begin], then as many [Relax] or, on CPU devices, [Sweep] rounds as the frame has, [Publish], [Velocity]. [Turn], [Seed] and [Exact] run before
// a step in which a group's potential starts anew. A pair of (group, page) is relaxed only while something around it changes.
package plan
