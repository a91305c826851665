// Convex polygons cut out of triangles. A plane adds one corner at most. Rounding may add another where an edge runs along
// the plane; corners that a polygon has no room for are left out.
#ifndef CLIP_GLSL
#define CLIP_GLSL
#define CORNERS 10

struct Polygon { vec3 p[CORNERS]; int n; };

// Keeps the part of g where dot(n, p) >= w.
void clip(inout Polygon g, vec3 n, float w) {
	Polygon kept;
	kept.n = 0;
	for (int i = 0; i < g.n && kept.n < CORNERS - 1; i++) {
		vec3 a = g.p[i], b = g.p[i + 1 == g.n ? 0 : i + 1];
		float da = dot(n, a) - w, db = dot(n, b) - w;
		if (da >= 0.0) kept.p[kept.n++] = a;
		if (da >= 0.0 != db >= 0.0) kept.p[kept.n++] = a + (b - a) * (da / (da - db));
	}
	g = kept;
}
#endif
