#version 460
// Keeps where agents are that the host moves on the engine's advice, before they are advanced.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 2, std430) readonly buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 3, std430) readonly buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 4, std430) readonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 5, std430) readonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 6, std430) writeonly buffer HeldPlace { vec4 heldPlace[]; };
layout(set = 0, binding = 7, std430) writeonly buffer HeldCell { uint heldCell[]; };
#include "lib/agent.glsl"

void main() {
	uint i = invocation();
	if (i >= F.capacity || (agentState[i] & 0xffu) != STATE_ADVISED) return;
	heldPlace[i] = vec4(agentPosition[i], agentHeight[i], agentBody[i].w);
	heldCell[i] = agentCell[i];
}
