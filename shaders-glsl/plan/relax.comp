#version 460
// One round of the fast iterative method: a workgroup relaxes one active page of one group in shared memory until it has
// settled, writes it back, and wakes the neighbours of cells that changed on its border. Pages of a round share a colour,
// so nobody reads what another writes and the result does not depend on their order. Values outside the page are held.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 128) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer Links { uvec4 links[]; };
layout(set = 0, binding = 3, std430) readonly buffer Groups { uvec4 groups[]; };
layout(set = 0, binding = 4, std430) readonly buffer Cost { vec4 cost[]; };
layout(set = 0, binding = 5, std430) buffer PotentialBack { float potentialBack[]; };
layout(set = 0, binding = 6, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 7, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 8, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 9, std430) buffer SolveState { uint solveState[]; };
layout(push_constant) uniform Push { uint round; } push;
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/eikonal.glsl"

#define SWEEPS 32u // at least twice the tile: one visit finishes a page of a cold group
#define CHECK 2u   // sweeps between tests for an early end

shared float u[PAGE_CELLS];
shared uint moving;

struct Cell {
	uint local;
	float before; // value on entry
	vec4 cost;
	uvec4 inside; // neighbour's place in this page, or NONE
	vec4 outside; // neighbour's value where it is not
	float slack;  // change that does not count
};

Cell load(uint local, uint page, uint group) {
	Cell cell;
	uint c = page * PAGE_CELLS + local;
	cell.local = local;
	cell.before = potentialBack[group * F.cells + c];
	cell.cost = cost[groups[group].x * F.cells + c];
	uvec4 to = links[c];
	for (uint d = 0u; d < 4u; d++) {
		bool closed = cell.cost[d] >= INF, own = to[d] / PAGE_CELLS == page;
		cell.inside[d] = !closed && own ? to[d] % PAGE_CELLS : NONE;
		cell.outside[d] = closed || own ? INF : potentialBack[group * F.cells + to[d]];
	}
	u[local] = cell.before;
	vec4 k = cell.cost;
	cell.slack = groups[group].w != 0u ? 0.0 : F.warmTolerance * min(min(k.x, k.y), min(k.z, k.w));
	return cell;
}

// Relaxes one cell; true if that changed it by more than the tolerance.
bool relax(Cell cell) {
	float old = u[cell.local];
	if (old == 0.0) return false; // a goal
	vec4 v = cell.outside;
	for (uint d = 0u; d < 4u; d++) if (cell.inside[d] != NONE) v[d] = u[cell.inside[d]];
	float value = min(eikonal(v, cell.cost), INF);
	u[cell.local] = value;
	return abs(value - old) > F.tolerance * value + cell.slack;
}

uint nextRound(uint colour) {
	uint own = push.round % F.colours;
	uint ahead = (colour + F.colours - own) % F.colours;
	return push.round + (ahead == 0u ? F.colours : ahead);
}

void finish(Cell cell, uint page, uint group) {
	float value = u[cell.local];
	if (value == cell.before) return;
	uint c = page * PAGE_CELLS + cell.local;
	potentialBack[group * F.cells + c] = value;
	if (abs(value - cell.before) <= F.tolerance * value + cell.slack) return;
	for (uint d = 0u; d < 4u; d++) {
		uint to = links[c][d];
		if (to != NONE && to / PAGE_CELLS != page) wakePage(group, to / PAGE_CELLS, nextRound(pages[to / PAGE_CELLS].w));
	}
}

void main() {
	uint absolute = solveState[SOLVE_BASE] + push.round, t = gl_LocalInvocationID.x;
	uint pair = solveList[listStart(absolute) + workgroup()], group = pair / F.pages, page = pair % F.pages;
	uint row = t / 8u, column = t % 8u * 2u, shift = row & 1u;
	Cell red = load(row * TILE + column + shift, page, group), black = load(row * TILE + column + 1u - shift, page, group);
	if (t == 0u) moving = 0u;
	bool moved = false, settled = false;
	uint sweeps = groups[group].w != 0u ? SWEEPS : F.sweeps;
	for (uint i = 1u; i <= sweeps && !settled; i++) {
		barrier();
		moved = relax(red) || moved;
		barrier();
		moved = relax(black) || moved;
		if (i % CHECK != 0u) continue;
		if (moved) moving = 1u;
		barrier();
		settled = moving == 0u;
		barrier();
		if (t == 0u) moving = 0u;
		moved = false;
	}
	barrier();
	finish(red, page, group);
	finish(black, page, group);
	if (t != 0u) return;
	if (!settled) wakePage(group, page, nextRound(push.round % F.colours));
	atomicAdd(solveState[SOLVE_PENDING + group], ~0u);
	atomicAdd(solveState[SOLVE_UPDATES], 1u);
}
