// The walls around a cell. Bind pages, wallStart, pageWalls and walls before including.
#ifndef AROUND_GLSL
#define AROUND_GLSL
#include "grid.glsl"
#include "segment.glsl"
#include "wall.glsl"

// The first segment within reach of a cell, and the one after the last.
uvec2 wallRange(uint c) {
	uint word = fetch(wallStart, c).x, first = fetch(pageWalls, c / PAGE_CELLS).x + (word >> WALL_BITS);
	return uvec2(first, first + (word & MAX_WALLS));
}
#endif
