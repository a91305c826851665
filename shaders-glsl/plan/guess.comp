#version 460
// Gives the cells of groups that start anew a potential to begin with: more for every region on the way than crossing it takes.
// Runs before the step is opened, so the pages it wakes are put on the lists of the coming step.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 3, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 4, std430) readonly buffer Regions { uint regions[]; };
layout(set = 0, binding = 5, std430) readonly buffer Hops { uint hops[]; };
layout(set = 0, binding = 6, std430) buffer Potential { float potential[]; };
layout(set = 0, binding = 7, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 8, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 9, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 10, std430) buffer SolveState { uint solveState[]; };
#define SOLVER_WAKES
#include "lib/solver.glsl"
#define REGION_OF
#include "lib/region.glsl"
#include "lib/due.glsl"
#define HOP_CELLS (3.0 * float(TILE))

void main() {
	uint page = workgroup(), g = thisPlane(), c = page * PAGE_CELLS + gl_LocalInvocationID.x;
	if (page >= F.pages || !due(g)) return;
	Group group = groups[g];
	uint region = regionOf(group.class_, c), hop = region == NONE ? 0u : hops[hopsStart(g) + region], at = solvePlane(g, group.reset) + c;
	if (hop <= HOPS_KEPT || potential[at] < INF) return;
	float base = group.reset == RESET_ABOVE ? marked(solveState[SOLVE_MARK + g]) : 0.0;
	potential[at] = base + float(hop - HOPS_KEPT) * (HOP_CELLS * F.cell * (F.alpha + (F.beta + F.gamma) / classes[group.class_].speed));
	wakePage(g, page, F.rounds + fetch(pages, page).w);
}
