#version 460
// Walkability of every peeled surface (ML eq. 3-4): 1 too steep, 2 too close under the layer above. The normal keeps its
// sign, so that the underside of a slab is no floor. Floor right beneath the upper side of an obstacle lies inside it.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 2, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 3, rgba16f) readonly uniform image2DArray normalImage;
layout(set = 0, binding = 4, r32ui) readonly uniform uimage2DArray surfaceImage;
layout(set = 0, binding = 5, r32ui) writeonly uniform uimage2DArray gridImage;

void main() {
	uint n = invocation();
	if (n >= F.width * F.height) return;
	ivec2 texel = ivec2(n % F.width, n / F.width);
	float above = INF;
	bool inside = false;
	for (uint k = 0u; k < F.layers; k++) {
		ivec3 at = ivec3(texel, k);
		vec4 p = imageLoad(positionImage, at);
		uint flag = GRID_EMPTY;
		if (p.w != 0.0) {
			uint role = attributes[2u * (imageLoad(surfaceImage, at).x - 1u)].x;
			float up = imageLoad(normalImage, at).y;
			if (role == ROLE_OBSTACLE || up < F.slopeCos) flag = GRID_STEEP;
			else if (inside) flag = GRID_INSIDE;
			else flag = above - p.y < F.clearance ? GRID_LOW : GRID_WALKABLE;
			above = p.y;
			inside = F.exact != 0u && role == ROLE_OBSTACLE && up > 0.0;
		}
		imageStore(gridImage, at, uvec4(flag));
	}
}
