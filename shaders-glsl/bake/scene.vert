#version 460
// The triangles of the scene in one of three orthographic views, each as the rectangle around it: fragments decide by
// themselves whether the triangle covers them, because devices snap corners to grids of their own.
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"

layout(set = 0, binding = 1, std430) readonly buffer Triangles { vec4 triangles[]; };
layout(push_constant) uniform Push { uint view; uint layer; } push;

layout(location = 0) flat out vec3 a;
layout(location = 1) flat out vec3 b;
layout(location = 2) flat out vec3 c;
layout(location = 3) flat out uint triangle;

#include "lib/view.glsl"

#define MARGIN 0.02 // beyond what rounding can move a corner [texels]

void main() {
	triangle = uint(gl_VertexIndex) / 6u;
	uint k = uint(gl_VertexIndex) % 6u;
	a = triangles[3u * triangle].xyz;
	b = triangles[3u * triangle + 1u].xyz;
	c = triangles[3u * triangle + 2u].xyz;
	vec2 p = sheetOf(push.view, a), q = sheetOf(push.view, b), r = sheetOf(push.view, c);
	bvec2 far = bvec2(k == 1u || k == 2u || k == 4u, k == 2u || k > 3u);
	vec2 corner = mix(min(p, min(q, r)) * F.perCell - MARGIN, max(p, max(q, r)) * F.perCell + MARGIN, far);
	gl_Position = vec4(2.0 * (corner - sheetOrigin(push.view)) / sheetSize(push.view) - 1.0, 0.0, 1.0);
}
