#version 460
// Counts the fragments of each column: room for their list, and a bound on the layers of the scene.
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 3, std430) buffer FragmentStart { uint fragmentStart[]; };
layout(set = 0, binding = 4, std430) buffer BakeCounts { uint bakeCounts[]; };
#include "lib/fragment.glsl"

void main() {
	if (facetOf(triangle).up == 0.0 || !covered(VIEW_TOP)) return;
	uint n = atomicAdd(fragmentStart[texel().y * F.width + texel().x], 1u);
	atomicMax(bakeCounts[COUNT_OVERDRAW], n + 1u);
}
