// Cells of pages: where a cell lies in the plan. Include after binding the slot "pages" as `pages[]`.
#ifndef GRID_GLSL
#define GRID_GLSL

// Column and row of a cell in the dense grid.
uvec2 cellColumn(uvec4 page, uint cell) {
	uint k = cell & (PAGE_CELLS - 1u);
	return page.xy * TILE + uvec2(k & (TILE - 1u), k / TILE);
}

// Plan position of a cell's centre relative to the box [m].
vec2 cellCentre(uvec4 page, uint cell) { return (vec2(cellColumn(page, cell)) + 0.5) * F.cell; }
#endif
