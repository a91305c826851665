#version 460
// One round of the fast iterative method: a workgroup relaxes one active page of one group in shared memory until it has
// settled, writes it back, and wakes the neighbours of cells that changed on its border. Pages of a round share a colour,
// so nobody reads what another writes and the result does not depend on their order. Values outside the page are held.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 128) in;
layout(constant_id = 0) const uint STENCIL = 8u; // neighbours of the update: 4 or 8
layout(constant_id = 1) const uint SWEEPS = 32u; // of a visit of a page of a cold group: enough to finish it
#include "lib/frame.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 3) uniform usamplerBuffer links;
layout(set = 0, binding = 4) uniform usamplerBuffer slope;
layout(set = 0, binding = 5, std430) readonly buffer Groups { uvec4 groups[]; };
layout(set = 0, binding = 6, std430) readonly buffer Diagonals { uint diagonals[]; };
layout(set = 0, binding = 7, std430) readonly buffer Cost { vec4 cost[]; };
layout(set = 0, binding = 8, std430) buffer Potential { float potential[]; };
layout(set = 0, binding = 9, std430) buffer SolveArgs { uvec4 solveArgs[]; };
layout(set = 0, binding = 10, std430) buffer SolveList { uint solveList[]; };
layout(set = 0, binding = 11, std430) buffer SolveStamp { uint solveStamp[]; };
layout(set = 0, binding = 12, std430) buffer SolveState { uint solveState[]; };
layout(push_constant) uniform Push { uint round; } push;
#define SOLVER_WAKES
#include "lib/solver.glsl"
#include "lib/visit.glsl"

shared uint moving[2]; // whether a sweep changed anything, for this one and the last
shared uint reached;   // sides beyond which pages must be woken, a bit each
shared uint changed;   // whether the visit changes anything
shared uint mixed;     // sides with several pages beyond them

uint base;  // absolute number of the step's first round

// Relaxes one cell; true if that changed it by more than the tolerance.
bool relax(inout Cell cell, bool even) {
	float old = cell.now, value = updated(cell, even);
	value = cell.fixed_ ? old : min(value, INF);
	u[cell.at] = cell.now = value;
	return abs(value - old) > F.tolerance * value + cell.slack;
}

// One sweep over the page in colours of cells that do not read each other: the squares of a chequerboard, or, where
// diagonals count, the four places in squares of 2 × 2.
bool sweep(inout Cell first, inout Cell second, bool oddRow, bool even) {
	bool moved = false;
	if (STENCIL == 4u) {
		moved = relax(first, even);
		barrier();
		return relax(second, even) || moved;
	}
	if (!oddRow) moved = relax(first, even);
	barrier();
	if (!oddRow) moved = relax(second, even) || moved;
	barrier();
	if (oddRow) moved = relax(first, even);
	barrier();
	if (oddRow) moved = relax(second, even) || moved;
	return moved;
}

// Whether the sweep before sweep i changed nothing: known once all have passed the barrier after it.
bool quiet(uint i) { return i > 0u && moving[(i - 1u) & 1u] == 0u; }

// Notes whether this thread has changed anything in sweep i.
void note(uint i, uint t, bool moved) {
	if (t == 0u) moving[(i + 1u) & 1u] = 0u; // all have read it before the barriers within the sweep
	if (moved) moving[i & 1u] = 1u;
	barrier();
}

void wake(uint group, uint page, uint round) { listPage(group, page, base + round, round); }

// The sides of a cell whose neighbours there may depend on it. An update rests on lower values only, so a value that was and
// is above a neighbour's does not concern it; on a slope the floor's metric may make an exception.
uint concerned(Cell cell, uint sides, float lower) {
	uint low = tilted;
	[[unroll]] for (uint d = 0u; d < 4u; d++) {
		ivec2 step = direction(d);
		uint at = cell.at + uint(step.y * int(PITCH) + step.x), along = d % 2u == 0u ? 1u : PITCH;
		float high = STENCIL == 4u ? u[at] : max(u[at], max(u[at - along], u[at + along]));
		low |= uint(lower < high) << d;
	}
	return low & sides;
}

// Writes a cell back, and notes whom its change concerns.
void finish(Cell cell, uint page, uint group) {
	float value = cell.now;
	if (value == cell.before) return;
	potential[plane + cell.c] = value;
	if (abs(value - cell.before) <= F.told * value + cell.slack) return;
	changed = 1u;
	uint far = farLinks(cell.word), sides = sidesOf(cell.c % PAGE_CELLS);
	// A loop, because some drivers run both sides of a branch.
	for (uint k = 0u; k < uint((far & sides) != 0u); k++) atomicOr(reached, concerned(cell, far & sides, min(value, cell.before)));
	for (far &= ~sides; far != 0u; far &= far - 1u) {
		uint to = farLink(cell.word, fetch(pages, page).xy, cell.c, uint(findLSB(far))) / PAGE_CELLS;
		wake(group, to, nextRound(push.round, fetch(pages, to).w));
	}
}

void main() {
	base = solveState[SOLVE_BASE];
	uint t = gl_LocalInvocationID.x, pair = solveList[listStart(base + push.round) + workgroup()], group = pair >> 24, page = pair & 0xffffffu;
	uint notes = solveState[SOLVE_NOTES + group];
	uvec4 info = groups[group];
	uvec2 tile = fetch(pages, page).xy;
	if ((notes & NOTE_REST) != 0u) { // its group has gone to rest
		if (t == 0u) atomicAdd(solveState[SOLVE_PENDING + group], ~0u);
		return;
	}
	plane = solvePlane(group, info.w);
	openVisit(t);
	if (t == 0u) {
		atomicAdd(solveState[SOLVE_PENDING + group], ~0u);
		moving[0] = 0u;
		moving[1] = 0u;
		reached = 0u;
		changed = 0u;
		mixed = 0u;
	}
	barrier();
	Cell first, second;
	uint outer = loadVisit(t, page, tile, info, first, second);
	barrier();
	if (outer != NONE && outer != beyond[t / TILE]) atomicOr(mixed, 1u << t / TILE);
	uint ahead = t < 4u && beyond[t] != NONE ? nextRound(push.round, fetch(pages, beyond[t]).w) : 0u; // asked for early: it takes its time
	bool oddRow = t >= 64u;
	uint most = info.w != 0u ? SWEEPS : F.sweeps;
	bool even = uneven == 0u, settled = false;
	for (uint i = even ? 0u : most; i < most; i++) { // two loops: some drivers run both sides of a branch
		if (settled = quiet(i)) break;
		note(i, t, sweep(first, second, oddRow, true));
	}
	for (uint i = even ? most : 0u; i < most; i++) {
		if (settled = quiet(i)) break;
		note(i, t, sweep(first, second, oddRow, false));
	}
	settled = settled || quiet(most);
	finish(first, page, group);
	finish(second, page, group);
	barrier();
	if (t < 4u && (reached >> t & 1u) != 0u) wake(group, beyond[t], ahead);
	if (t == 4u && !settled && changed != 0u) wake(group, page, push.round + F.colours);
	if ((mixed & reached) != 0u && outer != NONE && (mixed & reached & 1u << t / TILE) != 0u) wake(group, outer, nextRound(push.round, fetch(pages, outer).w));
}
