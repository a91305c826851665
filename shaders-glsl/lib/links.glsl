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
	return pageTable[(linkByte(word, d) * F.tilesZ + tile.y) * F.tilesX + tile.x] * PAGE_CELLS + at.y * TILE + at.x;
}

// The neighbour of a cell in direction d, or NONE.
uint link(uint c, uint d) {
	uint word = links[c], layer = linkByte(word, d);
	if (layer < LINK_NEAR) return farLink(word, pages[c / PAGE_CELLS].xy, c, d);
	ivec2 step = direction(d);
	return layer == LINK_NONE ? NONE : c + uint(step.y * int(TILE) + step.x);
}

// The directions of neighbours in other pages, a bit each. A cell has few, and most have none: going through them in a loop
// spares drivers that run both sides of a branch three of four look-ups.
uint farLinks(uint word) {
	uvec4 far = uvec4(lessThan(uvec4(word, word >> 8, word >> 16, word >> 24) & 0xffu, uvec4(LINK_NEAR)));
	return far.x | far.y << 1 | far.z << 2 | far.w << 3;
}

bvec4 isSide(uint d) { return equal(uvec4(d), uvec4(0u, 1u, 2u, 3u)); }

// All four neighbours, for threads that share a page.
uvec4 allLinks(uint c, uint page) {
	uint word = links[c];
	bvec4 none = equal(uvec4(word, word >> 8, word >> 16, word >> 24) & 0xffu, uvec4(LINK_NONE));
	uvec4 to = mix(uvec4(c + TILE, c + 1u, c - TILE, c - 1u), uvec4(NONE), none);
	uvec2 tile = pages[page].xy;
	for (uint far = farLinks(word); far != 0u; far &= far - 1u) {
		uint d = uint(findLSB(far));
		to = mix(to, uvec4(farLink(word, tile, c, d)), isSide(d));
	}
	return to;
}
#endif
