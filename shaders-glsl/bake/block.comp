#version 460
// Cuts the links that an obstruction crosses: a link stays when the segment between the two centres keeps clear of every
// piece of both cells. Any path of links through a wall, however thin, would contain a cut one. Links without a way back
// are cut too.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer FloorLinks { uvec4 floorLinks[]; };
layout(set = 0, binding = 3, std430) readonly buffer CellFlag { uint cellFlag[]; };
layout(set = 0, binding = 4, std430) readonly buffer PieceStart { uint pieceStart[]; };
layout(set = 0, binding = 5, std430) readonly buffer Pieces { vec4 pieces[]; };
layout(set = 0, binding = 6, std430) writeonly buffer Links { uvec4 links[]; };
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

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uvec4 to = floorLinks[c];
	links[c] = uvec4(open(c, 0u, to.x), open(c, 1u, to.y), open(c, 2u, to.z), open(c, 3u, to.w));
}
