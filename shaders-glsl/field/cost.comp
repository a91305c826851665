#version 460
// Cost of the step to each neighbour, from the speed of the class in that direction. A page keeps its stored costs, to the
// bit, until one of them has changed enough; then all are stored and the page is put on the solver's list for every group
// of the class. Neighbours that are closed are computed like the others and dropped: drivers that run both sides of a
// branch pay anyway.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 2, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 3, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 4, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 5, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 6, std430) readonly buffer Clearance { float clearance[]; };
layout(set = 0, binding = 7, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 8, std430) readonly buffer CellStair { uint cellStair[]; };
layout(set = 0, binding = 9, std430) readonly buffer CellDiscomfort { float cellDiscomfort[]; };
layout(set = 0, binding = 10, std430) readonly buffer Crowd { float crowd[]; };
layout(set = 0, binding = 11, std430) buffer Cost { vec4 cost[]; };
layout(set = 0, binding = 12, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 13, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 14, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 15, std430) buffer SolveState { uint solveState[]; };
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/pace.glsl"

#define PACE_WAKE 5.0 // change of the speed that counts, in shares of a change of the cost that does

shared uint changes;

vec4 stepLength; // to each neighbour, along the floor [m]

vec4 stepCosts(uint c, Class self) {
	vec4 now = vec4(INF);
	if (clearance[c] < self.radius) return now; // nobody can stand here
	uvec4 to = allLinks(c, workgroup()), next = mix(to, uvec4(c), equal(to, uvec4(NONE))), at = ahead(next, self);
	float here = height[c];
	uint stair = stairOf(c);
	[[unroll]] for (uint d = 0u; d < 4u; d++) {
		uint n = next[d];
		float rise = height[n] - here, f = pace(self, n, at[d], d, rise, stair);
		bool open = to[d] != NONE && clearance[n] >= self.radius;
		stepLength[d] = sqrt(F.cell * F.cell + rise * rise);
		float rate = F.alpha * f + F.beta + (F.gamma == 0.0 ? 0.0 : F.gamma * cellDiscomfort[n]);
		now[d] = open ? stepLength[d] * rate / f : INF;
	}
	return now;
}

// Whether costs differ by more than the stated share, or the speed that they hold by a larger one, or a direction opened
// or closed.
bool differs(vec4 old, vec4 now) {
	vec4 change = abs(now - old), least = min(old, PACE_WAKE * (old - F.alpha * stepLength));
	return any(greaterThan(change, F.wake * least)) ||
		any(notEqual(greaterThanEqual(now, vec4(INF)), greaterThanEqual(old, vec4(INF))));
}

void main() {
	uint page = workgroup(), kind = thisPlane(), local = gl_LocalInvocationIndex;
	if (page >= F.pages) return;
	uint c = page * PAGE_CELLS + local, k = kind * F.cells + c;
	if (local == 0u) changes = 0u;
	barrier();
	stepLength = vec4(0.0);
	vec4 now = stepCosts(c, classes[kind]);
	if (differs(cost[k], now)) atomicOr(changes, 1u);
	barrier();
	if (changes == 0u) return;
	cost[k] = now;
	for (uint g = local; g < F.groups; g += PAGE_CELLS) {
		if (groups[g].class_ == kind) wakePage(g, page, pages[page].w);
	}
}
