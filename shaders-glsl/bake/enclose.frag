#version 460
// Counts for every layer how many closed solids it lies inside: the upper sides above it less the undersides. What is
// less than a skin above it does not count, so that a solid standing on a floor encloses the floor under it.
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 3, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 4, r32ui) uniform uimage2DArray windingImage;
#include "lib/fragment.glsl"

void main() {
	Facet f = facetOf(triangle);
	if (!f.closed || f.up == 0.0 || !covered(VIEW_TOP)) return;
	float y = heightHere(f);
	for (uint k = 0u; k < F.layers; k++) {
		ivec3 at = ivec3(texel(), k);
		vec4 p = imageLoad(positionImage, at);
		if (p.w == 0.0) break;
		if (y > p.y + SKIN) imageAtomicAdd(windingImage, at, f.up > 0.0 ? 1u : 0xffffffffu);
	}
}
