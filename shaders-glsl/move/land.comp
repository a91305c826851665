#version 460
// Ends the motion of a step: the agents are where their bodies have come to. Counts who still overlaps.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 3, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 4, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 5, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 6, std430) readonly buffer Slope { uint slope[]; };
layout(set = 0, binding = 7, std430) readonly buffer BinStart { uint binStart[]; };
layout(set = 0, binding = 8, std430) readonly buffer BodySlot { uint bodySlot[]; };
layout(set = 0, binding = 9, std430) readonly buffer Body { vec4 body[]; };
layout(set = 0, binding = 10, std430) readonly buffer BodyCell { uint bodyCell[]; };
layout(set = 0, binding = 11, std430) readonly buffer Near { uint near[]; };
layout(set = 0, binding = 12, std430) readonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 13, std430) buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 14, std430) buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 15, std430) buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 16, std430) buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 17, std430) writeonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 18, std430) buffer Tally { uint tally[]; };
layout(constant_id = 0) const uint APART = 1u; // whether bodies have been kept apart
#include "lib/surface.glsl"
#include "lib/meet.glsl"
#include "lib/touch.glsl"

#define LIGHT 1e-3 // overlaps up to this do not count [m]

shared uint overlapping, worst;

// Body k without the room that it has to spare.
vec4 bare(uint k) {
	vec4 b = body[k];
	b.z = min(b.z, agentBody[bodySlot[k]].x);
	return b;
}

// The deepest overlap of a body with another.
float deepest(uint k) {
	vec4 own = bare(k);
	float depth = 0.0;
	Meeting w = meeting(k, own);
	for (uint m; nextMet(k, w, m);) {
		float d = overlap(own, bare(m));
		if (m != k && d > max(depth, LIGHT)) depth = d;
	}
	return depth;
}

void land(uint k) {
	uint i = bodySlot[k], c = bodyCell[k], state = agentState[i] & 0xffu;
	if (state == STATE_FREE || c == NONE) return;
	vec2 p = body[k].xy, way = p - agentPosition[i];
	float y = surfaceHeight(c, p);
	agentBody[i].w += length(vec3(way, y - agentHeight[i]));
	// A driven agent's start is when the host moved it last, at its velocity.
	vec2 own = state == STATE_DRIVEN && S.time == agentBody[i].z ? agentVelocity[i] : vec2(0.0);
	agentVelocity[i] = own + (S.dt > 0.0 ? way / S.dt : vec2(0.0));
	agentPosition[i] = p;
	agentHeight[i] = y;
	agentCell[i] = c;
}

void main() {
	uint local = gl_LocalInvocationIndex;
	if (local == 0u) overlapping = worst = 0u;
	barrier();
	uint k = invocation();
	if (k < binStart[binCount() + 1u]) land(k);
	if (APART != 0u && k < binStart[binCount()]) {
		float depth = deepest(k);
		if (depth > 0.0) {
			atomicAdd(overlapping, 1u);
			atomicMax(worst, floatBitsToUint(depth));
		}
	}
	barrier();
	if (local != 0u || overlapping == 0u) return;
	atomicAdd(tally[TALLY_OVERLAPPING], overlapping);
	atomicMax(tally[TALLY_OVERLAP], worst);
}
