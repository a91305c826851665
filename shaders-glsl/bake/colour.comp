#version 460
// Colours of pages: linked pages never share one. Neighbouring tiles differ by the parity of their place; of linked pages
// of one tile, the later sheet takes the first colour that none before it has.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 2, std430) buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 3, std430) buffer BakeCounts { uint bakeCounts[]; };

// One thread colours all pages of a tile, from the top: a page's links are overwritten by its colour once they are used.
void main() {
	uint t = invocation(), tiles = F.tilesX * F.tilesZ;
	if (t >= tiles) return;
	uint parity = (t % F.tilesX + t / F.tilesX + (F.blockX + F.blockZ) / TILE) & 1u;
	for (uint k = 0u; k < F.sheets; k++) {
		uint page = pageTable[k * tiles + t];
		if (page == NONE) continue;
		uint links = pages[page].w, used = 0u;
		for (uint above = 0u; above < k && links != 0u; above++) {
			uint other = pageTable[above * tiles + t];
			if (other != NONE && (links >> (above & 31u) & 1u) != 0u) used |= 1u << (pages[other].w / 2u);
		}
		uint colour = parity + 2u * uint(findLSB(~used));
		pages[page].w = colour;
		atomicMax(bakeCounts[COUNT_COLOURS], (colour | 1u) + 1u);
	}
}
