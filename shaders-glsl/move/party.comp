#version 460
// Finds the greatest potential of the members of every party who are on their way: where the last of them is.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
#include "lib/route.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 2) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 3) uniform usamplerBuffer agentState;
layout(set = 0, binding = 4) uniform usamplerBuffer agentStage;
layout(set = 0, binding = 5, std430) readonly buffer AgentParty { uint agentParty[]; };
layout(set = 0, binding = 6, std430) buffer PartyLast { uint partyLast[]; };
#include "lib/party.glsl"

// Agents in line, or at a goal for good, keep nobody.
bool onItsWay(uint i) { return F.stages == 0u || fetch(agentStage, i).x == NONE || fetch(agentStage, i).x >> 24 == PHASE_WAY; }

void main() {
	uint i = invocation();
	if (i >= F.capacity || (fetch(agentState, i).x & 0xffu) != STATE_WALKING) return;
	uint group = fetch(agentState, i).x >> 8, c = fetch(agentCell, i).x;
	if (agentParty[i] == 0u || c >= F.cells || group >= F.groups || !onItsWay(i)) return;
	float phi = abs(potential[group * F.cells + c]);
	if (phi < INF) atomicMax(partyLast[partyWord(i)], floatBitsToUint(phi));
}
