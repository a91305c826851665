#version 460
// Turns the fixed-point sums into density and average velocity, and clears them for the next step.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) buffer Splat { uint splat[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Density { float density[]; };
layout(set = 0, binding = 3, std430) writeonly buffer MeanVelocity { vec2 meanVelocity[]; };
#include "lib/kernel.glsl"

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uint sum = splat[c];
	vec2 v = vec2(0.0);
	if (sum != 0u) {
		vec2 momentum = vec2(int(splat[F.cells + c]), int(splat[2u * F.cells + c]));
		v = momentum * (WEIGHT_UNIT / MOMENTUM_UNIT) / float(sum);
		splat[c] = 0u;
		splat[F.cells + c] = 0u;
		splat[2u * F.cells + c] = 0u;
	}
	density[c] = float(sum) / WEIGHT_UNIT * F.kernelNorm;
	meanVelocity[c] = v;
}
