#version 460
// One round of the fast iterative method where an invocation relaxes an active page on its own: for CPUs, to which barriers
// within a page are dear. It goes over the cells in order, in four directions by turns; else it does as relax.comp. Drivers for
// CPUs run both sides of branches, and the body of a loop once at least, so what few cells need has loops of its own.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 8) in;
layout(constant_id = 0) const uint STENCIL = 8u; // neighbours of the update: 4 or 8
layout(constant_id = 1) const uint SWEEPS = 16u; // of a visit of a page of a cold group
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
#include "lib/eikonal.glsl"
#include "lib/links.glsl"
#include "lib/pair.glsl"
#include "lib/side.glsl"

#define PITCH 18u
#define AT(local) ((local) / TILE + 1u) * PITCH + (local) % TILE + 1u

// Marks of a cell, beside its open diagonals in the lowest four bits.
#define BETWEEN 4u   // and up: quadrants whose axes are open and the diagonal is not
#define APART 8u     // and up: directions whose neighbours lie in other pages of the same tile
#define SLOPED 0x1000u // along both axes
#define ODD 0x1ff0u
#define HELD 0x2000u // it stays

float u[PITCH * PITCH]; // the page with a ring around it
float before[PAGE_CELLS];
vec4 price[PAGE_CELLS]; // of the steps
uint marks[PAGE_CELLS];
uint odd[PAGE_CELLS];   // cells that are relaxed apart from the others
uint odds;

uint group, page, class_, plane;
uvec2 tile;
float slack;        // change that does not count, in shares of the cheapest step
uint beyond[4];     // first page beyond a side
uint tilted, mixed; // sides beyond which the floor is not level, or there are several pages, a bit each

void wake(uint to) {
	uint round = nextRound(push.round, fetch(pages, to).w);
	listPage(group, to, solveState[SOLVE_BASE] + round, round);
}

uint bits(bvec4 b) { return uint(b.x) | uint(b.y) << 1 | uint(b.z) << 2 | uint(b.w) << 3; }

bvec4 flags(uint w) { return notEqual(uvec4(w) & uvec4(1u, 2u, 4u, 8u), uvec4(0u)); }

uint outside(uint d) { return uint(direction(d).y * int(PITCH) + direction(d).x); }

float lowest(vec4 v) { return min(min(v.x, v.y), min(v.z, v.w)); }

// Loads the page.
void load() {
	uint first = page * PAGE_CELLS, kind = class_ * F.cells + first;
	for (uint local = 0u, word; local < PAGE_CELLS;) {
		if (STENCIL == 8u) word = diagonals[(kind + local) / 8u];
		for (uint i = 0u; i < 8u; i++) {
			float stored = potential[plane + first + local];
			vec4 k = cost[kind + local];
			bvec4 way = lessThan(k, vec4(INF));
			uint open = STENCIL == 8u ? word & 0xfu : 0u, mark = open;
			word >>= 4;
			if (STENCIL == 8u) {
				mark |= (bits(bvec4(way.x && way.y, way.y && way.z, way.z && way.w, way.w && way.x)) & ~open) << BETWEEN;
				uint h = fetch(slope, first + local).x;
				if ((h & 0xffffu) != 0u && h >> 16 != 0u) mark |= SLOPED;
			}
			marks[local] = isFixed(stored) ? HELD : mark;
			price[local] = k;
			before[local] = u[AT(local)] = abs(stored);
			local++;
		}
	}
	uint stacked = 0u;
	for (uint s = 0u; s < F.sheets; s++) stacked += uint(fetch(pageTable, (s * F.tilesZ + tile.y) * F.tilesX + tile.x).x != NONE);
	for (uint local = stacked > 1u ? 0u : PAGE_CELLS; local < PAGE_CELLS; local++) {
		if (marks[local] != HELD) marks[local] |= (farLinks(fetch(links, first + local).x) & ~sidesOf(local)) << APART;
	}
	odds = 0u;
	for (uint local = 0u; local < PAGE_CELLS; local++) {
		odd[odds] = local;
		odds += uint((marks[local] & ODD) != 0u);
	}
}

// Fetches the ring, and finds what lies beyond the sides.
void fetchRing() {
	tilted = mixed = 0u;
	for (uint d = 0u; d < 4u; d++) {
		uint last = LINK_NONE, to = NONE;
		beyond[d] = NONE;
		for (uint i = 0u; i < TILE; i++) {
			uint local = sideCell(d, i), c = page * PAGE_CELLS + local, word = fetch(links, c).x, layer = linkByte(word, d);
			bool far = layer < LINK_NEAR;
			if (far && layer != last) {
				to = farLink(word, tile, c, d) / PAGE_CELLS;
				if (beyond[d] == NONE) beyond[d] = to;
				else if (to != beyond[d]) mixed |= 1u << d;
				last = layer;
			}
			uint n = to * PAGE_CELLS + sideCell(opposite(d), i);
			float value = 0.0;
			if (far) {
				value = abs(potential[plane + n]);
				if (STENCIL == 8u && fetch(slope, n).x != 0u) tilted |= 1u << d;
			}
			u[AT(local) + outside(d)] = value;
		}
	}
}

