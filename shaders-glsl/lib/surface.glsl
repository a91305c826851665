// The floor under a point. Bind pages, pageTable, links, height and slope before including.
#ifndef SURFACE_GLSL
#define SURFACE_GLSL
#include "corners.glsl"
#include "pair.glsl"

// Height of the floor [m]: bilinear between the four centres; along the cell's own slope where there is no way to the
// next, and without the twist where there is none to the diagonal one, so that it does not jump where ways end.
float surfaceHeight(uint c, vec2 p) {
	Spot at = spotOf(c);
	Corners q = cornersAt(at, p);
	vec2 o = p - spotCentre(at), w = min(abs(o) * F.perCell, 1.0), rise = unpackSlope(fetch(slope, c).x) * o;
	float here = fetch(height, c).x, twist = 0.0;
	if (q.cell.y != NONE) rise.x = w.x * (fetch(height, q.cell.y).x - here);
	if (q.cell.z != NONE) rise.y = w.y * (fetch(height, q.cell.z).x - here);
	if (q.cell.w != NONE) twist = w.x * w.y * (fetch(height, q.cell.w).x - fetch(height, q.cell.y).x - fetch(height, q.cell.z).x + here);
	return here + rise.x + rise.y + twist;
}
#endif
