#version 460
// Counts the pieces of work of every triangle and rim in the wall stages: one for each row of cells and each run of ROW_CELLS
// cells of its plan box. Short runs keep every thread's loops short.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Triangles { vec4 triangles[]; };
layout(set = 0, binding = 2, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 3, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 4, std430) readonly buffer Rims { vec4 rims[]; };
layout(set = 0, binding = 5, std430) writeonly buffer RowStart { uint rowStart[]; };
#include "lib/rows.glsl"
#include "lib/facet.glsl"

void main() {
	uint t = invocation();
	uint shapes = F.triangles + F.rims, n = 0u;
	if (t > shapes) return;
	if (t < shapes && (t >= F.triangles || attributes[2u * facetOf(t).entity].x != ROLE_WALKABLE)) {
		uvec4 box = cellBox(shape(t));
		n = (box.w - box.y + 1u) * runs(box);
	}
	rowStart[t] = n;
}
