#version 460
// Ends separation: the agents are where their bodies have come to. Counts who still overlaps.
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
layout(set = 0, binding = 11, std430) buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 12, std430) writeonly buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 13, std430) buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 14, std430) buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 15, std430) writeonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 16, std430) buffer Tally { uint tally[]; };
#include "lib/surface.glsl"
#include "lib/near.glsl"
#include "lib/touch.glsl"

#define LIGHT 1e-3 // overlaps up to this do not count [m]

shared uint overlapping, worst;

// The way over the floor of cell c that is d in the plan.
float way(uint c, vec2 d) { return length(vec3(d, dot(unpackSlope(slope[c]), d))); }

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
	Window w = windowAround(own.xy, own.z);
	for (uint m; nextBody(w, m);) {
		float d = overlap(own, bare(m));
		if (m != k && d > max(depth, LIGHT)) depth = d;
	}
	return depth;
}

void land(uint k) {
	uint i = bodySlot[k], c = bodyCell[k];
	vec2 p = body[k].xy, push = p - agentPosition[i];
	if (push != vec2(0.0)) {
		vec2 walked = agentVelocity[i] * S.dt;
		agentBody[i].w += way(c, walked + push) - way(c, walked);
		agentVelocity[i] += push / S.dt;
		agentPosition[i] = p;
		agentHeight[i] = surfaceHeight(c, p);
		agentCell[i] = c;
	}
	float depth = deepest(k);
	if (depth <= 0.0) return;
	atomicAdd(overlapping, 1u);
	atomicMax(worst, floatBitsToUint(depth));
}

void main() {
	uint local = gl_LocalInvocationIndex;
	if (local == 0u) overlapping = worst = 0u;
	barrier();
	uint k = invocation();
	if (k < binStart[binCount()]) land(k);
	barrier();
	if (local != 0u || overlapping == 0u) return;
	atomicAdd(tally[TALLY_OVERLAPPING], overlapping);
	atomicMax(tally[TALLY_OVERLAP], worst);
}
