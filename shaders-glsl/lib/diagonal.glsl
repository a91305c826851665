// Open diagonals of cells, for a class: bits NE, SE, SW, NW, eight cells to a word; see passes/plan/diagonals.go. Bind
// diagonals before including.
#ifndef DIAGONAL_GLSL
#define DIAGONAL_GLSL

uint diagonalsOf(uint class_, uint c) { return diagonals[(class_ * F.cells + c) / 8u] >> 4u * (c & 7u) & 0xfu; }
#endif
