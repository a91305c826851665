#version 460
// Cuts the links that an obstruction or the border of the floor crosses: a link stays when the segment between the two
// centres keeps clear of every piece of both cells. Any path of links through a wall, however thin, would contain a cut
// one. Links without a way back are cut too. Sides where floor ends and no piece tells where are marked.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer FloorLinks { uvec4 floorLinks[]; };
layout(set = 0, binding = 3, std430) buffer CellFlag { uint cellFlag[]; };
layout(set = 0, binding = 4, std430) readonly buffer PieceStart { uint pieceStart[]; };
layout(set = 0, binding = 5, std430) readonly buffer Pieces { vec4 pieces[]; };
layout(set = 0, binding = 6, std430) writeonly buffer Links { uint links[]; };
#include "lib/grid.glsl"
#include "lib/segment.glsl"

#define CRACK 0.02 // gaps between mesh pieces below this share of a cell count as closed

bool crossed(uint c, vec4 way) {
	for (uint i = pieceStart[c]; i < pieceStart[c + 1u]; i++)
		if (segmentGap(pieces[i], way) < CRACK * F.cell) return true;
	return false;
}

uint open(uint c, uint d, uint to) {
	if (to >= INSIDE || floorLinks[to][opposite(d)] != c) return NONE;
	if (F.exact == 0u) return to;
	if (((cellFlag[c] | cellFlag[to]) & CELL_COVERED) != 0u) return NONE;
	uint a = min(c, to), b = max(c, to); // one order for both sides, so that links stay mutual
	vec4 way = vec4(cellCentre(pages[a / PAGE_CELLS], a), cellCentre(pages[b / PAGE_CELLS], b));
	return crossed(a, way) || crossed(b, way) ? NONE : to;
}

// The byte of a link to cell n, see lib/links.glsl.
uint packLink(uint c, uint n) {
	return n == NONE ? LINK_NONE : n / PAGE_CELLS == c / PAGE_CELLS ? LINK_NEAR : pages[n / PAGE_CELLS].z;
}

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uvec4 to = floorLinks[c];
	vec2 centre = cellCentre(pages[c / PAGE_CELLS], c);
	uint word = 0u, bare = 0u;
	for (uint d = 0u; d < 4u; d++) {
		word |= packLink(c, open(c, d, to[d])) << 8u * d;
		if (to[d] == NONE && !crossed(c, vec4(centre, centre + F.cell * vec2(direction(d))))) bare |= CELL_BARE << d;
	}
	links[c] = word;
	if (bare != 0u) atomicOr(cellFlag[c], bare); // neighbours look at the other bits
}
