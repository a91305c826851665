#version 460
// Counts, for groups that start anew, the regions on the way from what is kept to each other, level by level: one workgroup for
// a group. Where a level is wide it stops.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 2, std430) readonly buffer SolveState { uint solveState[]; };
layout(set = 0, binding = 3, std430) readonly buffer RegionWays { uint regionWays[]; };
layout(set = 0, binding = 4, std430) buffer Hops { uint hops[]; };
#include "lib/region.glsl"
#include "lib/solver.glsl"
#include "lib/due.glsl"
#define WIDTH 2048u
#define DEPTH 16384u

shared uint level[2u * WIDTH];
shared uint found[2];

uint start, ways; // of the group

// Goes from a region to one of those beside it that nobody has come to.
void go(uint region, uint k, uint deep) {
	uint to = regionWays[ways + region * REGION_WAYS + k];
	if (to == NONE || atomicCompSwap(hops[start + to], 0u, deep + 1u) != 0u) return;
	uint side = deep & 1u, at = atomicAdd(found[side], 1u);
	if (at < WIDTH) level[side * WIDTH + at] = to;
}

void main() {
	uint g = thisPlane(), t = gl_LocalInvocationID.x, n = F.pages * PAGE_REGIONS;
	if (workgroup() > 0u || !due(g)) return;
	start = hopsStart(g);
	ways = groups[g].class_ * n * REGION_WAYS;
	if (t < 2u) found[t] = 0u;
	barrier();
	uint deep = HOPS_KEPT;
	bool some = false;
	for (uint r = t; r < n; r += 256u) {
		if (hops[start + r] != HOPS_KEPT) continue;
		some = true;
		for (uint k = 0u; k < REGION_WAYS; k++) go(r, k, deep);
	}
	barrier();
	uint count = found[deep & 1u];
	while (count > 0u && count <= WIDTH && deep + 1u < DEPTH) {
		if (t == 0u) found[deep + 1u & 1u] = 0u;
		deep++;
		barrier();
		uint side = deep + 1u & 1u; // of the level before
		for (uint k = t; k < count * REGION_WAYS; k += 256u) go(level[side * WIDTH + k / REGION_WAYS], k % REGION_WAYS, deep);
		barrier();
		count = found[deep & 1u];
	}
	if (t == 0u) hops[start + n] = deep;
}
