#version 460
// Marks the tiles of each layer that hold a walkable cell.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, r32ui) readonly uniform uimage2DArray gridImage;
layout(set = 0, binding = 2, std430) buffer TileScan { uint tileScan[]; };

void main() {
	uint t = workgroup(), tiles = F.tilesX * F.tilesZ;
	if (t >= tiles * F.layers) return;
	uint k = gl_LocalInvocationID.x;
	uvec2 at = uvec2(t % tiles % F.tilesX, t % tiles / F.tilesX) * TILE + uvec2(k % TILE, k / TILE);
	if (at.x >= F.width || at.y >= F.height) return;
	if (imageLoad(gridImage, ivec3(at, t / tiles)).x == GRID_WALKABLE) atomicOr(tileScan[t], 1u);
}