// The update of a cell on level floor from the triangles beside the four axes; across: φ over the diagonals, INF where they
// are closed. Of the two triangles beside an axis that counts whose way goes further across.
float level(vec4 v, vec4 across, vec4 c) {
	vec4 q = c * c, far = sqrt(q.yyww + q.xzzx), r = 1.0 / c; // NE, SE, SW, NW
	vec4 one = vec4(v.xy - across.xx, v.zw - across.yz) * r.yxyz; // towards NE, NE, SE, SW
	vec4 two = vec4(v.x - across.w, v.yzw - across.yzw) * r.wzwx; // towards NW, SE, SW, NW
	one = mix(vec4(0.0), one, lessThanEqual(one * far.xxyz, c.yxyz));
	two = mix(vec4(0.0), two, lessThanEqual(two * far.wyzw, c.wzwx));
	vec4 share = max(max(one, two), 0.0);
	return min(lowest(across + far), lowest(v + c * sqrt(1.0 - share * share)));
}

// The update of any cell.
float general(uint local, vec4 k) {
	uint cell = page * PAGE_CELLS + local, mark = marks[local], at = AT(local);
	vec4 v = vec4(u[at + PITCH], u[at + 1u], u[at - PITCH], u[at - 1u]);
	for (uint far = mark >> APART & 0xfu; far != 0u; far &= far - 1u) {
		uint d = uint(findLSB(far));
		v = mix(v, vec4(abs(potential[plane + farLink(fetch(links, cell).x, tile, cell, d)])), isSide(d));
	}
	bvec4 closed = greaterThanEqual(k, vec4(INF)), open = flags(mark);
	vec4 c = mix(k, vec4(1.0), closed);
	v = mix(v, vec4(INF), closed);
	if (STENCIL == 4u) return eikonal(v, c, shares(c));
	vec4 to = mix(v.xzzx, vec4(u[at + PITCH + 1u], u[at - PITCH + 1u], u[at - PITCH - 1u], u[at + PITCH - 1u]), open);
	float cosine = stepCosine(unpackSlope(fetch(slope, cell).x));
	return min(min(least(sector(c.y, c.x, cosine, open.x), v.y, c.y, v.x, c.x, to.x), least(sector(c.y, c.z, -cosine, open.y), v.y, c.y, v.z, c.z, to.y)),
		min(least(sector(c.w, c.z, cosine, open.z), v.w, c.w, v.z, c.z, to.z), least(sector(c.w, c.x, -cosine, open.w), v.w, c.w, v.x, c.x, to.w)));
}

bool counts(float change, float value, float share, vec4 k) { return abs(change) > share * value + slack * lowest(k); }

// Relaxes the odd cells.
bool sweepOdd(bool back) {
	bool moved = false;
	for (uint i = 0u; i < odds; i++) {
		uint local = odd[back ? odds - 1u - i : i], at = AT(local);
		vec4 k = price[local];
		float old = u[at], value = min(general(local, k), INF);
		u[at] = value;
		moved = moved || counts(value - old, value, F.tolerance, k);
	}
	return moved;
}

// Relaxes the others, row by row, east or west and north or south.
bool sweepPlain(bool west, bool south, uint rows) {
	bool moved = false;
	int step = west ? -1 : 1;
	for (uint row = 0u; row < rows; row++) {
		uint z = south ? TILE - 1u - row : row, local = z * TILE + (west ? TILE - 1u : 0u);
		int at = int(AT(local));
		vec3 behind = vec3(u[at - step + int(PITCH)], u[at - step], u[at - step - int(PITCH)]);
		vec3 here = vec3(u[at + int(PITCH)], u[at], u[at - int(PITCH)]);
		for (uint i = 0u; i < TILE; i++) {
			vec3 ahead = vec3(u[at + step + int(PITCH)], u[at + step], u[at + step - int(PITCH)]);
			uint mark = marks[local];
			vec4 k = price[local];
			vec3 e = west ? behind : ahead, w = west ? ahead : behind;
			vec4 v = vec4(here.x, e.y, here.z, w.y);
			bvec4 closed = greaterThanEqual(k, vec4(INF));
			vec4 c = mix(k, vec4(1.0), closed);
			v = mix(v, vec4(INF), closed);
			float old = here.y, value;
			if (STENCIL == 8u) value = level(v, mix(vec4(INF), vec4(e.x, e.z, w.z, w.x), flags(mark)), c);
			else value = eikonal(v, c, shares(c));
			here.y = (mark & (ODD | HELD)) != 0u ? old : min(value, INF);
			u[at] = here.y;
			moved = moved || counts(here.y - old, here.y, F.tolerance, k);
			behind = here;
			here = ahead;
			at += step;
			local += uint(step);
		}
	}
	return moved;
}

