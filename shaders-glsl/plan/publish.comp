#version 460
// Hands the solved potential to the agents: a cold group's when it has settled, a warm one's every step as it improves.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Groups { uvec4 groups[]; };
layout(set = 0, binding = 2, std430) readonly buffer PotentialBack { float potentialBack[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Potential { float potential[]; };
layout(set = 0, binding = 4, std430) buffer SolveState { uint solveState[]; };
layout(set = 0, binding = 5, std430) buffer Tally { uint tally[]; };
#include "lib/solver.glsl"

void account() {
	uint pending = 0u;
	for (uint g = 0u; g < F.groups; g++) pending += solveState[SOLVE_PENDING + g];
	solveState[SOLVE_STALE] = pending == 0u ? 0u : solveState[SOLVE_STALE] + 1u;
	tally[TALLY_PENDING] = pending;
	tally[TALLY_UPDATES] = solveState[SOLVE_UPDATES];
	tally[TALLY_STALE] = solveState[SOLVE_STALE];
}

void main() {
	uint g = thisPlane(), c = g * F.cells + invocation();
	if (invocation() >= F.cells) return;
	if (c == 0u) account();
	if (groups[g].w == 0u || solveState[SOLVE_PENDING + g] == 0u) potential[c] = potentialBack[c];
}
