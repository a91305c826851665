#version 460
// Calls, for every counter that serves fewer than it may, who came first of those in line.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
#include "lib/route.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Stages { Stage stages[]; };
layout(set = 0, binding = 2, std430) readonly buffer Choices { Choice choices[]; };
layout(set = 0, binding = 3, std430) readonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 4, std430) readonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 5, std430) readonly buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 6, std430) readonly buffer AgentStage { uint agentStage[]; };
layout(set = 0, binding = 7, std430) buffer Counters { Counter counters[]; };
#include "lib/counter.glsl"

void main() {
	uint i = invocation();
	if (i >= F.capacity || (agentState[i] & 0xffu) == STATE_FREE) return;
	uint word = agentStage[i];
	if (word == NONE || word >> 24 != PHASE_LINE || agentCell[i] >= F.cells) return;
	uint counter = counterOf(word & 0xffffffu, agentState[i] >> 8);
	if (counter == 0u || counters[counter - 1u].busy >= counters[counter - 1u].capacity) return;
	if (floatBitsToUint(agentBody[i].z) == counters[counter - 1u].first) atomicMin(counters[counter - 1u].next, i);
}
