#version 460
// Orders the agents of each bin by slot, so that nothing depends on the order in which threads came, and writes down what
// others see of them.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1) uniform samplerBuffer agentPosition;
layout(set = 0, binding = 2) uniform samplerBuffer agentHeight;
layout(set = 0, binding = 3) uniform samplerBuffer agentVelocity;
layout(set = 0, binding = 4) uniform samplerBuffer agentBody;
layout(set = 0, binding = 5) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 6) uniform usamplerBuffer agentState;
layout(set = 0, binding = 7) uniform usamplerBuffer agentID;
layout(set = 0, binding = 8) uniform usamplerBuffer binStart;
layout(set = 0, binding = 9) uniform usamplerBuffer binAgents;
layout(set = 0, binding = 10, std430) writeonly buffer BodySlot { uint bodySlot[]; };
layout(set = 0, binding = 11, std430) writeonly buffer BodyAgent { uvec4 bodyAgent[]; };
layout(set = 0, binding = 12, std430) writeonly buffer Place { uint place[]; };
layout(set = 0, binding = 13, std430) writeonly buffer Motion { uint motion[]; };
layout(set = 0, binding = 14, std430) writeonly buffer Level { int level[]; };
#include "lib/bins.glsl"
#include "lib/mover.glsl"

void main() {
	uint m = invocation(), bodies = fetch(binStart, binCount()).x;
	if (m >= fetch(binStart, binCount() + 1u).x) return;
	uint i = fetch(binAgents, m).x, cell = fetch(agentCell, i).x, k = m;
	if (m < bodies) { // the order of the others does not matter
		uint bin = binOf(cell), end = fetch(binStart, bin + 1u).x;
		k = fetch(binStart, bin).x;
		for (uint n = k; n < end; n++) k += fetch(binAgents, n).x < i ? 1u : 0u;
	}
	vec2 p = fetch(agentPosition, i).xy;
	vec4 its = fetch(agentBody, i);
	bodySlot[k] = i;
	bodyAgent[2u * k] = uvec4(floatBitsToUint(p), cell, fetch(agentState, i).x);
	bodyAgent[2u * k + 1u] = uvec4(floatBitsToUint(its.xyz), fetch(agentID, i).x);
	place[k] = packPlace(p);
	motion[k] = packMotion(fetch(agentVelocity, i).xy, min(its.x, widest()));
	level[k] = packLevel(fetch(agentHeight, i).x);
}
