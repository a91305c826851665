#version 460
// Gives every marked tile a page: its place in the running count.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer TileScan { uint tileScan[]; };
layout(set = 0, binding = 2, std430) writeonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Pages { uvec4 pages[]; };

void main() {
	uint t = invocation(), tiles = F.tilesX * F.tilesZ;
	if (t >= tiles * F.layers) return;
	uint page = tileScan[t];
	bool used = tileScan[t + 1u] > page;
	pageTable[t] = used ? page : NONE;
	if (used) pages[page] = uvec4(t % tiles % F.tilesX, t % tiles / F.tilesX, t / tiles, 0u);
}
