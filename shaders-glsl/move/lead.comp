#version 460
// Takes agents to the targets of their commands, along connections and held off walls.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Commands { Command commands[]; };
layout(set = 0, binding = 3) uniform usamplerBuffer pages;
layout(set = 0, binding = 4) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 5) uniform usamplerBuffer links;
layout(set = 0, binding = 6) uniform samplerBuffer height;
layout(set = 0, binding = 7) uniform usamplerBuffer slope;
layout(set = 0, binding = 8) uniform usamplerBuffer wallStart;
layout(set = 0, binding = 9) uniform usamplerBuffer pageWalls;
layout(set = 0, binding = 10) uniform usamplerBuffer walls;
layout(set = 0, binding = 11, std430) buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 12, std430) buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 13, std430) writeonly buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 14, std430) buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 15, std430) buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 16) uniform usamplerBuffer agentState;
layout(set = 0, binding = 17) uniform usamplerBuffer agentID;
#include "lib/surface.glsl"
#include "lib/walls.glsl"
#include "lib/bins.glsl"

#define LEAD_STRIDES 64u
#define THERE 1e-5 // how near counts as being there, and the least way that counts as one [m]

void main() {
	uint k = invocation();
	if (k >= S.commands) return;
	uint i = commands[k].slot;
	if (commands[k].kind > COMMAND_SET || (commands[k].fields & SET_TARGET) == 0u || i >= F.capacity || fetch(agentID, i).x != commands[k].id) return;
	uint state = fetch(agentState, i).x & 0xffu, c = agentCell[i];
	if (state == STATE_FREE || c >= F.cells) return;
	vec2 target = commands[k].target, from = agentPosition[i], p = from;
	float radius = min(agentBody[i].x, widest()), longest = min(0.5 * F.cell, max(0.5 * radius, F.cell / 16.0));
	Spot at = spotOf(c);
	for (uint n = 0u; n < LEAD_STRIDES; n++) {
		vec2 d = target - p, was = p;
		float way = length(d);
		if (way <= THERE) break;
		stride(at, p, d * min(1.0, longest / way), radius);
		if (distance(p, was) < THERE) break;
	}
	c = at.cell;
	float y = surfaceHeight(c, p);
	agentPosition[i] = p;
	agentCell[i] = c;
	agentBody[i].w += length(vec3(p - from, y - agentHeight[i]));
	agentHeight[i] = y;
	if (S.dt > 0.0) agentVelocity[i] = (p - from) / S.dt;
	if (state == STATE_DRIVEN) agentBody[i].z = S.time; // it has moved in this step
}
