#version 460
// Opens a step: pairs left on the lists become the first rounds' work, counters of the step start at zero, groups that
// were reset count as cold until they have settled.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 2, std430) buffer SolveState { uint solveState[]; };
layout(set = 0, binding = 3, std430) buffer Groups { uvec4 groups[]; };
#include "lib/solver.glsl"

void main() {
	uint t = gl_LocalInvocationID.x;
	uint left = t <= F.colours ? solveArgs[F.rounds + t].x : 0u;
	memoryBarrierBuffer(); // all have read before one writes
	barrier();
	for (uint k = t; k <= F.rounds + F.colours; k += 256u) solveArgs[k] = uvec4(k == t ? left : 0u, 1u, 1u, 0u);
	for (uint g = t; g < F.groups; g += 256u) {
		uvec4 group = groups[g];
		if (solveState[SOLVE_PENDING + g] == 0u) group.w = 0u;
		bool waits = group.z == 1u && solveState[SOLVE_BACK] != g + 1u;
		if (group.z != 0u && !waits) group.zw = uvec2(0u, group.z);
		groups[g] = group;
	}
	if (t != 0u) return;
	solveState[SOLVE_BASE] += F.rounds;
	solveState[SOLVE_UPDATES] = 0u;
}
