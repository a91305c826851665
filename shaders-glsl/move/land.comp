#version 460
// Ends the motion of a step: the agents are where their bodies have come to. Counts who still overlaps.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 2) uniform usamplerBuffer pages;
layout(set = 0, binding = 3) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 4) uniform usamplerBuffer links;
layout(set = 0, binding = 5) uniform samplerBuffer height;
layout(set = 0, binding = 6) uniform usamplerBuffer slope;
layout(set = 0, binding = 7) uniform usamplerBuffer binStart;
layout(set = 0, binding = 8) uniform usamplerBuffer bodySlot;
layout(set = 0, binding = 9) uniform samplerBuffer body;
layout(set = 0, binding = 10) uniform samplerBuffer bodyHeading;
layout(set = 0, binding = 11) uniform usamplerBuffer bodyCell;
layout(set = 0, binding = 12) uniform usamplerBuffer near;
layout(set = 0, binding = 13) uniform usamplerBuffer bodyAgent;
layout(set = 0, binding = 14, std430) writeonly buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 15, std430) writeonly buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 16, std430) buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 17, std430) buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 18, std430) writeonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 19, std430) buffer Tally { uint tally[]; };
layout(constant_id = 0) const uint APART = 1u; // whether bodies have been kept apart
#include "lib/surface.glsl"
#include "lib/meet.glsl"
#include "lib/own.glsl"
#include "lib/touch.glsl"

#define LIGHT 1e-3 // overlaps up to this do not count [m]

shared uint overlapping, worst;

// A body without the room that it has to spare.
vec4 bare(uint k, vec4 b) { return vec4(b.xy, min(b.z, fetch(bodyHeading, k).z), b.w); }

// The deepest overlap of a body with another.
float deepest(uint k) {
	vec4 own = bare(k, fetch(body, k));
	float depth = 0.0, storey = storey();
	Meeting o = meeting(k, own, ROUNDS);
	do while (meets(o)) {
		uint m = met(o);
		float d = overlap(own, bare(m, fetch(body, m)), storey);
		if (m != k && d > max(depth, LIGHT)) depth = d;
	} while (further(o));
	return depth;
}

void land(uint k) {
	uint i = fetch(bodySlot, k).x, c = fetch(bodyCell, k).x;
	vec4 to = fetch(body, k);
	if (to.z == GONE) return;
	Own its = ownOf(k);
	vec2 p = to.xy, way = p - its.at;
	float y = surfaceHeight(c, p);
	agentBody[i].w += length(vec3(way, y - to.w));
	// A driven agent's start is when the host moved it last, at its velocity.
	vec2 own = (its.state & 0xffu) == STATE_DRIVEN && S.time == its.start ? agentVelocity[i] : vec2(0.0);
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
	if (k < fetch(binStart, binCount() + 1u).x) land(k);
	if (APART != 0u && k < fetch(binStart, binCount()).x) {
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
