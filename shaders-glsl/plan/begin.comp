#version 460
// Opens a step: pairs left on the lists become the first rounds' work, counters of the step start at zero, groups that
// were reset count as cold until they have settled. A warm group that has settled owes nothing to a mark any more: what
// rose has found its level.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 2, std430) coherent buffer SolveState { uint solveState[]; };
layout(set = 0, binding = 3, std430) coherent buffer Groups { Group groups[]; };
#include "lib/solver.glsl"
#define TURN_RETIRES
#include "lib/turn.glsl"

// Notes that the solve in the back plane has come everywhere, though costs that change keep it from settling: it is published
// with this step, and what is pending goes on in place.
void pass() {
	uint beyond = solveState[SOLVE_BEYOND], before = solveState[SOLVE_BEFORE], at = solveState[SOLVE_BACK];
	solveState[SOLVE_BEYOND] = 0u;
	solveState[SOLVE_BEFORE] = beyond;
	if (at == 0u || (groups[at - 1u].cold & 1u) == 0u || beyond != before) return;
	uint notes = solveState[SOLVE_NOTES + at - 1u];
	if (F.long_ != 0u && solveState[SOLVE_BASE] - solveState[SOLVE_SINCE + at - 1u] < CORRECTIONS * F.rounds) return; // a guess
	if ((notes & NOTE_MISSED) != 0u) solveState[SOLVE_NOTES + at - 1u] = notes | NOTE_PASSED;
}

void beginGroup(uint g, uint base) {
	Group group = groups[g];
	uint notes = solveState[SOLVE_NOTES + g];
	if ((notes & NOTE_REST) != 0u && solveState[SOLVE_PENDING + g] > 0u) { // what is on its lists is dropped
		notes |= NOTE_MISSED;
		if ((group.cold & 1u) != 0u) {
			group.reset = RESET_BACK;
			group.cold = 0u;
		}
	}
	if (solveState[SOLVE_PENDING + g] == 0u) {
		if (group.cold == 0u && group.reset == 0u && (notes & NOTE_MISSED) == 0u) solveState[SOLVE_MARK + g] = 0u;
		group.cold = 0u;
	}
	bool waits = (group.reset & 1u) != 0u && (solveState[SOLVE_BACK] != g + 1u || (notes & NOTE_REST) != 0u);
	if (group.reset != 0u && !waits) {
		group.cold = group.reset;
		group.reset = 0u;
		solveState[SOLVE_MARK + g] = 0u;
		solveState[SOLVE_SINCE + g] = base;
		notes &= ~NOTE_PASSED;
		solveState[SOLVE_BEFORE] = NONE;
	}
	groups[g] = group;
	solveState[SOLVE_NOTES + g] = notes & ~NOTE_ROUSE;
}

void main() {
	uint t = gl_LocalInvocationID.x, base = solveState[SOLVE_BASE] + F.rounds;
	uint left = t <= F.colours ? solveArgs[F.rounds + t].x : 0u;
	memoryBarrierBuffer(); // all have read before one writes
	barrier();
	for (uint k = t; k <= F.rounds + F.colours; k += 256u) solveArgs[k] = uvec4(k == t ? left : 0u, 1u, 1u, 0u);
	if (t == 0u) {
		retire();
		pass();
	}
	memoryBarrierBuffer();
	barrier();
	for (uint g = t; g < F.groups; g += 256u) beginGroup(g, base);
	if (t == 0u) solveState[SOLVE_BASE] = base;
}
