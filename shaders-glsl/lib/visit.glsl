// A visit of a page of a group by a workgroup of 128 threads: its cells, two to a thread, and their neighbours in shared memory; the
// form of visit in passes/plan/relax.go. Bind pages, pageTable, links, slope, diagonals, cost and potential before including,
// and define STENCIL.
#ifndef VISIT_GLSL
#define VISIT_GLSL
#include "eikonal.glsl"
#include "links.glsl"
#include "pair.glsl"
#include "diagonal.glsl"
#include "fixed.glsl"
#include "side.glsl"

// Shared memory holds the page with a ring around it, a value that is infinite, and the neighbours of cells in other pages
// of the same tile, which have no place in the ring.
#define PITCH 18u
#define NOWHERE (PITCH * PITCH)
#define APART (NOWHERE + 1u)
#define AT(local) ((local) / TILE + 1u) * PITCH + (local) % TILE + 1u

shared float u[APART + 4u * PAGE_CELLS];
shared uint apart;     // such neighbours so far
shared uint beyond[4]; // page that most cells of a side have beyond it
shared uint tilted;    // sides beyond which the floor is not level, a bit each
shared uint uneven;    // whether steps of a cell cost more in one direction than in another, or the floor is not level

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
	cell.word = fetch(links, cell.c).x;
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
	float cosine = stepCosine(unpackSlope(fetch(slope, cell.c).x));
	if (cosine != 0.0) uneven = 1u;
	vec4 c = cell.cost;
	cell.ne = sector(c.y, c.x, cosine, (open & 1u) != 0u);
	cell.se = sector(c.y, c.z, -cosine, (open & 2u) != 0u);
	cell.sw = sector(c.w, c.z, cosine, (open & 4u) != 0u);
	cell.nw = sector(c.w, c.x, -cosine, (open & 8u) != 0u);
	return cell;
}

// Fetches neighbours in other pages of the same tile.
void fetchApart(inout Cell cell, uvec2 tile) {
	for (uint far = farLinks(cell.word) & ~sidesOf(cell.c % PAGE_CELLS); far != 0u; far &= far - 1u) {
		uint d = uint(findLSB(far)), at = APART + atomicAdd(apart, 1u);
		u[at] = abs(potential[plane + farLink(cell.word, tile, cell.c, d)]);
		cell.near = mix(cell.near, uvec4(at), bvec4(uvec4(isSide(d)) & uvec4(notEqual(cell.near, uvec4(NOWHERE)))));
	}
}

// Fetches the ring, a thread for each of its cells, and gives the page that this one's lies in.
uint fetchRing(uint page, uvec2 tile, uint t) {
	uint d = t / TILE, local = sideCell(d, t % TILE), c = page * PAGE_CELLS + local, word = fetch(links, c).x;
	ivec2 step = direction(d);
	uint at = uint(int(AT(local)) + step.y * int(PITCH) + step.x);
	u[at] = 0.0;
	if (linkByte(word, d) >= LINK_NEAR) return NONE;
	uint n = farLink(word, tile, c, d);
	u[at] = abs(potential[plane + n]);
	if (STENCIL == 8u && fetch(slope, n).x != 0u) atomicOr(tilted, 1u << d);
	beyond[d] = n / PAGE_CELLS;
	return n / PAGE_CELLS;
}

// Finds where the diagonals lead, once it is known where the neighbours are.
void placeCorners(inout Cell cell) {
	uint north = cell.at + PITCH, south = cell.at - PITCH;
	cell.corner = uvec4(cell.ne.open ? north + 1u : cell.near.x, cell.se.open ? south + 1u : cell.near.z,
		cell.sw.open ? south - 1u : cell.near.z, cell.nw.open ? north - 1u : cell.near.x);
}

// The update of a cell, which may be more than INF.
float updated(Cell cell, bool even) {
	vec4 c = cell.cost, v = vec4(u[cell.near.x], u[cell.near.y], u[cell.near.z], u[cell.near.w]);
	float value;
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
	return value;
}

// The first and the second cell of a thread. Even rows belong to the first half of the threads and odd ones to the others, so that
// half of them as a whole rest while the others work where colours are rows.
uvec2 cellsOf(uint t) {
	uint row = t % 64u / 8u * 2u + t / 64u, column = t % 8u * 2u, shift = STENCIL == 4u ? row & 1u : 0u;
	return row * TILE + column + uvec2(shift, 1u - shift);
}

// Prepares shared memory, before a barrier.
void openVisit(uint t) {
	if (t < 4u) {
		beyond[t] = NONE;
		u[(t & 1u) * (PITCH - 1u) + (t >> 1) * (PITCH - 1u) * PITCH] = 0.0; // no diagonal leads there
	}
	if (t == 0u) {
		u[NOWHERE] = INF;
		apart = 0u;
		tilted = 0u;
		uneven = 0u;
	}
}

// Loads the page, before a barrier; it gives the page beyond the side cell of the thread.
uint loadVisit(uint t, uint page, uvec2 tile, uvec4 info, out Cell first, out Cell second) {
	uint outer = t < 4u * TILE ? fetchRing(page, tile, t) : NONE;
	uvec2 own = cellsOf(t);
	first = load(own.x, page, info);
	second = load(own.y, page, info);
	fetchApart(first, tile);
	fetchApart(second, tile);
	if (STENCIL == 8u) {
		placeCorners(first);
		placeCorners(second);
	}
	return outer;
}
#endif
