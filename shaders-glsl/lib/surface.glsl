// The floor under a point: the cells around it and its height. Bind pages, pageTable, links, height and slope before
// including.
#ifndef SURFACE_GLSL
#define SURFACE_GLSL
#include "grid.glsl"
#include "links.glsl"
#include "pair.glsl"

// The four cells whose centres surround a point, with bilinear weights: its own, the next along x, along z, and the
// diagonal one where both ways round lead to it; NONE where there is no way.
struct Corners {
	uvec4 cell;
	vec4 weight;
};

Corners cornersAt(uint c, vec2 p) {
	vec2 o = (p - cellCentre(pages[c / PAGE_CELLS], c)) / F.cell, w = min(abs(o), 1.0);
	uint dx = o.x >= 0.0 ? 1u : 3u, dz = o.y >= 0.0 ? 0u : 2u;
	uint a = link(c, dx), b = link(c, dz);
	uint ab = a != NONE ? link(a, dz) : NONE, ba = b != NONE ? link(b, dx) : NONE;
	return Corners(uvec4(c, a, b, ab == ba ? ab : NONE),
		vec4((1.0 - w.x) * (1.0 - w.y), w.x * (1.0 - w.y), (1.0 - w.x) * w.y, w.x * w.y));
}

// Height of the floor [m]: bilinear between the four centres; along the cell's own slope where there is no way to the
// next, and without the twist where there is none to the diagonal one, so that it does not jump where ways end.
float surfaceHeight(uint c, vec2 p) {
	Corners q = cornersAt(c, p);
	vec2 o = p - cellCentre(pages[c / PAGE_CELLS], c), w = min(abs(o) * F.perCell, 1.0), rise = unpackSlope(slope[c]) * o;
	float here = height[c], twist = 0.0;
	if (q.cell.y != NONE) rise.x = w.x * (height[q.cell.y] - here);
	if (q.cell.z != NONE) rise.y = w.y * (height[q.cell.z] - here);
	if (q.cell.w != NONE) twist = w.x * w.y * (height[q.cell.w] - height[q.cell.y] - height[q.cell.z] + here);
	return here + rise.x + rise.y + twist;
}
#endif
