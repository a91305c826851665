#version 460
// Starts the cells of pages without links: most pages have cells that hold no floor.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) writeonly buffer FloorLinks { uvec4 floorLinks[]; };

void main() {
	uint c = invocation();
	if (c < F.cells) floorLinks[c] = uvec4(NONE);
}
