#version 460
// Marks the cells that somebody is on.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 2) uniform usamplerBuffer agentState;
layout(set = 0, binding = 3, std430) buffer Taken { uint taken[]; };

void main() {
	uint i = invocation();
	if (i >= F.capacity || (fetch(agentState, i).x & 0xffu) == STATE_FREE || fetch(agentCell, i).x >= F.cells) return;
	atomicOr(taken[fetch(agentCell, i).x >> 5], 1u << (fetch(agentCell, i).x & 31u));
}
