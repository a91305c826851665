#version 460
// Ends the step, after the host's copy of events and tally was taken: clears the events and what is counted anew in every
// step.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 1, std430) writeonly buffer Events { uint events[]; };
layout(set = 0, binding = 2, std430) buffer Tally { uint tally[]; };

void main() {
	uint k = invocation();
	if (k < (F.capacity + 31u) / 32u) events[k] = 0u;
	if (k != 0u) return;
	tally[TALLY_EVENTS] = 0u;
	tally[TALLY_ALIVE] = 0u;
	tally[TALLY_STRANDED] = 0u;
	tally[TALLY_OVERLAPPING] = 0u;
	tally[TALLY_OVERLAP] = 0u;
	tally[TALLY_IN_LINE] = 0u;
	tally[TALLY_DRIFT] = 0u;
	tally[TALLY_PUSH] = 0u;
	tally[TALLY_STEP]++;
}
