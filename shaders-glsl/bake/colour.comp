#version 460
// Colours of pages: linked pages never share one. Neighbouring tiles differ by the parity of their place; pages of one
// tile that are linked to each other differ by their rank among such pages.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 2, std430) buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 3, std430) buffer BakeCounts { uint bakeCounts[]; };

// One thread colours all pages of a tile, so that marks are read before any of them is overwritten.
void main() {
	uint t = invocation();
	if (t >= F.tilesX * F.tilesZ) return;
	uint parity = (t % F.tilesX + t / F.tilesX) & 1u, rank = 0u;
	for (uint k = 0u; k < F.layers; k++) {
		uint page = pageTable[k * F.tilesX * F.tilesZ + t];
		if (page == NONE) continue;
		bool marked = pages[page].w != 0u;
		uint colour = parity + 2u * (marked ? rank++ : 0u);
		pages[page].w = colour;
		atomicMax(bakeCounts[COUNT_COLOURS], (colour | 1u) + 1u);
	}
}
