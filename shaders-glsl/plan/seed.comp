#version 460
// Starts the potential of reset groups anew: from the goal (ML §5.2, initialisation) all is infinite but the goal; from above a
// mark what lies below it is kept, as it rests on lower cells only, and the rest begins where it touches that. Also wakes the
// pages of roused groups. Runs before the step is opened, so the pages it wakes are put on the lists of the coming step.
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
layout(set = 0, binding = 6, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 7, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 8, std430) readonly buffer Regions { uint regions[]; };
layout(set = 0, binding = 9, std430) buffer Hops { uint hops[]; };
layout(set = 0, binding = 10, std430) buffer Potential { float potential[]; };
layout(set = 0, binding = 11, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 12, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 13, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 14, std430) buffer SolveState { uint solveState[]; };
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/links.glsl"
#define REGION_OF
#include "lib/region.glsl"
#include "lib/due.glsl"

uint page; // of this workgroup

void wake(uint g, uint to) { wakePage(g, to, F.rounds + fetch(pages, to).w); }

// Notes that a cell has a value that is right.
void keep(uint g, uint class_, uint c) {
	uint region = F.long_ != 0u ? regionOf(class_, c) : NONE;
	if (region != NONE) hops[hopsStart(g) + region] = HOPS_KEPT;
}

void seedGoal(uint g, uint c, Group group) {
	bool goal = (fetch(cellZone, c).x & 0xffffu) == group.goal + 1u && fetch(clearance, c).x >= classes[group.class_].radius;
	potential[solvePlane(g, group.reset) + c] = goal ? asFixed(0.0) : INF;
	if (!goal) return;
	keep(g, group.class_, c);
	wake(g, page);
	[[unroll]] for (uint d = 0u; d < 4u; d++) {
		uint n = link(c, d), to = n / PAGE_CELLS;
		if (n != NONE && to != page) wake(g, to);
	}
}

// Whether a stored value stays. Neighbours may be asked while they are being reset: what does not stay is no less then.
bool stays(float stored, float mark) { return isFixed(stored) || stored < mark; }

void seedAbove(uint g, uint c, Group group, bool starts, bool roused) {
	uint from = solvePlane(g, group.cold);
	float mark = starts ? marked(solveState[SOLVE_MARK + g]) : INF, stored = potential[from + c];
	bool keeps = stays(stored, mark), wakes = roused;
	if (starts) potential[solvePlane(g, group.reset) + c] = keeps ? stored : INF;
	if (keeps) {
		keep(g, group.class_, c);
	} else {
		uvec4 to = allLinks(c, page);
		bool touches = false;
		[[unroll]] for (uint d = 0u; d < 4u; d++) touches = touches || to[d] != NONE && stays(potential[from + to[d]], mark);
		wakes = touches && (roused || stored < INF);
	}
	if (wakes) wake(g, page);
}

void main() {
	page = workgroup();
	if (page >= F.pages) return;
	uint g = thisPlane(), c = page * PAGE_CELLS + gl_LocalInvocationID.x;
	Group group = groups[g];
	bool starts = due(g);
	bool roused = (solveState[SOLVE_NOTES + g] & NOTE_ROUSE) != 0u;
	if (starts && group.reset != RESET_ABOVE) seedGoal(g, c, group);
	else if (starts || roused) seedAbove(g, c, group, starts, roused);
}
