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
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 3, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 4, std430) readonly buffer Slope { uint slope[]; };
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
#include "lib/eikonal.glsl"
#include "lib/links.glsl"
#include "lib/pair.glsl"
#include "lib/diagonal.glsl"

// Shared memory holds the page with a ring around it, a value that is infinite, and the neighbours of cells in other pages
// of the same tile, which have no place in the ring.
#define PITCH 18u
#define NOWHERE (PITCH * PITCH)
#define APART (NOWHERE + 1u)
#define AT(local) ((local) / TILE + 1u) * PITCH + (local) % TILE + 1u

shared float u[APART + 4u * PAGE_CELLS];
shared uint apart;     // such neighbours so far
shared uint moving[2]; // whether a sweep changed anything, for this one and the last
shared uint beyond[4]; // page that most cells of a side have beyond it
shared uint reached;   // sides beyond which pages must be woken, a bit each
shared uint tilted;    // sides beyond which the floor is not level
shared uint mixed;     // sides with several pages beyond them
shared uint uneven;    // whether steps of a cell cost more in one direction than in another, or the floor is not level

uint base;  // absolute number of the step's first round
uint plane; // where the group is solved

struct Cell {
	uint c, at;     // index, and place in shared memory
	uint word;      // its links
	uvec4 near;     // places of the neighbours
	uvec4 corner;   // and of those across the diagonals, or along z where these are closed
	vec4 cost;      // of the steps
	vec4 shares;
	Sector ne, se, sw, nw;
	float even;     // cost of every step, where that is the same
	float before;   // value on entry
	float now;      // and since: nobody else writes it
	bool fixed_;    // it stays
	float slack;    // change that does not count
};

Cell load(uint local, uint page, uvec4 info) {
	Cell cell;
	cell.c = page * PAGE_CELLS + local;
	cell.at = AT(local);
	float stored = potential[plane + cell.c];
	cell.word = links[cell.c];
	vec4 k = cost[info.x * F.cells + cell.c];
	cell.before = cell.now = abs(stored);
	cell.fixed_ = isFixed(stored);
	cell.slack = info.w != 0u ? 0.0 : F.warmTolerance * min(min(k.x, k.y), min(k.z, k.w));
	bvec4 closed = greaterThanEqual(k, vec4(INF));
	cell.cost = mix(k, vec4(1.0), closed);
	cell.near = mix(uvec4(cell.at + PITCH, cell.at + 1u, cell.at - PITCH, cell.at - 1u), uvec4(NOWHERE), closed);
	u[cell.at] = cell.before;
	float least = min(min(k.x, k.y), min(k.z, k.w));
	cell.even = least < INF ? least : 1.0;
	if (any(notEqual(mix(k, vec4(least), closed), vec4(least)))) uneven = 1u;
	if (STENCIL == 4u) {
		cell.shares = shares(cell.cost);
		return cell;
	}
	uint open = diagonalsOf(info.x, cell.c);
	float cosine = stepCosine(unpackSlope(slope[cell.c]));
	if (cosine != 0.0) uneven = 1u;
	vec4 c = cell.cost;
	cell.ne = sector(c.y, c.x, cosine, (open & 1u) != 0u);
	cell.se = sector(c.y, c.z, -cosine, (open & 2u) != 0u);
	cell.sw = sector(c.w, c.z, cosine, (open & 4u) != 0u);
	cell.nw = sector(c.w, c.x, -cosine, (open & 8u) != 0u);
	return cell;
}

// The sides of the page that a cell lies at, a bit each.
uint sidesOf(uint local) {
	uint x = local % TILE, z = local / TILE;
	return uint(z == TILE - 1u) | uint(x == TILE - 1u) << 1 | uint(z == 0u) << 2 | uint(x == 0u) << 3;
}

// Fetches neighbours in other pages of the same tile.
void fetchApart(inout Cell cell, uvec2 tile) {
	for (uint far = farLinks(cell.word) & ~sidesOf(cell.c % PAGE_CELLS); far != 0u; far &= far - 1u) {
		uint d = uint(findLSB(far)), at = APART + atomicAdd(apart, 1u);
		u[at] = abs(potential[plane + farLink(cell.word, tile, cell.c, d)]);
		cell.near = mix(cell.near, uvec4(at), bvec4(uvec4(isSide(d)) & uvec4(notEqual(cell.near, uvec4(NOWHERE)))));
	}
}

// The cell at place k of a side.
uint sideCell(uint d, uint k) { return d == 0u ? PAGE_CELLS - TILE + k : d == 1u ? k * TILE + TILE - 1u : d == 2u ? k : k * TILE; }

// Fetches the ring, a thread for each of its cells, and gives the page that this one's lies in.
uint fetchRing(uint page, uvec2 tile, uint t) {
	uint d = t / TILE, local = sideCell(d, t % TILE), c = page * PAGE_CELLS + local, word = links[c];
	ivec2 step = direction(d);
	uint at = uint(int(AT(local)) + step.y * int(PITCH) + step.x);
	u[at] = 0.0;
	if (linkByte(word, d) >= LINK_NEAR) return NONE;
	uint n = farLink(word, tile, c, d);
	u[at] = abs(potential[plane + n]);
	if (STENCIL == 8u && slope[n] != 0u) atomicOr(tilted, 1u << d);
	beyond[d] = n / PAGE_CELLS;
	return n / PAGE_CELLS;
}

