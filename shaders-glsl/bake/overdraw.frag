#version 460
// Counts the fragments of each column: their largest number bounds the layers of the scene.
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 3, r32ui) uniform uimage2DArray overdrawImage;
layout(set = 0, binding = 4, std430) buffer BakeCounts { uint bakeCounts[]; };

void main() {
	ivec2 texel = ivec2(gl_FragCoord.xy);
	uint n = imageAtomicAdd(overdrawImage, ivec3(texel, 0), 1u) + 1u;
	atomicMax(bakeCounts[COUNT_OVERDRAW], min(n, 255u) << 24 | (uint(texel.y) * F.width + uint(texel.x)) & 0xffffffu);
}
