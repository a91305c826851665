#version 460
// Gives the back plane to one of the groups that wait for it: the one that is at it keeps it until it has settled and was
// published, then it is the first of those that start anew, or whose mark tells that their costs have risen a lot. A crowd's
// marks ask for the plane again only after as long as the last solve took. Groups at rest ask for nothing.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) buffer Groups { Group groups[]; };
layout(set = 0, binding = 2, std430) buffer SolveState { uint solveState[]; };
#include "lib/solver.glsl"
#define TURN_RETIRES
#include "lib/turn.glsl"

void main() {
	if (invocation() != 0u) return;
	retire();
	uint at = solveState[SOLVE_BACK];
	if (at == 0u || (groups[at - 1u].cold & 1u) == 0u) {
		at = 0u;
		for (uint g = 0u; g < F.groups && at == 0u; g++) if (asks(g)) at = g + 1u;
		if (at != 0u && groups[at - 1u].reset == 0u) groups[at - 1u].reset = RESET_ABOVE;
		solveState[SOLVE_BACK] = at;
	}
	for (uint g = 0u; g < F.groups; g++) { // what a group has missed it catches up with as it starts, or in place if it need not
		bool starts = at == g + 1u, warm = (groups[g].reset & 1u) == 0u;
		uint notes = solveState[SOLVE_NOTES + g];
		if (starts != warm && (notes & ~NOTE_ROUSE) == NOTE_MISSED) solveState[SOLVE_NOTES + g] = NOTE_ROUSE;
	}
}
