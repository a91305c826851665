#version 460
// Finds the diagonals that are open to a class, and wakes the pages where they have changed, but for groups that are to start anew. Runs before a step is opened.
// A diagonal is open where both ways round its square are, and lead to the same cell. It must be found where the solver
// looks for it: in the page, or beyond one of its sides, with the neighbour on that side; at a corner of the page it is not.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 3) uniform usamplerBuffer links;
layout(set = 0, binding = 4) uniform samplerBuffer clearance;
layout(set = 0, binding = 5, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 6, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 7, std430) buffer Diagonals { uint diagonals[]; };
layout(set = 0, binding = 8, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 9, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 10, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 11, std430) buffer SolveState { uint solveState[]; };
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/links.glsl"

bool inside(uint c, uint d) {
	ivec2 to = ivec2(c % TILE, c / TILE % TILE) + direction(d);
	return (to & int(TILE - 1u)) == to;
}

bool stands(uint c, float radius) { return c != NONE && fetch(clearance, c).x >= radius; }

// Whether the diagonal between directions dx and dz of a cell is open.
bool open(uint c, uint dx, uint dz, float radius) {
	uint a = link(c, dx), b = link(c, dz);
	if (!stands(a, radius) || !stands(b, radius)) return false;
	uint d = link(a, dz);
	if (!stands(d, radius) || d != link(b, dx)) return false;
	uint own = c / PAGE_CELLS;
	bool ownA = a / PAGE_CELLS == own, ownB = b / PAGE_CELLS == own, inX = inside(c, dx), inZ = inside(c, dz);
	return inX && inZ ? ownA && ownB && d / PAGE_CELLS == own
		: inZ ? ownB && d / PAGE_CELLS == a / PAGE_CELLS
		: inX && ownA && d / PAGE_CELLS == b / PAGE_CELLS;
}

uint openOf(uint c, float radius) {
	if (!stands(c, radius)) return 0u;
	uint bits = 0u;
	for (uint q = 0u; q < 4u; q++) {
		if (open(c, q < 2u ? 1u : 3u, q == 0u || q == 3u ? 0u : 2u, radius)) bits |= 1u << q;
	}
	return bits;
}

void main() {
	uint first = invocation() * 8u, kind = thisPlane();
	if (first >= F.cells) return;
	uint bits = 0u;
	for (uint k = 0u; k < 8u; k++) bits |= openOf(first + k, classes[kind].radius) << 4u * k;
	uint at = (kind * F.cells + first) / 8u;
	if (diagonals[at] == bits) return;
	diagonals[at] = bits;
	uint page = first / PAGE_CELLS;
	for (uint g = 0u; g < F.groups; g++) {
		if (groups[g].class_ == kind && groups[g].reset == 0u) wakePage(g, page, F.rounds + fetch(pages, page).w);
	}
}
