#version 460
// Lets every cell of groups that start anew change by what was found on its way, and wakes all pages. The last time, cells whose
// ways end nowhere become infinite.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 128) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2) uniform usamplerBuffer links;
layout(set = 0, binding = 3, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 4, std430) readonly buffer Ways { uvec2 ways[]; };
layout(set = 0, binding = 5, std430) readonly buffer Ends { uvec2 ends[]; };
layout(set = 0, binding = 6, std430) buffer Potential { float potential[]; };
layout(set = 0, binding = 7, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 8, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 9, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 10, std430) buffer SolveState { uint solveState[]; };
layout(push_constant) uniform Push { uint number, of, round; } push;
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/fixed.glsl"
#include "lib/follow.glsl"

shared float phi[PAGE_CELLS];
float phiOf(uint local) { return abs(phi[local]); }
uint linkByte(uint word, uint d) { return word >> 8u * d & 0xffu; }
#include "lib/descent.glsl"

void begin(uint local, uint page, uint start) {
	uint k = borderOf(local);
	beginWay(local, fetch(links, page * PAGE_CELLS + local).x, isFixed(phi[local]), k == NONE ? uvec2(WAY_LOST, 0u) : ways[start + k]);
}

void shift(uint local, uint at, uint g, bool last) {
	float old = phi[local];
	uvec2 way = follow(wayFrom(local), g);
	if (isFixed(old) || old >= INF) return;
	if (way.x == WAY_HELD || way.x == WAY_LOST && !last) potential[at + local] = max(old + uintBitsToFloat(way.y), 0.0);
	else if (last) potential[at + local] = INF;
}

void main() {
	uint page = workgroup(), g = thisPlane(), t = gl_LocalInvocationID.x;
	uint number = page < F.pages ? correctionOf(g) : CORRECTIONS;
	if (number >= CORRECTIONS) return;
	uint at = solvePlane(g, groups[g].cold) + page * PAGE_CELLS, start = borderStart(g, page);
	phi[t] = potential[at + t];
	phi[t + 128u] = potential[at + t + 128u];
	barrier();
	begin(t, page, start);
	begin(t + 128u, page, start);
	barrier();
	descend(t, t + 128u);
	shift(t, at, g, number == CORRECTIONS - 1u);
	shift(t + 128u, at, g, number == CORRECTIONS - 1u);
	if (t == 0u) wakePage(g, page, push.round + (fetch(pages, page).w + F.colours - push.round % F.colours) % F.colours);
}
