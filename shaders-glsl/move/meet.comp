#version 460
// Lists for each body who can come to touch it while bodies are kept apart.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 2) uniform usamplerBuffer binStart;
layout(set = 0, binding = 3) uniform samplerBuffer body;
layout(set = 0, binding = 4, std430) readonly buffer Tally { uint tally[]; };
layout(set = 0, binding = 5, std430) writeonly buffer Near { uvec4 near[]; };
#include "lib/reach.glsl"
#include "lib/touch.glsl"

#define EACH_ROUND (1u | 1u << MEETS | 1u << 2u * MEETS | 1u << 3u * MEETS)

void main() {
	uint k = invocation();
	if (k >= fetch(binStart, binCount()).x) return;
	vec4 own = fetch(body, k);
	uint n = 0u, rounds = 0u, list[MEETS]; // in registers: memory that some threads write to and others not is dear on drivers that mask lanes
	[[unroll]] for (uint j = 0u; j < MEETS; j++) list[j] = 0u;
	float margin = 2.0 * longestPush(), perRound = margin / float(ROUNDS), storey = storey();
	Window w = windowAround(own.xy, own.z);
	while (nextRow(w)) for (uint m = w.at; m < w.end; m++) {
		float gap = -overlap(own, fetch(body, m), storey);
		bool meets = m != k && gap < margin;
		uint first = uint(clamp(gap / perRound, 0.0, float(ROUNDS - 1u))); // round in which they can touch
		rounds |= meets && n < MEETS ? (EACH_ROUND << MEETS * first & (1u << MEETS_AT) - 1u) << n : 0u;
		[[unroll]] for (uint j = 0u; j < MEETS; j++) list[j] = meets && n == j ? m : list[j];
		n += meets ? 1u : 0u;
	}
	near[2u * k] = uvec4(min(n, MEETS + 1u) << MEETS_AT | rounds, list[0], list[1], list[2]);
	near[2u * k + 1u] = uvec4(list[3], list[4], list[5], list[6]);
}
