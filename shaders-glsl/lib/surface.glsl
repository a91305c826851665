// The floor under a point. Bind pages, pageTable, links, height and slope before including.
#ifndef SURFACE_GLSL
#define SURFACE_GLSL
#include "corners.glsl"
#include "pair.glsl"

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