// Finds where the diagonals lead, once it is known where the neighbours are.
void placeCorners(inout Cell cell) {
	uint north = cell.at + PITCH, south = cell.at - PITCH;
	cell.corner = uvec4(cell.ne.open ? north + 1u : cell.near.x, cell.se.open ? south + 1u : cell.near.z,
		cell.sw.open ? south - 1u : cell.near.z, cell.nw.open ? north - 1u : cell.near.x);
}

// Relaxes one cell; true if that changed it by more than the tolerance.
bool relax(inout Cell cell, bool even) {
	float old = cell.now, value;
	vec4 c = cell.cost, v = vec4(u[cell.near.x], u[cell.near.y], u[cell.near.z], u[cell.near.w]);
	if (even && STENCIL == 8u) {
		vec4 diagonal = vec4(u[cell.corner.x], u[cell.corner.y], u[cell.corner.z], u[cell.corner.w]);
		value = eikonal8Even(v, diagonal, cell.even, bvec4(cell.ne.open, cell.se.open, cell.sw.open, cell.nw.open));
	} else if (even) {
		value = eikonalEven(v, cell.even);
	} else if (STENCIL == 8u) {
		value = min(min(least(cell.ne, v.y, c.y, v.x, c.x, u[cell.corner.x]), least(cell.se, v.y, c.y, v.z, c.z, u[cell.corner.y])),
			min(least(cell.sw, v.w, c.w, v.z, c.z, u[cell.corner.z]), least(cell.nw, v.w, c.w, v.x, c.x, u[cell.corner.w])));
	} else {
		value = eikonal(v, c, cell.shares);
	}
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

uint nextRound(uint colour) {
	uint own = push.round % F.colours;
	uint ahead = (colour + F.colours - own) % F.colours;
	return push.round + (ahead == 0u ? F.colours : ahead);
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
	if (abs(value - cell.before) <= F.tolerance * value + cell.slack) return;
	uint far = farLinks(cell.word), sides = sidesOf(cell.c % PAGE_CELLS);
	// A loop, because some drivers run both sides of a branch.
	for (uint k = 0u; k < uint((far & sides) != 0u); k++) atomicOr(reached, concerned(cell, far & sides, min(value, cell.before)));
	for (far &= ~sides; far != 0u; far &= far - 1u) {
		uint to = farLink(cell.word, pages[page].xy, cell.c, uint(findLSB(far))) / PAGE_CELLS;
		wake(group, to, nextRound(pages[to].w));
	}
}

void main() {
	base = solveState[SOLVE_BASE];
	uint t = gl_LocalInvocationID.x, pair = solveList[listStart(base + push.round) + workgroup()], group = pair >> 24, page = pair & 0xffffffu;
	uint notes = solveState[SOLVE_NOTES + group];
	uvec4 info = groups[group];
	uvec2 tile = pages[page].xy;
	if ((notes & NOTE_REST) != 0u) { // its group has gone to rest
		if (t == 0u) atomicAdd(solveState[SOLVE_PENDING + group], ~0u);
		return;
	}
	plane = solvePlane(group, info.w);
	if (t < 4u) {
		beyond[t] = NONE;
		u[(t & 1u) * (PITCH - 1u) + (t >> 1) * (PITCH - 1u) * PITCH] = 0.0; // no diagonal leads there
	}
	if (t == 0u) {
		atomicAdd(solveState[SOLVE_PENDING + group], ~0u);
		u[NOWHERE] = INF;
		apart = 0u;
		moving[0] = 0u;
		moving[1] = 0u;
		reached = 0u;
		mixed = 0u;
		tilted = 0u;
		uneven = 0u;
	}
	barrier();
	bool oddRow = t >= 64u; // even rows first, so that half of the threads as a whole rest while the others work
	uint row = t % 64u / 8u * 2u + (oddRow ? 1u : 0u), column = t % 8u * 2u, shift = STENCIL == 4u ? row & 1u : 0u;
	uint outer = t < 4u * TILE ? fetchRing(page, tile, t) : NONE;
	Cell first = load(row * TILE + column + shift, page, info), second = load(row * TILE + column + 1u - shift, page, info);
	fetchApart(first, tile);
	fetchApart(second, tile);
	if (STENCIL == 8u) {
		placeCorners(first);
		placeCorners(second);
	}
	barrier();
	if (outer != NONE && outer != beyond[t / TILE]) atomicOr(mixed, 1u << t / TILE);
	uint ahead = t < 4u && beyond[t] != NONE ? nextRound(pages[beyond[t]].w) : 0u; // asked for early: it takes its time
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
	if (t == 4u && !settled) wake(group, page, nextRound(push.round % F.colours));
	if ((mixed & reached) != 0u && outer != NONE && (mixed & reached & 1u << t / TILE) != 0u) wake(group, outer, nextRound(pages[outer].w));
}
