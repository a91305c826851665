#version 460
// Makes the bodies: what separation needs of every agent in a bin, ordered by slot within the bin, so that nothing depends
// on the order in which threads came.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 2, std430) readonly buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 3, std430) readonly buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 4, std430) readonly buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 5, std430) readonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 6, std430) readonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 7, std430) readonly buffer BinStart { uint binStart[]; };
layout(set = 0, binding = 8, std430) readonly buffer BinAgents { uint binAgents[]; };
layout(set = 0, binding = 9, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 10, std430) readonly buffer WallStart { uint wallStart[]; };
layout(set = 0, binding = 11, std430) readonly buffer PageWalls { uint pageWalls[]; };
layout(set = 0, binding = 12, std430) readonly buffer Walls { uvec2 walls[]; };
layout(set = 0, binding = 13, std430) writeonly buffer BodySlot { uint bodySlot[]; };
layout(set = 0, binding = 14, std430) writeonly buffer Body { vec4 body[]; };
layout(set = 0, binding = 15, std430) writeonly buffer BodyHeading { vec2 bodyHeading[]; };
layout(set = 0, binding = 16, std430) writeonly buffer BodyCell { uint bodyCell[]; };
#include "lib/binned.glsl"
#include "lib/around.glsl"

#define SPARE 1e-3 // room that bodies keep beyond their radius, so that what the last round leaves is no overlap [m]

// The radius of a body at p: no wider than the nearest wall lets it, so that no wall parts bodies that overlap.
float roomFor(float r, uint c, vec2 p) {
	uvec2 range = wallRange(c);
	vec2 centre = cellCentre(pages[c / PAGE_CELLS], c);
	for (uint i = range.x; i < range.y; i++) r = min(r, segmentDistance(unpackWall(centre, walls[i]), p));
	return r;
}

void main() {
	uint i = invocation();
	if (!binned(i)) return;
	uint c = agentCell[i], bin = binOf(c), first = binStart[bin], end = binStart[bin + 1u], k = first;
	for (uint m = first; m < end; m++) k += binAgents[m] < i ? 1u : 0u;
	vec2 p = agentPosition[i], v = agentVelocity[i];
	float speed = length(v);
	bodySlot[k] = i;
	body[k] = vec4(p, roomFor(min(agentBody[i].x, widest()) + SPARE, c, p), agentHeight[i]);
	bodyHeading[k] = speed > 0.0 ? v / speed : vec2(0.0);
	bodyCell[k] = c;
}
