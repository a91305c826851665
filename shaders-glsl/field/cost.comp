#version 460
// Cost of the step to each neighbour. A page keeps its stored costs, to the bit, until one of them has changed enough;
// then all are stored and the page is put on the solver's list for every group of the class.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 2, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 3, std430) readonly buffer Links { uvec4 links[]; };
layout(set = 0, binding = 4, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 5, std430) readonly buffer CellDiscomfort { float cellDiscomfort[]; };
layout(set = 0, binding = 6, std430) readonly buffer Speed { vec4 speed[]; };
layout(set = 0, binding = 7, std430) buffer Cost { vec4 cost[]; };
layout(set = 0, binding = 8, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 9, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 10, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 11, std430) buffer SolveState { uint solveState[]; };
#define SOLVER_WAKES
#include "lib/solver.glsl"

shared uint changes;

float stepCost(uint n, float here, float f) {
	float rise = height[n] - here;
	return f <= 0.0 ? INF : sqrt(F.cell * F.cell + rise * rise) * (F.alpha * f + F.beta + (F.gamma == 0.0 ? 0.0 : F.gamma * cellDiscomfort[n])) / f;
}

// Whether costs differ by more than the stated share, or a direction opened or closed.
bool differs(vec4 old, vec4 now) {
	return any(greaterThan(abs(now - old), F.wake * old)) ||
		any(notEqual(greaterThanEqual(now, vec4(INF)), greaterThanEqual(old, vec4(INF))));
}

void main() {
	uint page = workgroup(), kind = thisPlane(), local = gl_LocalInvocationIndex;
	if (page >= F.pages) return;
	uint c = page * PAGE_CELLS + local, k = kind * F.cells + c;
	if (local == 0u) changes = 0u;
	barrier();
	uvec4 n = links[c];
	vec4 f = speed[k], now;
	float here = height[c];
	[[unroll]] for (uint d = 0u; d < 4u; d++) now[d] = stepCost(n[d] == NONE ? c : n[d], here, f[d]);
	if (differs(cost[k], now)) atomicOr(changes, 1u);
	barrier();
	if (changes == 0u) return;
	cost[k] = now;
	for (uint g = local; g < F.groups; g += PAGE_CELLS) {
		if (groups[g].class_ == kind) wakePage(g, page, pages[page].w);
	}
}
