#version 460
// Puts every agent into its bin, in any order. The start of a bin, one place further on, grows to its end, which is the
// start of the next: then every start is where it belongs.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1) uniform samplerBuffer agentPosition;
layout(set = 0, binding = 2) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 3) uniform usamplerBuffer agentState;
layout(set = 0, binding = 4, std430) buffer BinStart { uint binStart[]; };
layout(set = 0, binding = 5, std430) writeonly buffer BinAgents { uint binAgents[]; };
#include "lib/binned.glsl"

void main() {
	uint i = invocation(), bin = binFor(i);
	if (bin != NONE) binAgents[atomicAdd(binStart[bin + 1u], 1u)] = i;
}
