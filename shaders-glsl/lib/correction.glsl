// Corrections of the groups that start anew, where ways are long: which are due, and the ways from border cell to border cell;
// see passes/plan/long.go. Bind groups and solveState before including, and declare the push constants with number and of.
#ifndef CORRECTION_GLSL
#define CORRECTION_GLSL
#include "solver.glsl"
#define PAGE_BORDER (4u * TILE)
#define WAY_INSIDE (NONE - 2u)
#define WAY_HELD (NONE - 1u)
#define WAY_LOST NONE

// Counts a group's corrections since it started, CORRECTIONS where there is none left to do.
uint correctionOf(uint g) {
	if (groups[g].cold == 0u || (solveState[SOLVE_NOTES + g] & NOTE_REST) != 0u) return CORRECTIONS;
	return min((solveState[SOLVE_BASE] - solveState[SOLVE_SINCE + g]) / F.rounds * push.of + push.number, CORRECTIONS);
}

// The number of a border cell of a page, NONE for a cell within.
uint borderOf(uint local) {
	uint x = local % TILE, z = local / TILE;
	return z == TILE - 1u ? x : x == TILE - 1u ? TILE + z : z == 0u ? 2u * TILE + x : x == 0u ? 3u * TILE + z : NONE;
}

// The first border cell of a page of a group.
uint borderStart(uint g, uint page) { return (g * F.pages + page) * PAGE_BORDER; }

uvec2 wayOf(uint to, float change) { return uvec2(to, floatBitsToUint(change)); }
#endif
