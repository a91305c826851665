#version 460
// Parts the walkable cells of a tile into sheets, no two cells of one above each other: each will be a page. What is
// connected within the tile stays on one sheet, and parts that do not overlap in the plan share one, so that pages are
// few and full. A workgroup per tile, a thread per column.
//
// First every cell takes the lowest number that connections lead to from it. Then the parts are laid, the highest first,
// on the first sheet that is free in all their columns; a part that overlaps itself, as a spiral stair does, is taken from
// the top.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 2, r32ui) readonly uniform uimage2DArray gridImage;
layout(set = 0, binding = 3, rgba8i) readonly uniform iimage2DArray connectionImage;
layout(set = 0, binding = 4, r32ui) coherent uniform uimage2DArray sheetImage;
layout(set = 0, binding = 5, std430) writeonly buffer TileScan { uint tileScan[]; };
layout(set = 0, binding = 6, std430) buffer BakeCounts { uint bakeCounts[]; };

#define WORDS 8          // of a set of sheets
#define LAID 0x80000000u // marks a number as that of a sheet

shared bool changed;
shared uint part, sheets, nearest;
shared uint taken[WORDS]; // sheets that the columns of a part have used

ivec2 corner, here;

bool walkable(ivec2 texel, int k) { return imageLoad(gridImage, ivec3(texel, k)).x == GRID_WALKABLE; }

uint label(ivec2 texel, int k) { return imageLoad(sheetImage, ivec3(texel, k)).x; }

// The lowest number among a cell, its connected neighbours in the tile, and the cell whose number it has.
uint lowest(int k) {
	uint own = label(here, k), least = own;
	ivec4 to = imageLoad(connectionImage, ivec3(here, k));
	for (uint d = 0u; d < 4u; d++) {
		ivec2 at = here + direction(d), local = at - corner;
		if (to[d] >= 0 && all(greaterThanEqual(local, ivec2(0))) && all(lessThan(local, ivec2(TILE))) && walkable(at, to[d]))
			least = min(least, label(at, to[d]));
	}
	ivec2 root = corner + ivec2(least % TILE, least % PAGE_CELLS / TILE);
	return min(least, label(root, int(least / PAGE_CELLS)));
}

void joinParts() {
	uint local = gl_LocalInvocationIndex;
	do {
		barrier();
		if (local == 0u) changed = false;
		barrier();
		for (int k = 0; k < int(F.layers); k++) {
			if (!walkable(here, k)) continue;
			uint least = lowest(k);
			if (least == label(here, k)) continue;
			imageStore(sheetImage, ivec3(here, k), uvec4(least));
			changed = true;
		}
		memoryBarrierImage();
		barrier();
	} while (changed);
}

// First sheet that no column of the part has used.
uint freeSheet() {
	for (uint w = 0u; w < WORDS; w++) if (taken[w] != 0xffffffffu) return 32u * w + uint(findLSB(~taken[w]));
	return 0u;
}

void main() {
	uint tile = workgroup(), local = gl_LocalInvocationIndex;
	if (tile >= F.tilesX * F.tilesZ) return;
	corner = ivec2(tile % F.tilesX, tile / F.tilesX) * int(TILE);
	here = corner + ivec2(local % TILE, local / TILE);
	for (int k = 0; k < int(F.layers); k++) imageStore(sheetImage, ivec3(here, k), uvec4(walkable(here, k) ? uint(k) * PAGE_CELLS + local : NONE));
	memoryBarrierImage();
	joinParts();

	uint mine[WORDS]; // sheets used in this column
	for (uint w = 0u; w < WORDS; w++) mine[w] = 0u;
	if (local == 0u) sheets = 0u;
	while (true) {
		barrier();
		if (local == 0u) part = nearest = NONE;
		if (local < WORDS) taken[local] = 0u;
		barrier();
		int top = 0; // of what is left in the column
		while (top < int(F.layers) && label(here, top) >= LAID) top++;
		bool some = top < int(F.layers);
		uint far = some ? floatBitsToUint(imageLoad(positionImage, ivec3(here, top)).w) : NONE;
		if (some) atomicMin(nearest, far);
		barrier();
		if (some && far == nearest) atomicMin(part, label(here, top));
		barrier();
		if (part == NONE) break;
		int at = 0;
		while (at < int(F.layers) && label(here, at) != part) at++;
		bool mark = at < int(F.layers);
		for (uint w = 0u; w < WORDS; w++) if (mark && mine[w] != 0u) atomicOr(taken[w], mine[w]);
		barrier();
		uint s = freeSheet();
		if (mark) {
			imageStore(sheetImage, ivec3(here, at), uvec4(LAID | s));
			mine[s / 32u] |= 1u << (s % 32u);
		}
		if (local == 0u) sheets = max(sheets, s + 1u);
	}
	if (local != 0u) return;
	tileScan[tile] = sheets;
	atomicMax(bakeCounts[COUNT_SHEETS], sheets);
}
