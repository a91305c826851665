#version 460
// Cost of the step to each neighbour, from the speed of the class in that direction. A page keeps its stored costs, to the
// bit, until one of them has changed enough, or at all where nobody is; then all are stored and the groups of the class are told, as passes/field/tell.go
// says. Neighbours that are closed are computed like the others and dropped: drivers that run both sides of a branch pay
// anyway.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 2, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 3) uniform usamplerBuffer pages;
layout(set = 0, binding = 4) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 5) uniform usamplerBuffer links;
layout(set = 0, binding = 6) uniform samplerBuffer clearance;
layout(set = 0, binding = 7) uniform samplerBuffer height;
layout(set = 0, binding = 8, std430) readonly buffer CellStair { uint cellStair[]; };
layout(set = 0, binding = 9, std430) readonly buffer CellDiscomfort { float cellDiscomfort[]; };
layout(set = 0, binding = 10, std430) readonly buffer Crowd { float crowd[]; };
layout(set = 0, binding = 11, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 12, std430) buffer Cost { vec4 cost[]; };
layout(set = 0, binding = 13, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 14, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 15, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 16, std430) buffer SolveState { uint solveState[]; };
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/pace.glsl"

#define PACE_WAKE 5.0 // change of the speed that counts, in shares of a change of the cost that does

#define RISE 2.0  // times the cheapest step of a cell is a lot
#define ACROSS TILE // such cells in a page: a row across it

shared uint changes, drifts, people, jams, looks;

vec4 stepLength; // to each neighbour, along the floor [m]
bool crowded;    // whether there is anybody where the cell looks

vec4 stepCosts(uint c, Class self) {
	vec4 now = vec4(INF);
	if (fetch(clearance, c).x < self.radius) return now; // nobody can stand here
	uvec4 to = allLinks(c, workgroup()), next = mix(to, uvec4(c), equal(to, uvec4(NONE))), at = ahead(next, self);
	float here = fetch(height, c).x;
	uint stair = stairOf(c);
	[[unroll]] for (uint d = 0u; d < 4u; d++) {
		uint n = next[d];
		float rise = fetch(height, n).x - here, f = pace(self, n, at[d], d, rise, stair);
		bool open = to[d] != NONE && fetch(clearance, n).x >= self.radius;
		crowded = crowded || open && crowd[at[d]] > 0.0;
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

float cheapest(vec4 k) { return min(min(k.x, k.y), min(k.z, k.w)); }

// Whether the cheapest step out of a cell has become much dearer.
bool jammed(vec4 old, vec4 now) {
	float was = cheapest(old), is = cheapest(now);
	return was > 0.0 && is > RISE * was && is < INF;
}

// Wakes the page for a group, or notes that it was not woken.
void wake(uint g, uint page) {
	bool solving = (groups[g].cold & 1u) != 0u && solveState[SOLVE_SINCE + g] != solveState[SOLVE_BASE];
	if (solving || (solveState[SOLVE_NOTES + g] & NOTE_REST) != 0u) atomicOr(solveState[SOLVE_NOTES + g], NOTE_MISSED);
	else wakePage(g, page, fetch(pages, page).w);
}

// Whether a group's potential has come to a cell or to where an open step leads.
bool comes(uint plane, uint page, uint c, vec4 now) {
	uint word = fetch(links, c).x;
	bool come = potential[plane + c] < INF;
	for (uint far = come ? 0u : farLinks(word); far != 0u; far &= far - 1u) {
		uint d = uint(findLSB(far));
		come = come || now[d] < INF && potential[plane + farLink(word, fetch(pages, page).xy, c, d)] < INF;
	}
	return come;
}

// Whether all threads have to look at the page for a group: it was never there, or marks every rise.
bool closely(uint g, uint page) {
	return solveStamp[g * F.pages + page] == 0u || (solveState[SOLVE_NOTES + g] & NOTE_REST) != 0u;
}

// Looks at a cell for a group: wakes the page if its potential comes here, and marks the group.
void look(uint g, uint page, uint c, bool jam, bool dearer, vec4 now) {
	uint plane = solvePlane(g, groups[g].cold);
	float phi = potential[plane + c];
	bool marks = jam || dearer && (solveState[SOLVE_NOTES + g] & NOTE_REST) != 0u;
	if (comes(plane, page, c, now)) wake(g, page);
	if (marks && !isFixed(phi) && phi < INF) atomicMax(solveState[SOLVE_MARK + g], asMark(phi));
}

void main() {
	uint page = workgroup(), kind = thisPlane(), local = gl_LocalInvocationIndex;
	if (page >= F.pages) return;
	uint c = page * PAGE_CELLS + local, k = kind * F.cells + c;
	if (local == 0u) changes = drifts = people = jams = looks = 0u;
	barrier();
	stepLength = vec4(0.0);
	crowded = false;
	vec4 now = stepCosts(c, classes[kind]), old = cost[k];
	if (differs(old, now)) changes = 1u;
	if (any(notEqual(old, now))) drifts = 1u;
	if (crowded) people = 1u;
	if (jammed(old, now)) atomicAdd(jams, 1u);
	for (uint g = local; g < F.groups; g += PAGE_CELLS) if (closely(g, page)) looks = 1u;
	barrier();
	if (changes == 0u && (drifts == 0u || people != 0u)) return; // of a crowd that has gone, nothing is left
	cost[k] = now;
	bool jam = jams >= ACROSS;
	for (uint g = local; g < F.groups; g += PAGE_CELLS) {
		if (groups[g].class_ == kind && solveStamp[g * F.pages + page] != 0u) wake(g, page);
	}
	// A loop that does not start costs nothing, which not all drivers make true of a branch.
	for (uint g = jam || looks != 0u ? 0u : F.groups; g < F.groups; g++) {
		if (groups[g].class_ == kind) look(g, page, c, jam && jammed(old, now), any(greaterThan(now, old)), now);
	}
}
