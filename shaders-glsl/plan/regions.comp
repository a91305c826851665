#version 460
// Numbers the parts of every page that hang together for a class within the page, in the order of their first cells.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer links;
layout(set = 0, binding = 2) uniform samplerBuffer clearance;
layout(set = 0, binding = 3, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 4, std430) writeonly buffer Regions { uint regions[]; };
#include "lib/region.glsl"

shared uint part[PAGE_CELLS];   // least cell known of the part that a cell belongs to, NONE where nobody stands
shared uint first[PAGE_CELLS / 32u]; // cells that are the first of their part, a bit each
shared uint word[PAGE_CELLS / 8u];
shared uint moved[2];

uint least(uint local, uint links_) {
	uint low = part[local];
	for (uint d = 0u; d < 4u; d++) {
		ivec2 by = direction(d);
		if ((links_ >> 8u * d & 0xffu) == LINK_NEAR) low = min(low, part[uint(int(local) + by.y * int(TILE) + by.x)]);
	}
	return part[min(low, PAGE_CELLS - 1u)] == NONE ? low : min(low, part[low]);
}

void main() {
	uint page = workgroup(), kind = thisPlane(), t = gl_LocalInvocationID.x;
	if (page >= F.pages) return;
	uint c = page * PAGE_CELLS + t, links_ = fetch(links, c).x;
	bool stands = fetch(clearance, c).x >= classes[kind].radius;
	part[t] = stands ? t : NONE;
	if (t < PAGE_CELLS / 32u) first[t] = 0u;
	if (t < PAGE_CELLS / 8u) word[t] = 0u;
	if (t < 2u) moved[t] = 1u;
	barrier();
	for (uint k = 0u; k < PAGE_CELLS && moved[k & 1u] != 0u; k++) {
		uint low = stands ? least(t, links_) : NONE;
		barrier();
		if (t == 0u) moved[k + 1u & 1u] = 0u;
		barrier();
		if (low != part[t]) moved[k + 1u & 1u] = 1u;
		part[t] = low;
		barrier();
	}
	if (part[t] == t) atomicOr(first[t / 32u], 1u << t % 32u);
	barrier();
	uint number = 0u;
	for (uint k = 0u; k < PAGE_CELLS / 32u && stands; k++) {
		uint before = part[t] >= 32u * (k + 1u) ? NONE : part[t] > 32u * k ? (1u << part[t] - 32u * k) - 1u : 0u;
		number += uint(bitCount(first[k] & before));
	}
	atomicOr(word[t / 8u], (stands && number < PAGE_REGIONS ? number : NO_REGION) << 4u * (t & 7u));
	barrier();
	if (t < PAGE_CELLS / 8u) regions[(kind * F.cells + page * PAGE_CELLS) / 8u + t] = word[t];
}
