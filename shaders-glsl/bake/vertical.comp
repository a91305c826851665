#version 460
// Projects the vertical fragments of a side view into the plan and invalidates the floor beneath them (ML §4.2). A
// fragment lower than a step above the floor is a riser, not a wall.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 2, rgba32f) readonly uniform image2DArray viewPositionImage;
layout(set = 0, binding = 3, rgba16f) readonly uniform image2DArray viewNormalImage;
layout(set = 0, binding = 4, r32ui) readonly uniform uimage2DArray viewSurfaceImage;
layout(set = 0, binding = 5, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 6, rgba16f) readonly uniform image2DArray normalImage;
layout(set = 0, binding = 7, r32ui) uniform uimage2DArray gridImage;
layout(set = 0, binding = 8, std430) buffer BakeCounts { uint bakeCounts[]; };

#define VERTICAL 0.5 // τ: steeper than 60° from the horizontal

void main() {
	uint n = invocation();
	if (n >= F.viewWidth * F.viewHeight) return;
	ivec3 at = ivec3(n % F.viewWidth, n / F.viewWidth, 0);
	vec4 p = imageLoad(viewPositionImage, at);
	if (p.w == 0.0 || abs(imageLoad(viewNormalImage, at).y) >= VERTICAL) return;
	if (attributes[2u * (imageLoad(viewSurfaceImage, at).x - 1u)].x == ROLE_WALKABLE) return;
	ivec2 texel = ivec2(floor(p.xz / F.cell));
	if (texel.x < 0 || texel.y < 0 || texel.x >= int(F.width) || texel.y >= int(F.height)) return;
	for (uint k = 0u; k < F.layers; k++) {
		vec4 q = imageLoad(positionImage, ivec3(texel, k));
		if (q.w == 0.0) return;
		if (p.y <= q.y + F.step || abs(imageLoad(normalImage, ivec3(texel, k)).y) <= VERTICAL) continue;
		if (p.y > q.y + F.clearance) return;
		uint old = imageAtomicCompSwap(gridImage, ivec3(texel, k), GRID_WALKABLE, GRID_VERTICAL);
		if (old == GRID_WALKABLE) atomicAdd(bakeCounts[COUNT_VERTICAL], 1u);
		return;
	}
}
