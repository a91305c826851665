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

Corners cornersAt(Spot at, vec2 p) {
	vec2 o = (p - spotCentre(at)) / F.cell, w = min(abs(o), 1.0);
	uint dx = o.x >= 0.0 ? 1u : 3u, dz = o.y >= 0.0 ? 0u : 2u;
	uint word = fetch(links, at.cell).x, ab = NONE, ba = NONE;
	Spot a = linkBy(word, at, dx), b = linkBy(word, at, dz);
	if (a.cell != NONE) ab = linkBy(fetch(links, a.cell).x, a, dz).cell;
	if (b.cell != NONE) ba = linkBy(fetch(links, b.cell).x, b, dx).cell;
	return Corners(uvec4(at.cell, a.cell, b.cell, ab == ba ? ab : NONE),
		vec4((1.0 - w.x) * (1.0 - w.y), w.x * (1.0 - w.y), (1.0 - w.x) * w.y, w.x * w.y));
}
#endif
