#version 460
// Hands the potential of the group in the back plane to the agents when it has settled. The others' improve in place.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Groups { uvec4 groups[]; };
layout(set = 0, binding = 2, std430) buffer Potential { float potential[]; };
layout(set = 0, binding = 3, std430) buffer SolveState { uint solveState[]; };
layout(set = 0, binding = 4, std430) buffer Tally { uint tally[]; };
#include "lib/solver.glsl"

void account() {
	uint pending = 0u, waiting = 0u;
	for (uint g = 0u; g < F.groups; g++) {
		pending += solveState[SOLVE_PENDING + g];
		waiting += groups[g].z == 1u ? 1u : 0u;
	}
	solveState[SOLVE_STALE] = pending + waiting == 0u ? 0u : solveState[SOLVE_STALE] + 1u;
	tally[TALLY_PENDING] = pending;
	tally[TALLY_WAITING] = waiting;
	tally[TALLY_UPDATES] = solveState[SOLVE_UPDATES];
	tally[TALLY_STALE] = solveState[SOLVE_STALE];
}

void main() {
	uint c = invocation(), back = solveState[SOLVE_BACK];
	if (c == 0u) account();
	if (c >= F.cells || back == 0u) return;
	uint g = back - 1u;
	if (groups[g].w == 1u && solveState[SOLVE_PENDING + g] == 0u) potential[g * F.cells + c] = potential[F.groups * F.cells + c];
}
