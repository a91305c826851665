// Updates of the potential of a cell from its neighbours: the forms of passes/plan/eikonal.go, with what does not depend on
// the potential worked out once. A closed neighbour has φ = INF, and a cost that is finite all the same.
#ifndef EIKONAL_GLSL
#define EIKONAL_GLSL

// Root of ((φ-a)/ca)² + ((φ-b)/cb)² = 1 where both neighbours lie upwind of it, else the cheaper step; share: 1/(ca² + cb²).
float quadrant(float a, float ca, float b, float cb, float share) {
	float d = b - a, p = ca * ca, rest = p + cb * cb - d * d;
	float root = a + (d * p + ca * cb * sqrt(max(rest, 0.0))) * share;
	return d < ca && -d < cb ? root : min(a + ca, b + cb);
}

// φ from the neighbours N, E, S, W by the least of the four quadrants, whose shares are those of NE, SE, SW, NW.
float eikonal(vec4 u, vec4 c, vec4 share) {
	return min(min(quadrant(u.y, c.y, u.x, c.x, share.x), quadrant(u.y, c.y, u.z, c.z, share.y)),
		min(quadrant(u.w, c.w, u.z, c.z, share.z), quadrant(u.w, c.w, u.x, c.x, share.w)));
}

vec4 shares(vec4 c) {
	vec4 p = c * c;
	return 1.0 / vec4(p.y + p.x, p.y + p.z, p.w + p.z, p.w + p.x);
}

// A quadrant's triangles: from the neighbour along x over a side to the diagonal one where that is open, and else to the one
// along z; and from that along z to the diagonal one.
struct Sector {
	float side;         // length of the first triangle's side opposite the cell
	float ratio, unto;  // step along x to the side, and the side to the step
	float cosine, sine; // of the angle between them
	float far;          // length of the second step of the first triangle
	bool open;          // whether the diagonal is
};

Sector sector(float cx, float cz, float cosine, bool open) {
	Sector s;
	float cross = cx * cz * cosine, area = cx * cz * sqrt(1.0 - cosine * cosine), sum = cx * cx + cz * cz;
	s.open = open;
	s.side = open ? cz : sqrt(sum - 2.0 * cross);
	s.far = open ? sqrt(sum + 2.0 * cross) : cz;
	s.ratio = cx / s.side;
	s.unto = s.side / cx;
	s.cosine = open ? cosine : (cross - cx * cx) / (cx * s.side);
	s.sine = area / (cx * s.side);
	return s;
}

// Least of φ over the ways that cross a side between neighbours of φ a and b, INF where an end is better than all between.
float across(float a, float b, float side, float ratio, float unto, float cosine, float sine) {
	float d = a - b, rest = side * side - d * d;
	float height = rest > 0.0 ? rest * inversesqrt(rest) : 0.0, slant = sine * d;
	bool between = rest > 0.0 && cosine * height <= slant && slant <= (cosine + unto) * height;
	return between ? a + ratio * (cosine * d + sine * height) : INF;
}

// Least of φ in a quadrant. x, z: φ along the axes; d: φ across the diagonal, or along z where that is closed.
float least(Sector s, float x, float cx, float z, float cz, float d) {
	float first = across(x, d, s.side, s.ratio, s.unto, s.cosine, s.sine);
	float second = across(z, d, cx, s.unto, s.ratio, s.cosine, s.sine);
	return min(min(first, s.open ? second : INF), min(min(x + cx, z + cz), d + s.far));
}

// The same updates where all steps cost the same, c, and the floor is level: of opposite neighbours only the lower counts.
float eikonalEven(vec4 u, float c) {
	float a = min(u.y, u.w), b = min(u.x, u.z), d = abs(b - a), rest = 2.0 * c * c - d * d;
	return min(a, b) + (d < c ? 0.5 * (d + rest * inversesqrt(rest)) : c); // rounded once: a half-sum would drift along the axes
}

// Of the triangles of a step along an axis, to a, the one with the lower of the diagonals beside it, d, counts.
float acrossEven(float a, float d, float cc) {
	float slope = a - d, rest = cc - slope * slope;
	return slope >= 0.0 && 2.0 * slope * slope <= cc ? a + rest * inversesqrt(rest) : INF;
}

float eikonal8Even(vec4 u, vec4 v, float c, bvec4 open) {
	float cc = c * c;
	vec4 d = mix(vec4(INF), v, open);
	float value = min(min(min(u.x, u.y), min(u.z, u.w)) + c, min(min(d.x, d.y), min(d.z, d.w)) + 1.41421356 * c);
	value = min(value, min(min(acrossEven(u.x, min(d.x, d.w), cc), acrossEven(u.y, min(d.x, d.y), cc)),
		min(acrossEven(u.z, min(d.y, d.z), cc), acrossEven(u.w, min(d.z, d.w), cc))));
	if (all(open)) return value;
	vec4 axes = vec4(open.x ? INF : eikonalEven(vec4(u.x, u.y, INF, INF), c), open.y ? INF : eikonalEven(vec4(INF, u.y, u.z, INF), c),
		open.z ? INF : eikonalEven(vec4(INF, INF, u.z, u.w), c), open.w ? INF : eikonalEven(vec4(u.x, INF, INF, u.w), c));
	return min(value, min(min(axes.x, axes.y), min(axes.z, axes.w)));
}

// Cosine of the angle between steps to the north and to the east along a floor of slope h.
float stepCosine(vec2 h) { return h.x * h.y * inversesqrt((1.0 + h.x * h.x) * (1.0 + h.y * h.y)); }
#endif
