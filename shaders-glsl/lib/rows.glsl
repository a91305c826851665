// Shapes that pieces are cut from, triangles and rims; the plan box of one in the cells of the block, and its split into
// rows and runs. Include after binding "triangles" and "rims".
#ifndef ROWS_GLSL
#define ROWS_GLSL
#define ROW_CELLS 32u
#define ROW_MARGIN 0.501

struct Shape { vec3 a, b, c; };

// The corners of a triangle, or the ends of a rim: those are numbered after the triangles.
Shape shape(uint t) {
	if (t < F.triangles) return Shape(triangles[3u * t].xyz, triangles[3u * t + 1u].xyz, triangles[3u * t + 2u].xyz);
	vec4 from = rims[2u * (t - F.triangles)], to = rims[2u * (t - F.triangles) + 1u];
	vec3 a = from.xyz + from.w * (to.xyz - from.xyz), b = from.xyz + to.w * (to.xyz - from.xyz);
	return Shape(a, b, b);
}

// First column, first row, last column, last row of the cells whose pieces the shape can touch: half a cell more than it
// covers, because pieces may extend to a neighbour's centre.
uvec4 cellBox(Shape s) {
	vec2 lo = min(s.a, min(s.b, s.c)).xz * F.perCell - ROW_MARGIN, hi = max(s.a, max(s.b, s.c)).xz * F.perCell + ROW_MARGIN;
	ivec2 last = ivec2(F.width, F.height) - 1, first = ivec2(F.blockX, F.blockZ);
	return uvec4(clamp(ivec2(floor(lo)) - first, ivec2(0), last), clamp(ivec2(floor(hi)) - first, ivec2(0), last));
}

uint runs(uvec4 box) { return (box.z - box.x) / ROW_CELLS + 1u; }
#endif
