#version 460
// Orders the agents of each bin by slot, so that nothing depends on the order in which threads came, and writes down what
// others see of them.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 2, std430) readonly buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 3, std430) readonly buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 4, std430) readonly buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 5, std430) readonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 6, std430) readonly buffer BinStart { uint binStart[]; };
layout(set = 0, binding = 7, std430) readonly buffer BinAgents { uint binAgents[]; };
layout(set = 0, binding = 8, std430) writeonly buffer BodySlot { uint bodySlot[]; };
layout(set = 0, binding = 9, std430) writeonly buffer Mover { uvec4 mover[]; };
#include "lib/bins.glsl"
#include "lib/mover.glsl"

void main() {
	uint m = invocation(), bodies = binStart[binCount()];
	if (m >= binStart[binCount() + 1u]) return;
	uint i = binAgents[m], k = m;
	if (m < bodies) { // the order of the others does not matter
		uint bin = binOf(agentCell[i]), end = binStart[bin + 1u];
		k = binStart[bin];
		for (uint n = k; n < end; n++) k += binAgents[n] < i ? 1u : 0u;
	}
	bodySlot[k] = i;
	mover[k] = packMover(agentPosition[i], agentVelocity[i], min(agentBody[i].x, widest()), agentHeight[i]);
}
