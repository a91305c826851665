#version 460
// Marks the cells that somebody is on.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 1, std430) readonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 2, std430) readonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 3, std430) buffer Taken { uint taken[]; };

void main() {
	uint i = invocation();
	if (i >= F.capacity || (agentState[i] & 0xffu) == STATE_FREE || agentCell[i] >= F.cells) return;
	atomicOr(taken[agentCell[i] >> 5], 1u << (agentCell[i] & 31u));
}
