#version 460
// Counts the agents of every bin, one place further on: where the scan then leaves the starts.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1) uniform samplerBuffer agentPosition;
layout(set = 0, binding = 2) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 3) uniform usamplerBuffer agentState;
layout(set = 0, binding = 4, std430) buffer BinStart { uint binStart[]; };
#include "lib/binned.glsl"

void main() {
	uint bin = binFor(invocation());
	if (bin != NONE) atomicAdd(binStart[bin + 1u], 1u);
}
