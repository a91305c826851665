#version 460
// Starts the potential of reset groups anew (ML §5.2, initialisation): 0 at the goal, infinite elsewhere. Runs before the
// step is opened, so the pages it wakes are put on the lists of the coming step.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 3, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 4, std430) readonly buffer CellZone { uint cellZone[]; };
layout(set = 0, binding = 5, std430) readonly buffer Clearance { float clearance[]; };
layout(set = 0, binding = 6, std430) readonly buffer Classes { uvec4 classes[]; };
layout(set = 0, binding = 7, std430) readonly buffer Groups { uvec4 groups[]; };
layout(set = 0, binding = 8, std430) writeonly buffer Potential { float potential[]; };
layout(set = 0, binding = 9, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 10, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 11, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 12, std430) buffer SolveState { uint solveState[]; };
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/links.glsl"

void main() {
	uint g = thisPlane(), page = workgroup();
	if (page >= F.pages) return;
	uint c = page * PAGE_CELLS + gl_LocalInvocationID.x;
	uvec4 group = groups[g];
	if (group.z == 0u || group.z == 1u && solveState[SOLVE_BACK] != g + 1u) return; // or it waits for its turn
	float radius = uintBitsToFloat(classes[group.x].y);
	bool goal = (cellZone[c] & 0xffffu) == group.y + 1u && clearance[c] >= radius;
	potential[solvePlane(g, group.z) + c] = goal ? 0.0 : INF;
	if (!goal) return;
	wakePage(g, page, F.rounds + pages[page].w);
	[[unroll]] for (uint d = 0u; d < 4u; d++) {
		uint n = link(c, d), to = n / PAGE_CELLS;
		if (n != NONE && to != page) wakePage(g, to, F.rounds + pages[to].w);
	}
}
