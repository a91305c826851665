// The three orthographic views of the peeling: from the top, the front (looking along -z) and the side (along -x).
#ifndef VIEW_GLSL
#define VIEW_GLSL

// Distance from the camera of a view [m]; what is nearer is peeled first.
float viewDistance(uint view, vec3 p) {
	if (view == VIEW_TOP) return F.top - p.y;
	return view == VIEW_FRONT ? float(F.height) * F.cell - p.z : float(F.width) * F.cell - p.x;
}

float ratio(float a, float b) { return b == 0.0 ? 0.0 : a / b; }

// The point of a triangle's plane, through corner with the given normal, that is seen at a place of the view's image
// [texels]; at the corner's depth where the plane is seen edge-on or the triangle has no normal. Interpolated varyings are
// not exact to a tenth of a millimetre on every device.
vec3 viewPoint(uint view, vec2 texel, vec3 corner, vec3 normal) {
	vec3 p = view == VIEW_TOP ? vec3(texel.x, 0.0, texel.y) : view == VIEW_FRONT ? vec3(texel, 0.0) : vec3(0.0, texel.yx);
	p *= F.cell;
	vec3 d = p - corner;
	if (view == VIEW_TOP) p.y = corner.y - ratio(normal.x * d.x + normal.z * d.z, normal.y);
	else if (view == VIEW_FRONT) p.z = corner.z - ratio(normal.x * d.x + normal.y * d.y, normal.z);
	else p.x = corner.x - ratio(normal.y * d.y + normal.z * d.z, normal.x);
	return p;
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
