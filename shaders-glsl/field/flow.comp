#version 460
// Turns the fixed-point sums into density and average velocity, in their place.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) buffer Crowd { uint crowd[]; };
#include "lib/kernel.glsl"

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uint sum = crowd[c];
	if (sum == 0u) return; // then all three are zero in either form
	vec2 momentum = vec2(int(crowd[F.cells + c]), int(crowd[2u * F.cells + c]));
	vec2 v = momentum * (WEIGHT_UNIT / MOMENTUM_UNIT) / float(sum);
	crowd[c] = floatBitsToUint(float(sum) / WEIGHT_UNIT * F.kernelNorm);
	crowd[F.cells + c] = floatBitsToUint(v.x);
	crowd[2u * F.cells + c] = floatBitsToUint(v.y);
}
