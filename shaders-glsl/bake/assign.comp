#version 460
// Gives every sheet of a tile a page: the pages of a tile follow each other from its place in the running count.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer TileScan { uint tileScan[]; };
layout(set = 0, binding = 2, std430) writeonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Pages { uvec4 pages[]; };

void main() {
	uint t = invocation(), tiles = F.tilesX * F.tilesZ;
	if (t >= tiles) return;
	uint first = tileScan[t], n = tileScan[t + 1u] - first;
	uvec2 tile = uvec2(t % F.tilesX, t / F.tilesX) + uvec2(F.blockX, F.blockZ) / TILE;
	for (uint s = 0u; s < F.sheets; s++) {
		pageTable[s * tiles + t] = s < n ? first + s : NONE;
		if (s < n) pages[first + s] = uvec4(tile, s, 0u);
	}
}
