#version 460
// Depth peeling (ML §4.1): the triangles of the scene in one of three orthographic views. Corners are pulled from a
// buffer, so that the flat normal and the row of attributes need no vertex copies.
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"

layout(set = 0, binding = 1, std430) readonly buffer Triangles { vec4 triangles[]; };
layout(set = 0, binding = 2, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(push_constant) uniform Push { uint view; uint layer; } push;

layout(location = 0) flat out vec3 corner;
layout(location = 1) flat out vec3 normal;
layout(location = 2) flat out uint surface;
layout(location = 3) flat out vec3 least;
layout(location = 4) flat out vec3 most;

#include "lib/view.glsl"

void main() {
	uint t = uint(gl_VertexIndex) / 3u;
	vec3 a = triangles[3u * t].xyz, b = triangles[3u * t + 1u].xyz, c = triangles[3u * t + 2u].xyz;
	uint entity = uint(triangles[3u * t].w);
	vec3 n = cross(b - a, c - a);
	float area = length(n); // zero where rounding leaves no area: then the triangle is no floor
	n = area == 0.0 ? vec3(0.0) : n / area;
	bool twoSided = attributes[2u * entity + 1u].z != 0u;
	uint k = uint(gl_VertexIndex) % 3u;
	corner = a;
	least = min(a, min(b, c));
	most = max(a, max(b, c));
	normal = twoSided && n.y < 0.0 ? -n : n;
	surface = entity + 1u;
	// Where the bottom of a solid lies on a floor, the floor is to be seen from above, whatever the rounding.
	vec3 seen = k == 0u ? a : k == 1u ? b : c;
	if (push.view == VIEW_TOP && normal.y < 0.0) seen.y -= 0.5 * F.delta;
	gl_Position = viewClip(push.view, seen);
}
