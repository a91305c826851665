#version 460
// Gives every agent the share of its speed that it keeps: less than all who are ahead of the last of their party by more than the gap.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 2) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 3) uniform usamplerBuffer agentState;
layout(set = 0, binding = 4) uniform usamplerBuffer agentStage;
layout(set = 0, binding = 5, std430) readonly buffer AgentParty { uint agentParty[]; };
layout(set = 0, binding = 6, std430) readonly buffer PartyLast { uint partyLast[]; };
layout(set = 0, binding = 7, std430) readonly buffer PartyGap { float partyGap[]; };
layout(set = 0, binding = 8, std430) writeonly buffer AgentPace { float agentPace[]; };
#include "lib/party.glsl"

float pace(uint i) {
	uint group = fetch(agentState, i).x >> 8, c = fetch(agentCell, i).x;
	if ((fetch(agentState, i).x & 0xffu) == STATE_FREE || agentParty[i] == 0u || c >= F.cells || group >= F.groups) return 1.0;
	float lead = uintBitsToFloat(partyLast[partyWord(i)]) - abs(potential[group * F.cells + c]);
	return clamp(2.0 - lead / partyGap[group], 0.0, 1.0);
}

void main() {
	uint i = invocation();
	if (i < F.capacity) agentPace[i] = pace(i);
}
