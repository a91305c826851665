#version 460
// Finds the regions that a step leads to from each, in the order of the cells and directions that lead there.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 8) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 3) uniform usamplerBuffer links;
layout(set = 0, binding = 4, std430) readonly buffer Regions { uint regions[]; };
layout(set = 0, binding = 5, std430) writeonly buffer RegionWays { uint regionWays[]; };
#include "lib/links.glsl"
#define REGION_OF
#include "lib/region.glsl"

shared uint ways[PAGE_REGIONS * REGION_WAYS];

void main() {
	uint page = workgroup(), kind = thisPlane(), t = gl_LocalInvocationID.x;
	if (page >= F.pages) return;
	uint own = page * PAGE_REGIONS + t, mine = t * REGION_WAYS, found = 0u;
	for (uint k = 0u; k < REGION_WAYS; k++) ways[mine + k] = NONE;
	for (uint c = page * PAGE_CELLS; c < (page + 1u) * PAGE_CELLS; c++) {
		uint far = regionOf(kind, c) == own ? farLinks(fetch(links, c).x) : 0u;
		for (; far != 0u && found < REGION_WAYS; far &= far - 1u) {
			uint to = regionOf(kind, farLink(fetch(links, c).x, fetch(pages, page).xy, c, uint(findLSB(far))));
			bool known = to == NONE;
			for (uint k = 0u; k < found; k++) known = known || ways[mine + k] == to;
			if (!known) ways[mine + found++] = to;
		}
	}
	for (uint k = 0u; k < REGION_WAYS; k++) regionWays[(kind * F.pages * PAGE_REGIONS + own) * REGION_WAYS + k] = ways[mine + k];
}
