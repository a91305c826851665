#version 460
// Adds the footprint of every agent to the cells that links lead to: along its column, and from there along the rows.
// Nothing reaches another storey or the far side of a wall that way. Sums are integers, so their order is no matter.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 3) uniform usamplerBuffer links;
layout(set = 0, binding = 4) uniform samplerBuffer agentPosition;
layout(set = 0, binding = 5) uniform samplerBuffer agentVelocity;
layout(set = 0, binding = 6) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 7) uniform usamplerBuffer agentState;
layout(set = 0, binding = 8, std430) buffer Crowd { uint crowd[]; };
#include "lib/agent.glsl"
#include "lib/grid.glsl"
#include "lib/kernel.glsl"
#include "lib/links.glsl"

Footprint foot;
uint plane;    // cells in a plane of sums
vec2 momentum; // of the whole footprint, in units for a unit of weight

// Adds the agent's share to a cell at offset d [cells]; false where there is none, then there is none further out either.
bool add(uint c, vec2 d) {
	float w = floor(share(foot, d) * WEIGHT_UNIT + 0.5);
	if (w <= 0.0) return false;
	atomicAdd(crowd[c], uint(w));
	ivec2 m = ivec2(floor(w * momentum + 0.5));
	if (m.x != 0) atomicAdd(crowd[plane + c], uint(m.x));
	if (m.y != 0) atomicAdd(crowd[2u * plane + c], uint(m.y));
	return true;
}

// Adds to a cell and to those that its row leads to.
bool addRow(uint c, vec2 d) {
	if (!add(c, d)) return false;
	for (uint side = 1u; side < 4u; side += 2u) {
		uint q = link(c, side);
		vec2 e = d;
		for (uint k = 0u; k < foot.cells && q != NONE; k++) {
			e.x += 2.0 - float(side);
			if (!add(q, e)) break;
			q = link(q, side);
		}
	}
	return true;
}

void main() {
	uint i = invocation();
	if (i >= F.capacity || (fetch(agentState, i).x & 0xffu) == STATE_FREE) return;
	uint c = fetch(agentCell, i).x;
	if (c >= F.cells) return;
	foot = footprintOf();
	plane = F.cells;
	vec2 v = fetch(agentVelocity, i).xy;
	momentum = v * (MOMENTUM_UNIT / WEIGHT_UNIT * min(1.0, SPLAT_SPEED / max(length(v), 1e-6)));
	vec2 d = (cellCentre(fetch(pages, c / PAGE_CELLS), c) - fetch(agentPosition, i).xy) / F.cell;
	addRow(c, d);
	for (uint side = 0u; side < 4u; side += 2u) {
		uint q = link(c, side);
		vec2 e = d;
		for (uint k = 0u; k < foot.cells && q != NONE; k++) {
			e.y += 1.0 - float(side);
			if (!addRow(q, e)) break;
			q = link(q, side);
		}
	}
}
