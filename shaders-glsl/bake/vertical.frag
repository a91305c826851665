#version 460
// Projects the vertical fragments of a side view into the plan and invalidates the floor beneath them (ML §4.2). A
// fragment lower than a step above the floor is a riser, not a wall. Every fragment of the view counts, so it need not be
// peeled.
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 3, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 4, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 5, r32ui) readonly uniform uimage2DArray surfaceImage;
layout(set = 0, binding = 6, r32ui) uniform uimage2DArray gridImage;
layout(push_constant) uniform Push { uint view; uint layer; } push;
#include "lib/fragment.glsl"

#define VERTICAL 0.5 // τ: steeper than 60° from the horizontal

// The point of the triangle that the texel sees.
vec3 pointHere() {
	vec4 slopes = uintBitsToFloat(facets[2u * triangle + 1u]);
	vec2 p = texelPoint(push.view, texel());
	if (push.view == VIEW_FRONT) return vec3(p, planeAt(slopes.xy, a.xy, a.z, p, min(a.z, min(b.z, c.z)), max(a.z, max(b.z, c.z))));
	return vec3(planeAt(slopes.zw, a.zy, a.x, p, min(a.x, min(b.x, c.x)), max(a.x, max(b.x, c.x))), p.yx);
}

void main() {
	Facet f = facetOf(triangle);
	if (abs(f.up) >= VERTICAL || attributes[2u * f.entity].x == ROLE_WALKABLE || !covered(push.view)) return;
	vec3 p = pointHere();
	ivec2 column = ivec2(floor(p.xz * F.perCell)) - ivec2(F.blockX, F.blockZ);
	if (column.x < 0 || column.y < 0 || column.x >= int(F.width) || column.y >= int(F.height)) return;
	for (uint k = 0u; k < F.layers; k++) {
		vec4 q = imageLoad(positionImage, ivec3(column, k));
		if (q.w == 0.0) return;
		float up = facetOf(imageLoad(surfaceImage, ivec3(column, k)).x - 1u).up;
		if (p.y <= q.y + F.step || abs(up) <= VERTICAL) continue;
		if (p.y > q.y + F.clearance) return;
		imageAtomicCompSwap(gridImage, ivec3(column, k), GRID_WALKABLE, GRID_VERTICAL);
		return;
	}
}
