// Ways down within a page: from every cell to the lowest of its neighbours there, up to a cell where the way leaves the page or
// ends; the form of passes/plan/descent.go. Define phiOf(local), the potential of a cell of the page, before including.
#ifndef DESCENT_GLSL
#define DESCENT_GLSL
#include "correction.glsl"

shared uint nextOf[PAGE_CELLS];  // cell on the way, in the end its last
shared float sumOf[PAGE_CELLS];  // of the changes of the cells before the last
shared uvec2 lastOf[PAGE_CELLS];

// Finds the first step from a cell; way: of a border cell, else WAY_LOST without a change.
void beginWay(uint local, uint word, bool fixed_, uvec2 way) {
	uint to = local;
	if (borderOf(local) == NONE || way.x == WAY_INSIDE) {
		float own = phiOf(local), lowest = own;
		for (uint d = 0u; d < 4u; d++) {
			uint layer = linkByte(word, d);
			ivec2 by = direction(d);
			uint n = layer == LINK_NEAR ? uint(int(local) + by.y * int(TILE) + by.x) : local;
			float value = phiOf(n);
			if (layer < LINK_NEAR) way.x = WAY_HELD; // in another page of the same tile
			if (value < lowest) {
				lowest = value;
				to = n;
			}
		}
		if (fixed_ || own >= INF) {
			to = local;
			way.x = fixed_ ? WAY_HELD : WAY_LOST;
		}
	}
	nextOf[local] = to;
	sumOf[local] = to != local ? uintBitsToFloat(way.y) : 0.0;
	lastOf[local] = way;
}

// Follows the ways of all cells, two to a thread of 128, after a barrier.
void descend(uint a, uint b) {
	for (uint k = 0u; k < 8u; k++) { // ways in a page have at most 2^8 cells
		uvec2 n = uvec2(nextOf[a], nextOf[b]);
		uvec2 next = uvec2(nextOf[n.x], nextOf[n.y]);
		vec2 sum = vec2(sumOf[a], sumOf[b]);
		if (n.x != a) sum.x += sumOf[n.x];
		if (n.y != b) sum.y += sumOf[n.y];
		barrier();
		nextOf[a] = next.x;
		nextOf[b] = next.y;
		sumOf[a] = sum.x;
		sumOf[b] = sum.y;
		barrier();
	}
}

// The end of the way from a cell, and what the values on it have yet to change.
uvec2 wayFrom(uint local) {
	uvec2 last = lastOf[nextOf[local]];
	return wayOf(last.x, sumOf[local] + uintBitsToFloat(last.y));
}
#endif
