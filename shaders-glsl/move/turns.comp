#version 460
// Opens the step of the counters: whose turn was called in the last step has it now, and lines are counted anew.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/route.glsl"
layout(set = 0, binding = 1, std430) buffer Counters { Counter counters[]; };

void main() {
	uint k = invocation();
	if (k >= F.counters) return;
	counters[k].busy = 0u;
	counters[k].line = 0u;
	counters[k].first = NONE;
	counters[k].now = counters[k].next;
	counters[k].next = NONE;
}
