// The sides of a page: N, E, S, W as the directions that lead over them.
#ifndef SIDE_GLSL
#define SIDE_GLSL

// The sides that a cell of a page lies at, a bit each.
uint sidesOf(uint local) {
	uint x = local % TILE, z = local / TILE;
	return uint(z == TILE - 1u) | uint(x == TILE - 1u) << 1 | uint(z == 0u) << 2 | uint(x == 0u) << 3;
}

// The cell at place k of a side.
uint sideCell(uint d, uint k) { return d == 0u ? PAGE_CELLS - TILE + k : d == 1u ? k * TILE + TILE - 1u : d == 2u ? k : k * TILE; }
#endif
