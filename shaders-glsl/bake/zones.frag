#version 460
// Marks the first walkable cell below a zone (ML §4.5): goals, spawn regions, discomfort. Zones take no part in the
// physical layers. A zone up to a step below the floor still counts as lying on it. Where zones overlap, the lowest
// number and the largest discomfort win: numbers are kept from the top down, so that the largest word is the lowest.
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 3, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 4, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 5, r32ui) readonly uniform uimage2DArray gridImage;
layout(set = 0, binding = 6, r32ui) uniform uimage2DArray goalImage;
layout(set = 0, binding = 7, r32ui) uniform uimage2DArray spawnImage;
layout(set = 0, binding = 8, r32ui) uniform uimage2DArray discomfortImage;
#include "lib/fragment.glsl"

void main() {
	Facet f = facetOf(triangle);
	if (f.up == 0.0 || !covered(VIEW_TOP)) return;
	uvec4 what = attributes[2u * f.entity];
	uint g = attributes[2u * f.entity + 1u].y;
	float y = heightHere(f);
	for (uint k = 0u; k < F.layers; k++) {
		ivec3 at = ivec3(texel(), k);
		if (imageLoad(gridImage, at).x != GRID_WALKABLE || imageLoad(positionImage, at).y > y + F.step) continue;
		if (what.y != 0u) imageAtomicMax(goalImage, at, 0x10000u - what.y);
		if (what.z != 0u) imageAtomicMax(spawnImage, at, 0x10000u - what.z);
		if (g != 0u) imageAtomicMax(discomfortImage, at, g);
		return;
	}
}
