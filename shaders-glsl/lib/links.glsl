// Neighbours of cells, packed a byte per direction as passes/links.go says. Bind pages, pageTable and links before
// including.
#ifndef LINKS_GLSL
#define LINKS_GLSL

uint linkByte(uint word, uint d) { return word >> 8u * d & 0xffu; }

// The neighbour in direction d of a cell in a page at a tile, if it lies in another page.
uint farLink(uint word, uvec2 tile, uint c, uint d) {
	ivec2 to = ivec2(c & (TILE - 1u), c / TILE & (TILE - 1u)) + direction(d);
	uvec2 at = uvec2(to) & (TILE - 1u); // a step out of the page comes in on the other side of the next
	tile = uvec2(ivec2(tile) + (to >> 4));
	return fetch(pageTable, (linkByte(word, d) * F.tilesZ + tile.y) * F.tilesX + tile.x).x * PAGE_CELLS + at.y * TILE + at.x;
}

// A cell, or NONE, and the tile of its page: on a way of some cells pages need not be looked up.
struct Spot {
	uint cell;
	uvec2 tile;
};

vec2 spotCentre(Spot at) {
	return (vec2(at.tile * TILE + uvec2(at.cell & (TILE - 1u), at.cell / TILE & (TILE - 1u))) + 0.5) * F.cell;
}

Spot spotOf(uint c) { return Spot(c, fetch(pages, c / PAGE_CELLS).xy); }

// The neighbour in direction d of a cell with a word of links.
Spot linkBy(uint word, Spot at, uint d) {
	uint layer = linkByte(word, d);
	ivec2 step = direction(d), from = ivec2(at.cell & (TILE - 1u), at.cell / TILE & (TILE - 1u));
	uint to = layer == LINK_NONE ? NONE : at.cell + uint(step.y * int(TILE) + step.x);
	if (layer < LINK_NEAR) to = farLink(word, at.tile, at.cell, d);
	return Spot(to, uvec2(ivec2(at.tile) + (from + step >> 4)));
}

// The neighbour of a cell in direction d, or NONE.
uint link(uint c, uint d) { return linkBy(fetch(links, c).x, spotOf(c), d).cell; }

// The directions of neighbours in other pages, a bit each. A cell has few, and most have none: going through them in a loop
// spares drivers that run both sides of a branch three of four look-ups.
uint farLinks(uint word) {
	uvec4 far = uvec4(lessThan(uvec4(word, word >> 8, word >> 16, word >> 24) & 0xffu, uvec4(LINK_NEAR)));
	return far.x | far.y << 1 | far.z << 2 | far.w << 3;
}

bvec4 isSide(uint d) { return equal(uvec4(d), uvec4(0u, 1u, 2u, 3u)); }

// All four neighbours, for threads that share a page.
uvec4 allLinks(uint c, uint page) {
	uint word = fetch(links, c).x;
	bvec4 none = equal(uvec4(word, word >> 8, word >> 16, word >> 24) & 0xffu, uvec4(LINK_NONE));
	uvec4 to = mix(uvec4(c + TILE, c + 1u, c - TILE, c - 1u), uvec4(NONE), none);
	uvec2 tile = fetch(pages, page).xy;
	for (uint far = farLinks(word); far != 0u; far &= far - 1u) {
		uint d = uint(findLSB(far));
		to = mix(to, uvec4(farLink(word, tile, c, d)), isSide(d));
	}
	return to;
}
#endif
