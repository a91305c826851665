#version 460
// Notes for every page the layers of its tile that it links to, a bit each: the two cannot be relaxed in one round.
// Layers 32 apart share a bit, which only costs a colour.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Links { uvec4 links[]; };
layout(set = 0, binding = 2, std430) buffer Pages { uvec4 pages[]; };

uint layerBit(uint own, uint cell) {
	uint other = cell / PAGE_CELLS;
	return cell != NONE && other != own && pages[own].xy == pages[other].xy ? 1u << (pages[other].z & 31u) : 0u;
}

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uint own = c / PAGE_CELLS;
	uvec4 to = links[c];
	uint layers = layerBit(own, to.x) | layerBit(own, to.y) | layerBit(own, to.z) | layerBit(own, to.w);
	if (layers != 0u) atomicOr(pages[own].w, layers);
}
