#version 460
// Copies the dense layers into the cells of pages and turns connections into links.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 3, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 4, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 5, r32ui) readonly uniform uimage2DArray surfaceImage;
layout(set = 0, binding = 6, r32ui) readonly uniform uimage2DArray gridImage;
layout(set = 0, binding = 7, r32ui) readonly uniform uimage2DArray zoneImage;
layout(set = 0, binding = 8, r32f) readonly uniform image2DArray discomfortImage;
layout(set = 0, binding = 9, rgba8i) readonly uniform iimage2DArray connectionImage;
layout(set = 0, binding = 10, std430) writeonly buffer Height { float height[]; };
layout(set = 0, binding = 11, std430) writeonly buffer CellFlag { uint cellFlag[]; };
layout(set = 0, binding = 12, std430) writeonly buffer CellZone { uint cellZone[]; };
layout(set = 0, binding = 13, std430) writeonly buffer CellDiscomfort { float cellDiscomfort[]; };
layout(set = 0, binding = 14, std430) writeonly buffer CellStair { uint cellStair[]; };
layout(set = 0, binding = 15, std430) writeonly buffer FloorLinks { uvec4 floorLinks[]; };
#include "lib/grid.glsl"

uint link(uvec2 at, uint d, int layer) {
	if (layer < 0) return NONE;
	uvec2 to = uvec2(ivec2(at) + direction(d));
	if (imageLoad(gridImage, ivec3(to, layer)).x == GRID_INSIDE) return INSIDE;
	uint page = pageTable[(uint(layer) * F.tilesZ + to.y / TILE) * F.tilesX + to.x / TILE];
	return page * PAGE_CELLS + to.y % TILE * TILE + to.x % TILE;
}

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uvec4 page = pages[c / PAGE_CELLS];
	uvec2 column = cellColumn(page, c);
	ivec3 at = ivec3(column, page.z);
	bool inside = column.x < F.width && column.y < F.height;
	bool walkable = inside && imageLoad(gridImage, at).x == GRID_WALKABLE;
	cellFlag[c] = walkable ? CELL_WALKABLE : 0u;
	height[c] = walkable ? imageLoad(positionImage, at).y : 0.0;
	cellZone[c] = walkable ? imageLoad(zoneImage, at).x : 0u;
	cellDiscomfort[c] = walkable ? imageLoad(discomfortImage, at).x : 0.0;
	cellStair[c] = walkable ? attributes[2u * (imageLoad(surfaceImage, at).x - 1u) + 1u].x : 0u;
	ivec4 to = walkable ? imageLoad(connectionImage, at) : ivec4(-1);
	floorLinks[c] = uvec4(link(column, 0u, to.x), link(column, 1u, to.y), link(column, 2u, to.z), link(column, 3u, to.w));
}
