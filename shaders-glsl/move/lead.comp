#version 460
// Takes agents to the targets of their commands, along connections and held off walls.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Commands { Command commands[]; };
layout(set = 0, binding = 3, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 4, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 5, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 6, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 7, std430) readonly buffer Slope { uint slope[]; };
layout(set = 0, binding = 8, std430) readonly buffer WallStart { uint wallStart[]; };
layout(set = 0, binding = 9, std430) readonly buffer PageWalls { uint pageWalls[]; };
layout(set = 0, binding = 10, std430) readonly buffer Walls { uvec2 walls[]; };
layout(set = 0, binding = 11, std430) buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 12, std430) buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 13, std430) writeonly buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 14, std430) buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 15, std430) buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 16, std430) readonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 17, std430) readonly buffer AgentID { uint agentID[]; };
#include "lib/surface.glsl"
#include "lib/walls.glsl"
#include "lib/bins.glsl"

#define LEAD_STRIDES 64u
#define THERE 1e-5 // how near counts as being there, and the least way that counts as one [m]

void main() {
	uint k = invocation();
	if (k >= S.commands) return;
	uint i = commands[k].slot;
	if (commands[k].kind > COMMAND_SET || (commands[k].fields & SET_TARGET) == 0u || i >= F.capacity || agentID[i] != commands[k].id) return;
	uint state = agentState[i] & 0xffu, c = agentCell[i];
	if (state == STATE_FREE || c >= F.cells) return;
	vec2 target = commands[k].target, from = agentPosition[i], p = from;
	float radius = min(agentBody[i].x, widest()), longest = min(0.5 * F.cell, max(0.5 * radius, F.cell / 16.0));
	for (uint n = 0u; n < LEAD_STRIDES; n++) {
		vec2 d = target - p, was = p;
		float way = length(d);
		if (way <= THERE) break;
		stride(c, p, d * min(1.0, longest / way), radius);
		if (distance(p, was) < THERE) break;
	}
	float y = surfaceHeight(c, p);
	agentPosition[i] = p;
	agentCell[i] = c;
	agentBody[i].w += length(vec3(p - from, y - agentHeight[i]));
	agentHeight[i] = y;
	if (S.dt > 0.0) agentVelocity[i] = (p - from) / S.dt;
	if (state == STATE_DRIVEN) agentBody[i].z = S.time; // it has moved in this step
}
