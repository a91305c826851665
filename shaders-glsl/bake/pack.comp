#version 460
// Copies the walkable texels of the dense layers into the cells of pages and turns connections into links. The other cells
// of the pages keep their zeros.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 2, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 3, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 4, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 5, r32ui) readonly uniform uimage2DArray surfaceImage;
layout(set = 0, binding = 6, r32ui) readonly uniform uimage2DArray gridImage;
layout(set = 0, binding = 7, r32ui) readonly uniform uimage2DArray sheetImage;
layout(set = 0, binding = 8, r32ui) readonly uniform uimage2DArray goalImage;
layout(set = 0, binding = 9, r32ui) readonly uniform uimage2DArray spawnImage;
layout(set = 0, binding = 10, r32ui) readonly uniform uimage2DArray discomfortImage;
layout(set = 0, binding = 11, rgba8i) readonly uniform iimage2DArray connectionImage;
layout(set = 0, binding = 12, std430) writeonly buffer Height { float height[]; };
layout(set = 0, binding = 13, std430) writeonly buffer CellFlag { uint cellFlag[]; };
layout(set = 0, binding = 14, std430) writeonly buffer CellZone { uint cellZone[]; };
layout(set = 0, binding = 15, std430) writeonly buffer CellDiscomfort { float cellDiscomfort[]; };
layout(set = 0, binding = 16, std430) writeonly buffer CellStair { uint cellStair[]; };
layout(set = 0, binding = 17, std430) writeonly buffer FloorLinks { uvec4 floorLinks[]; };
#include "lib/facet.glsl"

#define SHEET 0xffu // of a number in the slot "sheet"

uint cellOf(ivec3 at) {
	uvec2 tile = uvec2(at.xy) / TILE, local = uvec2(at.xy) % TILE;
	uint sheet = imageLoad(sheetImage, at).x & SHEET;
	return pageTable[(sheet * F.tilesZ + tile.y) * F.tilesX + tile.x] * PAGE_CELLS + local.y * TILE + local.x;
}

uint link(ivec2 texel, uint d, int layer) {
	if (layer < 0) return NONE;
	ivec3 to = ivec3(texel + direction(d), layer);
	return imageLoad(gridImage, to).x == GRID_INSIDE ? INSIDE : cellOf(to);
}

uint number(uint word) { return word == 0u ? 0u : 0x10000u - word; }

void main() {
	uint n = invocation();
	if (n >= F.width * F.height) return;
	ivec2 texel = ivec2(n % F.width, n / F.width);
	for (uint k = 0u; k < F.layers; k++) {
		ivec3 at = ivec3(texel, k);
		if (imageLoad(gridImage, at).x != GRID_WALKABLE) continue;
		uint c = cellOf(at);
		cellFlag[c] = CELL_WALKABLE;
		height[c] = imageLoad(positionImage, at).y;
		cellZone[c] = number(imageLoad(goalImage, at).x) | number(imageLoad(spawnImage, at).x) << 16;
		if (F.gamma != 0.0) cellDiscomfort[c] = uintBitsToFloat(imageLoad(discomfortImage, at).x);
		if (F.stairs != 0u) cellStair[c] = attributes[2u * facetOf(imageLoad(surfaceImage, at).x - 1u).entity + 1u].x;
		ivec4 to = imageLoad(connectionImage, at);
		floorLinks[c] = uvec4(link(texel, 0u, to.x), link(texel, 1u, to.y), link(texel, 2u, to.z), link(texel, 3u, to.w));
	}
}
