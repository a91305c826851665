#version 460
// Lists for each body who can come to touch it while bodies are kept apart.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 2, std430) readonly buffer BinStart { uint binStart[]; };
layout(set = 0, binding = 3, std430) readonly buffer Body { vec4 body[]; };
layout(set = 0, binding = 4, std430) readonly buffer Tally { uint tally[]; };
layout(set = 0, binding = 5, std430) writeonly buffer Near { uint near[]; };
#include "lib/reach.glsl"
#include "lib/touch.glsl"

void main() {
	uint k = invocation();
	if (k >= binStart[binCount()]) return;
	vec4 own = body[k];
	uint n = 0u;
	float margin = 2.0 * longestPush();
	Window w = windowAround(own.xy, own.z);
	for (uint m; nextBody(w, m);) {
		if (m == k || overlap(own, body[m]) <= -margin) continue;
		n++;
		if (n <= MEETS) near[n * F.capacity + k] = m;
	}
	near[k] = n;
}
