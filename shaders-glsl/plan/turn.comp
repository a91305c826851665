#version 460
// Lets one of the groups that wait for a new start solve in the back plane: the one that is at it until it has settled and
// was published, then the first that waits.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 2, std430) buffer SolveState { uint solveState[]; };
#include "lib/solver.glsl"

void main() {
	uint at = solveState[SOLVE_BACK];
	if (invocation() != 0u || at != 0u && solveState[SOLVE_PENDING + at - 1u] > 0u) return;
	at = 0u;
	for (uint g = 0u; g < F.groups && at == 0u; g++) if (groups[g].reset == RESET_BACK) at = g + 1u;
	solveState[SOLVE_BACK] = at;
}
