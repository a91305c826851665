#version 460
// One round of the fast iterative method: a workgroup relaxes one active page of one group in shared memory until it has
// settled, writes it back, and wakes the neighbours of cells that changed on its border. Pages of a round share a colour,
// so nobody reads what another writes and the result does not depend on their order. Values outside the page are held.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 128) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 3, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 4, std430) readonly buffer Groups { uvec4 groups[]; };
layout(set = 0, binding = 5, std430) readonly buffer Cost { vec4 cost[]; };
layout(set = 0, binding = 6, std430) buffer Potential { float potential[]; };
layout(set = 0, binding = 7, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 8, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 9, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 10, std430) buffer SolveState { uint solveState[]; };
layout(push_constant) uniform Push { uint round; } push;
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/eikonal.glsl"
#include "lib/links.glsl"

#define SWEEPS 32u // at least twice the tile: one visit finishes a page of a cold group
#define CHECK 4u   // sweeps between tests for an early end
#define PITCH 18u  // row of the shared page, with a border that is read but never used

shared float u[PITCH * PITCH];
shared uint moving;

uint plane; // where the group is solved

struct Cell {
	uint local, at; // place in the page, and in shared memory
	float before;   // value on entry
	float slack;    // change that does not count
	uint far;       // directions of neighbours outside the page, a bit each
	uvec4 page;     // and their pages
	vec4 cost;
	vec4 held;      // value of a neighbour outside the page or closed; negative where the neighbour is in the page
};

Cell load(uint local, uint page, uvec4 info) {
	Cell cell;
	uint c = page * PAGE_CELLS + local;
	cell.local = local;
	cell.at = (local / TILE + 1u) * PITCH + local % TILE + 1u;
	cell.before = potential[plane + c];
	cell.cost = cost[info.x * F.cells + c];
	uint word = links[c];
	bvec4 closed = greaterThanEqual(cell.cost, vec4(INF));
	cell.held = mix(vec4(-1.0), vec4(INF), closed);
	cell.far = farLinks(word);
	cell.page = uvec4(0u);
	uvec2 tile = pages[page].xy;
	for (uint far = cell.far; far != 0u; far &= far - 1u) {
		uint d = uint(findLSB(far)), n = farLink(word, tile, c, d);
		cell.page = mix(cell.page, uvec4(n / PAGE_CELLS), isSide(d));
		if (!closed[d]) cell.held = mix(cell.held, vec4(potential[plane + n]), isSide(d));
	}
	vec4 k = cell.cost;
	cell.slack = info.w != 0u ? 0.0 : F.warmTolerance * min(min(k.x, k.y), min(k.z, k.w));
	u[cell.at] = cell.before;
	return cell;
}

// Relaxes one cell; true if that changed it by more than the tolerance.
bool relax(Cell cell) {
	float old = u[cell.at];
	vec4 v = vec4(u[cell.at + PITCH], u[cell.at + 1u], u[cell.at - PITCH], u[cell.at - 1u]);
	v = mix(v, cell.held, greaterThanEqual(cell.held, vec4(0.0)));
	float value = old == 0.0 ? 0.0 : min(eikonal(v, cell.cost), INF); // zero is a goal
	u[cell.at] = value;
	return abs(value - old) > F.tolerance * value + cell.slack;
}

uint nextRound(uint colour) {
	uint own = push.round % F.colours;
	uint ahead = (colour + F.colours - own) % F.colours;
	return push.round + (ahead == 0u ? F.colours : ahead);
}

void finish(Cell cell, uint page, uint group) {
	float value = u[cell.at];
	if (value == cell.before) return;
	potential[plane + page * PAGE_CELLS + cell.local] = value;
	if (abs(value - cell.before) <= F.tolerance * value + cell.slack) return;
	for (uint far = cell.far; far != 0u; far &= far - 1u) {
		uint to = cell.page[findLSB(far)];
		wakePage(group, to, nextRound(pages[to].w));
	}
}

void main() {
	uint absolute = solveState[SOLVE_BASE] + push.round, t = gl_LocalInvocationID.x;
	uint pair = solveList[listStart(absolute) + workgroup()], group = pair >> 24, page = pair & 0xffffffu;
	uint row = t / 8u, column = t % 8u * 2u, shift = row & 1u;
	uvec4 info = groups[group];
	plane = solvePlane(group, info.w);
	Cell red = load(row * TILE + column + shift, page, info), black = load(row * TILE + column + 1u - shift, page, info);
	if (t == 0u) moving = 0u;
	bool moved = false, settled = false;
	uint sweeps = info.w != 0u ? SWEEPS : F.sweeps;
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
