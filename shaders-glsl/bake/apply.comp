#version 460
// Running sum, third pass: replaces every value by the sum of those before it.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) buffer Values { uint values[]; };
layout(set = 0, binding = 2, std430) readonly buffer ScanBlocks { uint scanBlocks[]; };
layout(push_constant) uniform Push { uint n; } push;
#include "lib/scan.glsl"

void main() {
	uint block = workgroup();
	if (block * SCAN_TILE >= push.n) return;
	uint first = block * SCAN_TILE + gl_LocalInvocationID.x * 4u, last = min(first + 4u, push.n), sum = 0u;
	for (uint i = first; i < last; i++) sum += values[i];
	uint total, at = scanGroup(sum, total) + scanBlocks[block];
	for (uint i = first; i < last; i++) {
		uint value = values[i];
		values[i] = at;
		at += value;
	}
}
