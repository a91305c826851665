#version 460
// Finds the greatest potential of the members of every party who are on their way: where the last of them is.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
#include "lib/route.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 2, std430) readonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 3, std430) readonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 4, std430) readonly buffer AgentStage { uint agentStage[]; };
layout(set = 0, binding = 5, std430) readonly buffer AgentParty { uint agentParty[]; };
layout(set = 0, binding = 6, std430) buffer PartyLast { uint partyLast[]; };
#include "lib/party.glsl"

// Agents in line, or at a goal for good, keep nobody.
bool onItsWay(uint i) { return F.stages == 0u || agentStage[i] == NONE || agentStage[i] >> 24 == PHASE_WAY; }

void main() {
	uint i = invocation();
	if (i >= F.capacity || (agentState[i] & 0xffu) != STATE_WALKING) return;
	uint group = agentState[i] >> 8, c = agentCell[i];
	if (agentParty[i] == 0u || c >= F.cells || group >= F.groups || !onItsWay(i)) return;
	float phi = abs(potential[group * F.cells + c]);
	if (phi < INF) atomicMax(partyLast[partyWord(i)], floatBitsToUint(phi));
}
