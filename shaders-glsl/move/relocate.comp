#version 460
// After the scene has changed: an agent whose floor is gone, or that a wall parts from the centre of its cell, is put on the nearest floor where it has room, else on any,
// not far away and not much higher or lower; where there is none it stays, without a cell, until a later change brings
// floor. Who still has floor under the feet keeps its cell.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 3) uniform samplerBuffer height;
layout(set = 0, binding = 4) uniform samplerBuffer clearance;
layout(set = 0, binding = 5) uniform samplerBuffer agentBody;
layout(set = 0, binding = 6) uniform usamplerBuffer agentState;
layout(set = 0, binding = 7) uniform usamplerBuffer wallStart;
layout(set = 0, binding = 8) uniform usamplerBuffer pageWalls;
layout(set = 0, binding = 9) uniform usamplerBuffer walls;
layout(set = 0, binding = 10, std430) buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 11, std430) buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 12, std430) writeonly buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 13, std430) buffer AgentCell { uint agentCell[]; };
#include "lib/around.glsl"

#define FAR 2.0        // farthest that an agent is moved in the plan [m]
#define MAX_RINGS 16.0 // and in cells
#define DROP 0.5       // highest that it is lifted or dropped, as a share of the head room

bool stands(uint c, float y) { return c < F.cells && fetch(clearance, c).x > 0.0 && abs(fetch(height, c).x - y) <= DROP * F.clearance; }

// Whether a wall parts p from the centre of cell c.
bool apart(uint c, vec2 p) {
	uvec2 range = wallRange(c);
	vec2 centre = cellCentre(fetch(pages, c / PAGE_CELLS), c);
	for (uint i = range.x; i < range.y; i++) {
		if (segmentsCross(unpackWall(centre, fetch(walls, i).xy), vec4(p, centre))) return true;
	}
	return false;
}

uint cellAt(ivec2 column, uint sheet) {
	uvec2 at = uvec2(column);
	uint page = fetch(pageTable, (sheet * F.tilesZ + at.y / TILE) * F.tilesX + at.x / TILE).x;
	return page == NONE ? NONE : page * PAGE_CELLS + at.y % TILE * TILE + at.x % TILE;
}

// The nearest cell for a body of radius r; own: the column that the agent is in, which is nearest of all.
uint nearestFloor(vec2 p, float y, float r, ivec2 own) {
	uint best = NONE, wide = NONE;
	float bestWay = FAR, wideWay = FAR;
	int rings = int(min(ceil(FAR * F.perCell), MAX_RINGS));
	for (int dz = -rings; dz <= rings; dz++) {
		for (int dx = -rings; dx <= rings; dx++) {
			ivec2 at = own + ivec2(dx, dz);
			float way = dx == 0 && dz == 0 ? 0.0 : distance((vec2(at) + 0.5) * F.cell, p);
			if (way >= wideWay || at.x < 0 || at.y < 0 || at.x >= int(F.width) || at.y >= int(F.height)) continue;
			for (uint s = 0u; s < F.sheets; s++) {
				uint c = cellAt(at, s);
				if (!stands(c, y)) continue;
				if (way < bestWay) { best = c; bestWay = way; }
				if (fetch(clearance, c).x >= r) { wide = c; wideWay = way; }
			}
		}
	}
	return wide != NONE ? wide : best;
}

void main() {
	uint i = invocation();
	if (i >= F.capacity || (fetch(agentState, i).x & 0xffu) == STATE_FREE) return;
	uint c = agentCell[i];
	vec2 p = agentPosition[i];
	float y = agentHeight[i];
	if (stands(c, y) && !apart(c, p)) return;
	ivec2 own = ivec2(floor(p * F.perCell));
	c = nearestFloor(p, y, fetch(agentBody, i).x, own);
	agentCell[i] = c;
	agentVelocity[i] = vec2(0.0);
	if (c == NONE) return;
	if (any(notEqual(ivec2(cellColumn(fetch(pages, c / PAGE_CELLS), c)), own)) || apart(c, p)) agentPosition[i] = cellCentre(fetch(pages, c / PAGE_CELLS), c);
	agentHeight[i] = fetch(height, c).x;
}
