#version 460
// Marks pages with a link into another page of the same tile: the two cannot be relaxed in one round.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Links { uvec4 links[]; };
layout(set = 0, binding = 2, std430) buffer Pages { uvec4 pages[]; };

bool sameTile(uint own, uint cell) {
	uint other = cell / PAGE_CELLS;
	return cell != NONE && other != own && pages[own].xy == pages[other].xy;
}

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uint own = c / PAGE_CELLS;
	uvec4 to = links[c];
	if (sameTile(own, to.x) || sameTile(own, to.y) || sameTile(own, to.z) || sameTile(own, to.w)) atomicOr(pages[own].w, 1u);
}
