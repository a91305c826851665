// Joining pieces of one straight wall, which cell borders and triangles have cut. The form of passes/bake/merge.go.
#ifndef MERGE_GLSL
#define MERGE_GLSL
#define JOIN 2e-5 // gap between pieces that count as one [m]: as much as storing them rounds
#define HELD 4    // segments that are open for more pieces at a time

// Whether two segments lie on one line and touch; both: the segment that they make.
bool joins(vec4 a, vec4 b, out vec4 both) {
	bool swap = distance(b.xy, b.zw) > distance(a.xy, a.zw); // the longer tells the line
	both = swap ? b : a;
	b = swap ? a : b;
	a = both;
	float l = distance(a.xy, a.zw);
	if (l <= JOIN) return distance(a.xy, b.xy) <= JOIN;
	vec2 u = (a.zw - a.xy) / l, p = b.xy - a.xy, q = b.zw - a.xy;
	if (abs(cross2(u, p)) > JOIN || abs(cross2(u, q)) > JOIN) return false;
	bool turned = dot(u, q) < dot(u, p);
	float first = turned ? dot(u, q) : dot(u, p), last = turned ? dot(u, p) : dot(u, q);
	if (first > l + JOIN || last < -JOIN) return false;
	if (first < 0.0) both.xy = turned ? b.zw : b.xy;
	if (last > l) both.zw = turned ? b.xy : b.zw;
	return true;
}
#endif
