#version 460
// Floor slope of every cell by differences along its links: central, one-sided where a neighbour is missing. Treads are
// level, so their normals cannot give the slope of a stair.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
#include "lib/pair.glsl"
layout(set = 0, binding = 1, std430) readonly buffer FloorLinks { uvec4 floorLinks[]; };
layout(set = 0, binding = 2, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Slope { uint slope[]; };

float difference(float here, uint ahead, uint behind) {
	float a = ahead >= INSIDE ? here : height[ahead], b = behind >= INSIDE ? here : height[behind];
	precise float d = (a - b) * (ahead < INSIDE && behind < INSIDE ? 0.5 * F.perCell : F.perCell); // quotients may differ by device
	return d;
}

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uvec4 to = floorLinks[c];
	slope[c] = packPair(vec2(difference(height[c], to.y, to.w), difference(height[c], to.x, to.z)), SLOPE_UNITS);
}
