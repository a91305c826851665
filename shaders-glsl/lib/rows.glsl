// The plan box of a triangle in cells, and its split into rows and runs. Include after binding "triangles".
#ifndef ROWS_GLSL
#define ROWS_GLSL
#define ROW_CELLS 32u
#define ROW_MARGIN 0.501

// First column, first row, last column, last row of the cells whose pieces the triangle can touch: half a cell more than
// it covers, because pieces may extend to a neighbour's centre.
uvec4 cellBox(uint t) {
	vec2 a = triangles[3u * t].xz, b = triangles[3u * t + 1u].xz, c = triangles[3u * t + 2u].xz;
	vec2 lo = min(a, min(b, c)) / F.cell - ROW_MARGIN, hi = max(a, max(b, c)) / F.cell + ROW_MARGIN;
	ivec2 last = ivec2(F.width, F.height) - 1;
	return uvec4(clamp(ivec2(floor(lo)), ivec2(0), last), clamp(ivec2(floor(hi)), ivec2(0), last));
}

uint runs(uvec4 box) { return (box.z - box.x) / ROW_CELLS + 1u; }
#endif