// Sweeps the page until nothing moves; false where the sweeps ran out before.
bool relax(uint most) {
	vec4 side = vec4(0.0);
	for (uint i = 1u; i <= TILE; i++) side += vec4(u[(TILE + 1u) * PITCH + i], u[i * PITCH + TILE + 1u], u[i], u[i * PITCH]);
	side = mix(side, vec4(INF), equal(uvec4(beyond[0], beyond[1], beyond[2], beyond[3]), uvec4(NONE)));
	bool west = side.y < side.w, south = side.x < side.z, settled = false;
	for (uint n = 0u; n <= most && !settled; n++) { // before the first sweep, which may begin at an odd cell, these alone
		uint k = n - 1u;
		bool moved = sweepPlain(west != ((k & 1u) != 0u), south != ((k & 2u) != 0u), n == 0u ? 0u : TILE);
		moved = sweepOdd((n & 1u) != 0u) || moved;
		settled = n > 0u && !moved;
	}
	return settled;
}

// Writes the page back, and wakes whom its changes concern.
void finish(bool settled) {
	bool changed = false;
	uint reached = 0u;
	for (uint local = 0u; local < PAGE_CELLS; local++) {
		uint at = AT(local);
		float value = u[at], old = before[local];
		if (value != old) potential[plane + page * PAGE_CELLS + local] = value;
		bool told = counts(value - old, value, F.told, price[local]);
		changed = changed || told;
	}
	for (uint d = 0u; d < 4u; d++) { // as in relax.comp: a value that was and is above a neighbour's does not concern it
		for (uint i = 0u; i < TILE; i++) {
			uint local = sideCell(d, i), at = AT(local), to = at + outside(d), along = d % 2u == 0u ? 1u : PITCH;
			float value = u[at], old = before[local];
			bool told = counts(value - old, value, F.told, price[local]);
			float high = STENCIL == 4u ? u[to] : max(u[to], max(u[to - along], u[to + along]));
			if (told && (min(value, old) < high || (tilted >> d & 1u) != 0u)) reached |= 1u << d;
		}
	}
	for (uint i = 0u; i < odds; i++) {
		uint local = odd[i], at = AT(local), c = page * PAGE_CELLS + local;
		bool told = counts(u[at] - before[local], u[at], F.told, price[local]);
		for (uint far = told ? marks[local] >> APART & 0xfu : 0u; far != 0u; far &= far - 1u) {
			wake(farLink(fetch(links, c).x, tile, c, uint(findLSB(far))) / PAGE_CELLS);
		}
	}
	for (uint d = 0u; d < 4u; d++) {
		if ((reached >> d & 1u) != 0u && beyond[d] != NONE) wake(beyond[d]);
		for (uint i = (reached & mixed & 1u << d) != 0u ? 0u : TILE; i < TILE; i++) {
			uint c = page * PAGE_CELLS + sideCell(d, i), word = fetch(links, c).x;
			if (linkByte(word, d) < LINK_NEAR) wake(farLink(word, tile, c, d) / PAGE_CELLS);
		}
	}
	if (!settled && changed) wake(page);
}

void main() {
	uint at = workgroup() + gl_LocalInvocationID.x; // there is a workgroup for each pair; one of eight takes all of theirs
	if (workgroup() % 8u != 0u || at >= solveArgs[push.round].x) return;
	uint pair = solveList[listStart(solveState[SOLVE_BASE] + push.round) + at];
	group = pair >> 24;
	page = pair & 0xffffffu;
	atomicAdd(solveState[SOLVE_PENDING + group], ~0u);
	if ((solveState[SOLVE_NOTES + group] & NOTE_REST) != 0u) return; // it has gone to rest
	uvec4 info = groups[group];
	bool cold = info.w != 0u;
	class_ = info.x;
	plane = solvePlane(group, info.w);
	tile = fetch(pages, page).xy;
	slack = cold ? 0.0 : F.warmTolerance;
	load();
	fetchRing();
	finish(relax(cold ? SWEEPS : F.sweeps));
}
