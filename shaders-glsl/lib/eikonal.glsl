// The update of the potential on four neighbours (DESIGN: minimum over the four quadrants; see docs/ARCHITECTURE.md).
#ifndef EIKONAL_GLSL
#define EIKONAL_GLSL

// Larger root of ((φ-a)/ca)² + ((φ-b)/cb)² = 1 where both neighbours lie upwind of it, else the step from the smaller.
float quadrant(float a, float ca, float b, float cb) {
	float lo = min(a, b), hi = max(a, b), cl = a <= b ? ca : cb, ch = a <= b ? cb : ca;
	if (lo >= INF) return INF;
	float d = hi - lo;
	if (!(d < cl)) return lo + cl;
	float p = cl * cl, q = ch * ch;
	return lo + (d * p + cl * ch * sqrt(max(p + q - d * d, 0.0))) / (p + q);
}

// φ of a cell from its neighbours N, E, S, W and the costs of stepping to them. A closed neighbour has φ = INF.
float eikonal(vec4 u, vec4 c) {
	return min(min(quadrant(u.y, c.y, u.x, c.x), quadrant(u.y, c.y, u.z, c.z)),
		min(quadrant(u.w, c.w, u.x, c.x), quadrant(u.w, c.w, u.z, c.z)));
}
#endif
