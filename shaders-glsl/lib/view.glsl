// The three orthographic views of the peeling: from the top, the front (looking along -z) and the side (along -x).
#ifndef VIEW_GLSL
#define VIEW_GLSL

// Distance from the camera of a view [m]; what is nearer is peeled first.
float viewDistance(uint view, vec3 p) {
	if (view == VIEW_TOP) return F.top - p.y;
	return view == VIEW_FRONT ? float(F.height) * F.cell - p.z : float(F.width) * F.cell - p.x;
}

// Clip coordinates: one texel is one cell; the range of depths has a margin so that nothing is clipped.
vec4 viewClip(uint view, vec3 p) {
	vec2 size = vec2(F.width, F.height) * F.cell;
	vec2 sheet = view == VIEW_TOP ? p.xz / size
		: vec2(view == VIEW_FRONT ? p.x / size.x : p.z / size.y, p.y / (float(F.upright) * F.cell));
	float range = view == VIEW_TOP ? F.top : view == VIEW_FRONT ? size.y : size.x;
	return vec4(2.0 * sheet - 1.0, (viewDistance(view, p) + 1.0) / (range + 2.0), 1.0);
}
#endif
