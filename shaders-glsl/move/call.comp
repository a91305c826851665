#version 460
// Calls, for every counter that serves fewer than it may, who came first of those in line.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
#include "lib/route.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Stages { Stage stages[]; };
layout(set = 0, binding = 2, std430) readonly buffer Choices { Choice choices[]; };
layout(set = 0, binding = 3) uniform usamplerBuffer agentState;
layout(set = 0, binding = 4) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 5) uniform samplerBuffer agentBody;
layout(set = 0, binding = 6) uniform usamplerBuffer agentStage;
layout(set = 0, binding = 7, std430) buffer Counters { Counter counters[]; };
#include "lib/counter.glsl"

void main() {
	uint i = invocation();
	if (i >= F.capacity || (fetch(agentState, i).x & 0xffu) == STATE_FREE) return;
	uint word = fetch(agentStage, i).x;
	if (word == NONE || word >> 24 != PHASE_LINE || fetch(agentCell, i).x >= F.cells) return;
	uint counter = counterOf(word & 0xffffffu, fetch(agentState, i).x >> 8);
	if (counter == 0u || counters[counter - 1u].busy >= counters[counter - 1u].capacity) return;
	if (floatBitsToUint(fetch(agentBody, i).z) == counters[counter - 1u].first) atomicMin(counters[counter - 1u].next, i);
}
