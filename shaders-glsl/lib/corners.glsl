// The cells around a point. Bind pages, pageTable and links before including.
#ifndef CORNERS_GLSL
#define CORNERS_GLSL
#include "grid.glsl"
#include "links.glsl"

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
#endif
