#version 460
// Marks the first walkable cell below a zone (ML §4.5): goals, spawn regions, discomfort. Zones take no part in the
// physical layers. A zone up to a step below the floor still counts as lying on it.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 2, rgba32f) readonly uniform image2DArray viewPositionImage;
layout(set = 0, binding = 3, r32ui) readonly uniform uimage2DArray viewSurfaceImage;
layout(set = 0, binding = 4, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 5, r32ui) readonly uniform uimage2DArray gridImage;
layout(set = 0, binding = 6, r32ui) uniform uimage2DArray zoneImage;
layout(set = 0, binding = 7, r32f) uniform image2DArray discomfortImage;

// Overlapping zones: the lowest number wins, whatever the order of peeling.
uint lowest(uint a, uint b) { return a == 0u ? b : b == 0u ? a : min(a, b); }

void main() {
	uint n = invocation();
	if (n >= F.width * F.height) return;
	ivec2 texel = ivec2(n % F.width, n / F.width);
	vec4 p = imageLoad(viewPositionImage, ivec3(texel, 0));
	if (p.w == 0.0) return;
	uint entity = imageLoad(viewSurfaceImage, ivec3(texel, 0)).x - 1u;
	uvec4 what = attributes[2u * entity];
	float g = uintBitsToFloat(attributes[2u * entity + 1u].y);
	for (uint k = 0u; k < F.layers; k++) {
		ivec3 at = ivec3(texel, k);
		if (imageLoad(gridImage, at).x != GRID_WALKABLE || imageLoad(positionImage, at).y > p.y + F.step) continue;
		uint old = imageLoad(zoneImage, at).x;
		imageStore(zoneImage, at, uvec4(lowest(old & 0xffffu, what.y) | lowest(old >> 16, what.z) << 16));
		imageStore(discomfortImage, at, vec4(max(g, imageLoad(discomfortImage, at).x)));
		return;
	}
}
