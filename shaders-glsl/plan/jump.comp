#version 460
// Makes every way from border cell to border cell four times as long.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 2, std430) readonly buffer SolveState { uint solveState[]; };
layout(set = 0, binding = 3, std430) readonly buffer Ends { uvec2 ends[]; };
layout(set = 0, binding = 4, std430) writeonly buffer EndsNext { uvec2 endsNext[]; };
layout(push_constant) uniform Push { uint number, of; } push;
#include "lib/correction.glsl"
#include "lib/follow.glsl"

void main() {
	uint n = invocation(), g = thisPlane();
	if (n >= F.pages * PAGE_BORDER || correctionOf(g) >= CORRECTIONS) return;
	uint at = borderStart(g, 0u) + n;
	uvec2 way = ends[at];
	for (uint k = 0u; k < 3u; k++) way = follow(way, g);
	endsNext[at] = way;
}
