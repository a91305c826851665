#version 460
// Running sum, first of three passes: the sum of every block. Reduce-then-scan, because threads that wait for others do
// not work on every driver.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 2, std430) writeonly buffer ScanBlocks { uint scanBlocks[]; };
layout(push_constant) uniform Push { uint n; } push;
#include "lib/scan.glsl"

void main() {
	uint block = workgroup();
	if (block * SCAN_TILE >= push.n) return;
	uint first = block * SCAN_TILE + gl_LocalInvocationID.x * 4u, sum = 0u;
	for (uint i = first; i < min(first + 4u, push.n); i++) sum += values[i];
	uint total;
	scanGroup(sum, total);
	if (gl_LocalInvocationID.x == 0u) scanBlocks[block] = total;
}
