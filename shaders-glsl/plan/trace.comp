#version 460
// Follows the ways down from the border cells of every page of groups that start anew, each to the cell at which it leaves the
// page, and sums up by how much the values on it have yet to change.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 128) in;
layout(constant_id = 0) const uint STENCIL = 8u; // neighbours of the update: 4 or 8
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 3) uniform usamplerBuffer links;
layout(set = 0, binding = 4) uniform usamplerBuffer slope;
layout(set = 0, binding = 5, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 6, std430) readonly buffer Diagonals { uint diagonals[]; };
layout(set = 0, binding = 7, std430) readonly buffer Cost { vec4 cost[]; };
layout(set = 0, binding = 8, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 9, std430) readonly buffer SolveState { uint solveState[]; };
layout(set = 0, binding = 10, std430) writeonly buffer Ways { uvec2 ways[]; };
layout(set = 0, binding = 11, std430) writeonly buffer Ends { uvec2 ends[]; };
layout(push_constant) uniform Push { uint number, of; } push;
#include "lib/visit.glsl"
float phiOf(uint local) { return u[AT(local)]; }
#include "lib/descent.glsl"

// Where the way down from a border cell leads: to a border cell of another page, or on within the page. Ways to other pages of
// the same tile are not followed.
uint exitOf(Cell cell, uint local, uvec2 tile) {
	float lowest = cell.before;
	uint to = WAY_LOST, towards = NONE;
	for (uint d = 0u; d < 4u; d++) {
		uint layer = linkByte(cell.word, d);
		ivec2 by = direction(d);
		ivec2 at = ivec2(local % TILE, local / TILE) + by;
		bool apart_ = layer < LINK_NEAR && (at & int(TILE - 1u)) == at;
		float value = layer == LINK_NONE || apart_ ? INF : u[uint(int(cell.at) + by.y * int(PITCH) + by.x)];
		if (apart_ && to == WAY_LOST) to = WAY_HELD;
		if (value < lowest) {
			lowest = value;
			to = WAY_INSIDE;
			towards = layer == LINK_NEAR ? NONE : d;
		}
	}
	if (cell.fixed_ || cell.before >= INF) return cell.fixed_ ? WAY_HELD : WAY_LOST;
	if (to != WAY_INSIDE || towards == NONE) return to;
	uint n = farLink(cell.word, tile, cell.c, towards);
	return n / PAGE_CELLS * PAGE_BORDER + borderOf(n % PAGE_CELLS);
}

void begin(Cell cell, uint local, uint start, uvec2 tile, bool even) {
	uvec2 way = uvec2(WAY_LOST, 0u);
	uint k = borderOf(local);
	if (k != NONE) {
		float value = updated(cell, even);
		bool still = cell.fixed_ || cell.before >= INF || value >= INF;
		way = wayOf(exitOf(cell, local, tile), still ? 0.0 : value - cell.before);
		ways[start + k] = way;
	}
	beginWay(local, cell.word, cell.fixed_, way);
}

void end(uint local, uint start) {
	uint k = borderOf(local);
	if (k != NONE) ends[start + k] = wayFrom(local);
}

void main() {
	uint page = workgroup(), g = thisPlane(), t = gl_LocalInvocationID.x;
	if (page >= F.pages || correctionOf(g) >= CORRECTIONS) return;
	Group group = groups[g];
	uvec2 tile = fetch(pages, page).xy, own = cellsOf(t);
	plane = solvePlane(g, group.cold);
	openVisit(t);
	barrier();
	Cell first, second;
	loadVisit(t, page, tile, uvec4(group.class_, group.goal, group.reset, group.cold), first, second);
	barrier();
	uint start = borderStart(g, page);
	bool even = uneven == 0u;
	begin(first, own.x, start, tile, even);
	begin(second, own.y, start, tile, even);
	barrier();
	descend(own.x, own.y);
	end(own.x, start);
	end(own.y, start);
}
