#version 460
// Gathers the agents that the host watches. Records as in passes/step.go.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
struct Watched {
	uint slot, id, state, cell;
	vec2 position;
	float height, walked;
	vec2 velocity;
	float radius, speed;
};
layout(set = 0, binding = 2, std430) readonly buffer Watch { uvec2 watch[]; };
layout(set = 0, binding = 3, std430) readonly buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 4, std430) readonly buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 5, std430) readonly buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 6, std430) readonly buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 7, std430) readonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 8, std430) readonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 9, std430) readonly buffer AgentID { uint agentID[]; };
layout(set = 0, binding = 10, std430) writeonly buffer Watching { Watched watched[]; };

void main() {
	uint k = invocation();
	if (k >= S.watched) return;
	uint i = watch[k].x, id = watch[k].y;
	Watched w = Watched(i, id, 0u, 0u, vec2(0.0), 0.0, 0.0, vec2(0.0), 0.0, 0.0);
	if (i < F.capacity && agentID[i] == id) {
		vec4 body = agentBody[i];
		w = Watched(i, id, agentState[i], agentCell[i], agentPosition[i], agentHeight[i], body.w, agentVelocity[i], body.x, body.y);
	}
	watched[k] = w;
}
