#version 460
// Walkability of every layer (ML eq. 3-4): 1 not a floor (steep, underside or obstacle), 2 too close under what is above.
// The normal keeps its sign, so that the underside of a slab is no floor. Floor inside a closed solid, or right beneath the
// upper side of an open obstacle, is inside matter. With exact walls so is floor beneath what hangs in the way: the outline of that is known,
// and the floor that agents keep to ends there and not with the cells.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 2, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 3, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 4, r32ui) readonly uniform uimage2DArray surfaceImage;
layout(set = 0, binding = 5, r32ui) readonly uniform uimage2DArray windingImage;
layout(set = 0, binding = 6, r32ui) writeonly uniform uimage2DArray gridImage;
#include "lib/facet.glsl"

void main() {
	uint n = invocation();
	if (n >= F.width * F.height) return;
	ivec2 texel = ivec2(n % F.width, n / F.width);
	float above = INF;
	float least = INF; // gap beneath what is above from which floor there has it in its way
	bool inside = false;
	for (uint k = 0u; k < F.layers; k++) {
		ivec3 at = ivec3(texel, k);
		vec4 p = imageLoad(positionImage, at);
		uint flag = GRID_EMPTY;
		if (p.w != 0.0) {
			Facet f = facetOf(imageLoad(surfaceImage, at).x - 1u);
			uint role = attributes[2u * f.entity].x;
			bool enclosed = F.exact != 0u && int(imageLoad(windingImage, at).x) > 0;
			if (role == ROLE_OBSTACLE || f.up < F.slopeCos) flag = GRID_STEEP;
			else if (inside || enclosed || above - p.y > least && above - p.y < F.clearance) flag = GRID_INSIDE;
			else flag = above - p.y < F.clearance ? GRID_LOW : GRID_WALKABLE;
			if (p.y < above) {
				above = p.y;
				least = F.exact == 0u || role == ROLE_WALKABLE ? INF : f.up > 0.0 ? F.step : 0.0;
			}
			inside = F.exact != 0u && role == ROLE_OBSTACLE && f.up > 0.0 && !f.closed;
		}
		imageStore(gridImage, at, uvec4(flag));
	}
}
