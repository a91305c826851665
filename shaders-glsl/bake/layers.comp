#version 460
// Layers from the lists of fragments, one pass instead of one for each layer: of every column the nearest fragment, then
// the nearest more than δ behind it, and so on, as peeling finds them; of equal ones that of the first triangle. Counts
// the closed solids around each layer on the way, as enclose.frag does.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 2, std430) readonly buffer FragmentStart { uint fragmentStart[]; };
layout(set = 0, binding = 3, std430) readonly buffer Fragments { uvec4 fragments[]; };
layout(set = 0, binding = 4, rgba32f) writeonly uniform image2DArray positionImage;
layout(set = 0, binding = 5, r32ui) writeonly uniform uimage2DArray surfaceImage;
layout(set = 0, binding = 6, r32ui) writeonly uniform uimage2DArray windingImage;
layout(set = 0, binding = 7, std430) buffer BakeCounts { uint bakeCounts[]; };
#include "lib/view.glsl"
#include "lib/facet.glsl"

// The next fragment of a column behind w, or NONE.
uint next(uint first, uint end, float w, bool any) {
	uint best = NONE;
	uvec2 key = uvec2(NONE);
	for (uint i = first; i < end; i++) {
		uvec4 f = fragments[i];
		bool behind = any || uintBitsToFloat(f.z) + 1.0 > w + F.delta;
		if (behind && (f.x < key.x || f.x == key.x && f.y < key.y)) {
			key = f.xy;
			best = i;
		}
	}
	return best;
}

uint windingAt(uint first, uint end, float y) {
	uint n = 0u;
	for (uint i = first; i < end; i++) {
		uvec4 f = fragments[i];
		Facet facet = facetOf(f.y);
		if (facet.closed && uintBitsToFloat(f.w) > y + SKIN) n += facet.up > 0.0 ? 1u : 0xffffffffu;
	}
	return n;
}

void main() {
	uint n = invocation();
	if (n >= F.width * F.height) return;
	ivec2 texel = ivec2(n % F.width, n / F.width);
	uint first = fragmentStart[n], end = fragmentStart[n + 1u], k = 0u;
	vec2 p = texelPoint(VIEW_TOP, uvec2(texel));
	float w = 0.0;
	while (k < F.layers) {
		uint i = next(first, end, w, k == 0u);
		if (i == NONE) break;
		uvec4 f = fragments[i];
		float y = uintBitsToFloat(f.w);
		w = uintBitsToFloat(f.z) + 1.0;
		ivec3 at = ivec3(texel, k++);
		imageStore(positionImage, at, vec4(p.x, y, p.y, w));
		imageStore(surfaceImage, at, uvec4(f.y + 1u));
		imageStore(windingImage, at, uvec4(windingAt(first, end, y)));
	}
	atomicMax(bakeCounts[COUNT_WRITTEN], k);
}
