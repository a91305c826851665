#version 460
// Turns the numbers of walls of the cells into their places in the page, and gives the number of each page's.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) buffer WallStart { uint wallStart[]; };
layout(set = 0, binding = 2, std430) writeonly buffer PageWalls { uint pageWalls[]; };
layout(set = 0, binding = 3, std430) buffer BakeCounts { uint bakeCounts[]; };
#include "lib/scan.glsl"
#include "lib/wall.glsl"

void main() {
	uint page = workgroup();
	if (page >= F.pages) return;
	uint c = page * PAGE_CELLS + gl_LocalInvocationID.x, n = wallStart[c], total;
	uint at = scanGroup(n, total);
	wallStart[c] = at << WALL_BITS | n;
	if (n > 0u) atomicMax(bakeCounts[COUNT_WALLS], n);
	if (gl_LocalInvocationID.x == 0u) pageWalls[page] = total;
}
