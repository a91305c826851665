// Who is sorted into bins: agents that walk or wait on a cell. Bind agentPosition, agentCell and agentState before including.
#ifndef BINNED_GLSL
#define BINNED_GLSL
#include "agent.glsl"
#include "bins.glsl"
#include "finite.glsl"

bool binned(uint i) {
	if (i >= F.capacity) return false;
	uint state = agentState[i] & 0xffu;
	return (state == STATE_WALKING || state == STATE_WAITING) && agentCell[i] < F.cells && finite(agentPosition[i]);
}
#endif
