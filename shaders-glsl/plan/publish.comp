#version 460
// Hands the potential of the group in the back plane to the agents when it has settled, or has come everywhere while costs
// keep changing. The others' improve in place.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 2, std430) buffer Potential { float potential[]; };
layout(set = 0, binding = 3, std430) buffer SolveState { uint solveState[]; };
layout(set = 0, binding = 4, std430) readonly buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 5, std430) buffer Tally { uint tally[]; };
#include "lib/solver.glsl"
#include "lib/turn.glsl"

shared uint updates; // visits of pages in the step

void count() {
	uint t = gl_LocalInvocationID.x;
	if (t == 0u) updates = 0u;
	barrier();
	for (uint k = t; k < F.rounds; k += 256u) atomicAdd(updates, solveArgs[k].x);
	barrier();
}

void account(uint g) {
	bool solving = (groups[g].cold & 1u) != 0u;
	uint notes = solveState[SOLVE_NOTES + g];
	if (solving && finished(g)) {
		solveState[SOLVE_SINCE + g] = 2u * (solveState[SOLVE_BASE] + F.rounds) - solveState[SOLVE_SINCE + g];
		solving = false;
	}
	bool missed = (notes & NOTE_MISSED) != 0u && (notes & NOTE_REST) == 0u && !solving;
	if (solving || (groups[g].reset & 1u) != 0u && (notes & NOTE_REST) == 0u) tally[TALLY_ANEW]++;
	tally[TALLY_PENDING] += solveState[SOLVE_PENDING + g];
	if (missed || asks(g) && (!solving || groups[g].reset != 0u)) tally[TALLY_WAITING]++;
}

void main() {
	uint c = invocation(), back = solveState[SOLVE_BACK];
	if (workgroup() == 0u) count();
	if (c == 0u) {
		tally[TALLY_PENDING] = tally[TALLY_ANEW] = tally[TALLY_WAITING] = 0u;
		tally[TALLY_UPDATES] = updates;
		for (uint g = 0u; g < F.groups; g++) account(g);
	}
	if (c >= F.cells || back == 0u || (groups[back - 1u].cold & 1u) == 0u) return;
	float phi = potential[F.groups * F.cells + c];
	if (phi >= INF) atomicAdd(solveState[SOLVE_BEYOND], 1u);
	if (finished(back - 1u)) potential[(back - 1u) * F.cells + c] = phi;
}
