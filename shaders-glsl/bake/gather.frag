#version 460
// Appends every fragment to the list of its column: its depth and its triangle. They come in any order.
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 3, std430) readonly buffer FragmentStart { uint fragmentStart[]; };
layout(set = 0, binding = 4, std430) buffer FragmentCursor { uint fragmentCursor[]; };
layout(set = 0, binding = 5, std430) writeonly buffer Fragments { uvec4 fragments[]; };
#include "lib/fragment.glsl"

void main() {
	Facet f = facetOf(triangle);
	if (f.up == 0.0 || !covered(VIEW_TOP)) return;
	uint column = texel().y * F.width + texel().x;
	float y = heightHere(f), d = layerDistance(y, f.up);
	fragments[fragmentStart[column] + atomicAdd(fragmentCursor[column], 1u)] =
		uvec4(floatBitsToUint(layerDepth(d)), triangle, floatBitsToUint(d), floatBitsToUint(y));
}
