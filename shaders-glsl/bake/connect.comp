#version 460
// Connections (ML §4.3): the layer of the neighbour in each direction, or -1. Both surfaces are extended to the shared
// face by their slope and compared there, so that a 45° flight is not cut by a limit meant for steps. Floor inside matter
// counts where there is no other.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 2, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 3, r32ui) readonly uniform uimage2DArray surfaceImage;
layout(set = 0, binding = 4, r32ui) readonly uniform uimage2DArray gridImage;
layout(set = 0, binding = 5, rgba8i) writeonly uniform iimage2DArray connectionImage;
#include "lib/facet.glsl"

// Height of the surface at the face half a cell away in direction d.
float faceHeight(ivec3 at, ivec2 d) {
	vec2 slope = facetOf(imageLoad(surfaceImage, at).x - 1u).slope;
	precise float y = imageLoad(positionImage, at).y + 0.5 * F.cell * (slope.x * float(d.x) + slope.y * float(d.y));
	return y;
}

// The layer of the flag nearest to the surface of a cell at the face towards a neighbour.
int nearest(ivec3 at, ivec2 step, uint wanted) {
	ivec2 to = at.xy + step;
	float here = faceHeight(at, step), best = F.step;
	int found = -1;
	for (int k = 0; k < int(F.layers); k++) {
		uint flag = imageLoad(gridImage, ivec3(to, k)).x;
		if (flag == GRID_EMPTY) break;
		if (flag != wanted) continue;
		float gap = abs(here - faceHeight(ivec3(to, k), -step));
		if (gap < best) { best = gap; found = k; }
	}
	return found;
}

int neighbour(ivec3 at, uint d) {
	ivec2 step = direction(d), to = at.xy + step;
	if (to.x < 0 || to.y < 0 || to.x >= int(F.width) || to.y >= int(F.height)) return -1;
	int floor_ = nearest(at, step, GRID_WALKABLE);
	return floor_ >= 0 ? floor_ : nearest(at, step, GRID_INSIDE);
}

void main() {
	uint n = invocation();
	if (n >= F.width * F.height) return;
	ivec2 texel = ivec2(n % F.width, n / F.width);
	for (uint k = 0u; k < F.layers; k++) {
		ivec3 at = ivec3(texel, k);
		ivec4 c = ivec4(-1);
		if (imageLoad(gridImage, at).x == GRID_WALKABLE) c = ivec4(neighbour(at, 0u), neighbour(at, 1u), neighbour(at, 2u), neighbour(at, 3u));
		imageStore(connectionImage, at, c);
	}
}
