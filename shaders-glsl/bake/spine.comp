#version 460
// Running sum, second pass: one workgroup turns the block sums into their starts.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) buffer ScanBlocks { uint scanBlocks[]; };
layout(push_constant) uniform Push { uint n; } push;
#include "lib/scan.glsl"

void main() {
	uint blocks = (push.n + SCAN_TILE - 1u) / SCAN_TILE, share = (blocks + 255u) / 256u;
	uint first = gl_LocalInvocationID.x * share, last = min(first + share, blocks), sum = 0u;
	for (uint i = first; i < last; i++) sum += scanBlocks[i];
	uint total, at = scanGroup(sum, total);
	for (uint i = first; i < last; i++) {
		uint value = scanBlocks[i];
		scanBlocks[i] = at;
		at += value;
	}
}
