#version 460
// Gives the cells around a goal their distance to its nearest cell times the cost of a metre, and fixes them, where the
// straight line to them leads over open, level floor without discomfort or stair speeds. A thread per cell; those of the goal
// work. Runs after seed, for a group that starts from its goal.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 3) uniform usamplerBuffer links;
layout(set = 0, binding = 4) uniform usamplerBuffer cellZone;
layout(set = 0, binding = 5) uniform samplerBuffer clearance;
layout(set = 0, binding = 6) uniform samplerBuffer height;
layout(set = 0, binding = 7, std430) readonly buffer CellStair { uint cellStair[]; };
layout(set = 0, binding = 8, std430) readonly buffer CellDiscomfort { float cellDiscomfort[]; };
layout(set = 0, binding = 9, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 10, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 11, std430) buffer Potential { int potential[]; }; // bits: of negative floats the nearest 0 are the least
layout(set = 0, binding = 12, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 13, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 14, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 15, std430) buffer SolveState { uint solveState[]; };
layout(push_constant) uniform Push { uint group; float reach, rate; } push;
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/links.glsl"

#define LEVEL_RISE 1e-3 // most that a step on level floor climbs, as a share of its length

float radius;

// Whether a cell is open, and costs nothing extra.
bool free(uint c) {
	return fetch(clearance, c).x >= radius && (F.gamma == 0.0 || cellDiscomfort[c] == 0.0) && (F.stairs == 0u || cellStair[c] == 0u);
}

// The neighbour over free, level floor, or NONE.
uint freeStep(uint c, uint d) {
	uint n = c == NONE ? NONE : link(c, d);
	return n != NONE && free(n) && abs(fetch(height, n).x - fetch(height, c).x) <= LEVEL_RISE * F.cell ? n : NONE;
}

// The cell so many columns and rows away, where the straight line between the centres leads over free floor.
uint along(uint c, ivec2 way) {
	uint east = way.x < 0 ? 3u : 1u, north = way.y < 0 ? 2u : 0u;
	way = abs(way);
	for (ivec2 i = ivec2(0); i.x + i.y < way.x + way.y && c != NONE;) {
		ivec2 next = (2 * i + 1) * way.yx; // where the line next passes a column, and a row
		bool corner = next.x == next.y;
		uint first = next.x <= next.y ? east : north, to = freeStep(c, first);
		if (corner) { // open on both sides
			to = freeStep(to, north);
			if (to != freeStep(freeStep(c, north), east)) to = NONE;
		}
		c = to;
		i += corner ? ivec2(1) : first == east ? ivec2(1, 0) : ivec2(0, 1);
	}
	return c;
}

void wake(uint c) {
	uint page = c / PAGE_CELLS;
	wakePage(push.group, page, F.rounds + fetch(pages, page).w);
	[[unroll]] for (uint d = 0u; d < 4u; d++) {
		uint n = link(c, d), to = n / PAGE_CELLS;
		if (n != NONE && to != page) wakePage(push.group, to, F.rounds + fetch(pages, to).w);
	}
}

void main() {
	uint g = push.group, c = invocation();
	Group group = groups[g];
	bool starts = group.reset == RESET_PLACE || group.reset == RESET_BACK && solveState[SOLVE_BACK] == g + 1u;
	radius = classes[group.class_].radius;
	if (c >= F.cells || !starts || (fetch(cellZone, c).x & 0xffffu) != group.goal + 1u || !free(c)) return;
	uint plane = solvePlane(g, group.reset);
	int n = int(push.reach * F.perCell), side = 2 * n + 1;
	ivec2 way = ivec2(-n);
	for (int k = 0; k < side * side; k++) {
		float away = F.cell * sqrt(float(way.x * way.x + way.y * way.y));
		uint to = away > push.reach || away == 0.0 ? NONE : along(c, way);
		if (to != NONE) {
			int phi = floatBitsToInt(asFixed(away * push.rate));
			if (atomicMin(potential[plane + to], phi) > phi) wake(to);
		}
		way = way.x == n ? ivec2(-n, way.y + 1) : way + ivec2(1, 0);
	}
}
