#version 460
// Keeps where agents are that the host moves on the engine's advice, before they are advanced.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1) uniform samplerBuffer agentPosition;
layout(set = 0, binding = 2) uniform samplerBuffer agentHeight;
layout(set = 0, binding = 3) uniform samplerBuffer agentBody;
layout(set = 0, binding = 4) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 5) uniform usamplerBuffer agentState;
layout(set = 0, binding = 6, std430) writeonly buffer HeldPlace { vec4 heldPlace[]; };
layout(set = 0, binding = 7, std430) writeonly buffer HeldCell { uint heldCell[]; };
#include "lib/agent.glsl"

void main() {
	uint i = invocation();
	if (i >= F.capacity || (fetch(agentState, i).x & 0xffu) != STATE_ADVISED) return;
	heldPlace[i] = vec4(fetch(agentPosition, i).xy, fetch(agentHeight, i).x, fetch(agentBody, i).w);
	heldCell[i] = fetch(agentCell, i).x;
}
