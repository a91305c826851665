#version 460
// Counts the pieces of work of every triangle in the wall stages: one for each row of cells and each run of ROW_CELLS
// cells of its plan box. Short runs keep every thread's loops short.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Triangles { vec4 triangles[]; };
layout(set = 0, binding = 2, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 3, std430) writeonly buffer RowStart { uint rowStart[]; };
#include "lib/rows.glsl"

void main() {
	uint t = invocation();
	if (t > F.triangles) return;
	uint n = 0u;
	if (t < F.triangles && attributes[2u * uint(triangles[3u * t].w)].x != ROLE_WALKABLE) {
		uvec4 box = cellBox(t);
		n = (box.w - box.y + 1u) * runs(box);
	}
	rowStart[t] = n;
}
