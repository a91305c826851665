#version 460
// Notes for every page the sheets of its tile that it links to, a bit each: the two cannot be relaxed in one round.
// Sheets 32 apart share a bit, which only costs a colour.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 2, std430) buffer Pages { uvec4 pages[]; };

uint sheetBit(uint word, uint c, uint d) {
	uint sheet = word >> 8u * d & 0xffu; // as in lib/links.glsl
	ivec2 to = ivec2(c & (TILE - 1u), c / TILE & (TILE - 1u)) + direction(d);
	return sheet < LINK_NEAR && (to & int(TILE - 1u)) == to ? 1u << (sheet & 31u) : 0u;
}

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uint word = links[c], sheets = 0u;
	for (uint d = 0u; d < 4u; d++) sheets |= sheetBit(word, c, d);
	if (sheets != 0u) atomicOr(pages[c / PAGE_CELLS].w, sheets);
}
