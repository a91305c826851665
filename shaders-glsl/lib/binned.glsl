// Into which bin an agent is sorted. Bind agentPosition, agentCell and agentState before including.
#ifndef BINNED_GLSL
#define BINNED_GLSL
#include "agent.glsl"
#include "bins.glsl"
#include "finite.glsl"

// The bin of an agent: that of its cell if it walks or waits on one. Whoever else is alive has the last, whose agents are no
// bodies; a free slot has none.
uint binFor(uint i) {
	uint state = i < F.capacity ? fetch(agentState, i).x & 0xffu : STATE_FREE;
	if (state == STATE_FREE) return NONE;
	bool stands = state != STATE_STRANDED && fetch(agentCell, i).x < F.cells && finite(fetch(agentPosition, i).xy);
	return stands ? binOf(fetch(agentCell, i).x) : binCount();
}
#endif
