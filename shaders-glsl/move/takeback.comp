#version 460
// Puts agents back that the host moves on the engine's advice; their velocity stays that of the way they would have gone.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer HeldPlace { vec4 heldPlace[]; };
layout(set = 0, binding = 2, std430) readonly buffer HeldCell { uint heldCell[]; };
layout(set = 0, binding = 3) uniform usamplerBuffer agentState;
layout(set = 0, binding = 4, std430) writeonly buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 5, std430) writeonly buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 6, std430) buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 7, std430) writeonly buffer AgentCell { uint agentCell[]; };
#include "lib/agent.glsl"

void main() {
	uint i = invocation();
	if (i >= F.capacity || (fetch(agentState, i).x & 0xffu) != STATE_ADVISED) return;
	vec4 p = heldPlace[i];
	agentPosition[i] = p.xy;
	agentHeight[i] = p.z;
	agentBody[i].w = p.w;
	agentCell[i] = heldCell[i];
}
