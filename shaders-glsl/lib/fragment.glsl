// A fragment of the view from the top: include after binding "facets" in a fragment shader of scene.vert.
#ifndef FRAGMENT_GLSL
#define FRAGMENT_GLSL
#include "view.glsl"
#include "facet.glsl"

layout(location = 0) flat in vec3 a;
layout(location = 1) flat in vec3 b;
layout(location = 2) flat in vec3 c;
layout(location = 3) flat in uint triangle;

uvec2 texel() { return uvec2(gl_FragCoord.xy); }

bool covered(uint view) {
	return covers(snapped(sheetOf(view, a)), snapped(sheetOf(view, b)), snapped(sheetOf(view, c)), texelMiddle(view, texel()));
}

// Height of the triangle over the texel's centre [m].
float heightHere(Facet f) {
	return planeAt(f.slope, a.xz, a.y, texelPoint(VIEW_TOP, texel()), min(a.y, min(b.y, c.y)), max(a.y, max(b.y, c.y)));
}
#endif
