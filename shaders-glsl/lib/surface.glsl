// The floor under a point: the cells around it and its height. Bind pages, links, height and slope before including.
#ifndef SURFACE_GLSL
#define SURFACE_GLSL
#include "grid.glsl"

// The four cells whose centres surround a point, with bilinear weights: its own, the next along x, along z, and the
// diagonal one where both ways round lead to it; NONE where there is no way.
struct Corners {
	uvec4 cell;
	vec4 weight;
};

Corners cornersAt(uint c, vec2 p) {
	vec2 o = (p - cellCentre(pages[c / PAGE_CELLS], c)) / F.cell, w = min(abs(o), 1.0);
	uint dx = o.x >= 0.0 ? 1u : 3u, dz = o.y >= 0.0 ? 0u : 2u;
	uint a = links[c][dx], b = links[c][dz];
	uint ab = a != NONE ? links[a][dz] : NONE, ba = b != NONE ? links[b][dx] : NONE;
	return Corners(uvec4(c, a, b, ab == ba ? ab : NONE),
		vec4((1.0 - w.x) * (1.0 - w.y), w.x * (1.0 - w.y), (1.0 - w.x) * w.y, w.x * w.y));
}

// Height of the floor [m]: between the four centres where all are connected, along the cell's own slope elsewhere.
float surfaceHeight(uint c, vec2 p) {
	Corners q = cornersAt(c, p);
	if (any(equal(q.cell, uvec4(NONE)))) return height[c] + dot(slope[c], p - cellCentre(pages[c / PAGE_CELLS], c));
	float y = 0.0;
	for (uint k = 0u; k < 4u; k++) y += q.weight[k] * height[q.cell[k]];
	return y;
}
#endif
