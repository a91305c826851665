// Segments in the plan, as vec4(x0, z0, x1, z1).
#ifndef SEGMENT_GLSL
#define SEGMENT_GLSL

// Nearest point of a segment.
vec2 segmentNearest(vec4 s, vec2 p) {
	vec2 d = s.zw - s.xy;
	float l = dot(d, d);
	return s.xy + d * (l > 0.0 ? clamp(dot(p - s.xy, d) / l, 0.0, 1.0) : 0.0);
}

float segmentDistance(vec4 s, vec2 p) { return distance(segmentNearest(s, p), p); }

float cross2(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }

bool segmentsCross(vec4 s, vec4 t) {
	vec2 d = s.zw - s.xy, e = t.zw - t.xy;
	float a = cross2(d, t.xy - s.xy), b = cross2(d, t.zw - s.xy), c = cross2(e, s.xy - t.xy), f = cross2(e, s.zw - t.xy);
	return (a > 0.0) != (b > 0.0) && (c > 0.0) != (f > 0.0);
}

// Distance between two segments.
float segmentGap(vec4 s, vec4 t) {
	if (segmentsCross(s, t)) return 0.0;
	return min(min(segmentDistance(s, t.xy), segmentDistance(s, t.zw)), min(segmentDistance(t, s.xy), segmentDistance(t, s.zw)));
}
#endif
