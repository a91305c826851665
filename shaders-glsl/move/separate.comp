#version 460
// A round of separation: every body gives way to those that it overlaps, as they were before the round, over the floor and
// not into walls. Of a pair, who walks into the other gives way to it, and steps aside if that one stands or comes towards it.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
layout(set = 0, binding = 2) uniform usamplerBuffer pages;
layout(set = 0, binding = 3) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 4) uniform usamplerBuffer links;
layout(set = 0, binding = 5) uniform usamplerBuffer wallStart;
layout(set = 0, binding = 6) uniform usamplerBuffer pageWalls;
layout(set = 0, binding = 7) uniform usamplerBuffer walls;
layout(set = 0, binding = 8) uniform usamplerBuffer binStart;
layout(set = 0, binding = 9) uniform samplerBuffer bodyHeading;
layout(set = 0, binding = 10) uniform usamplerBuffer near;
layout(set = 0, binding = 11, std430) readonly buffer Tally { uint tally[]; };
layout(set = 0, binding = 12) uniform samplerBuffer body;
layout(set = 0, binding = 13, std430) writeonly buffer BodyNext { vec4 bodyNext[]; };
layout(set = 0, binding = 14, std430) buffer BodyCell { uint bodyCell[]; };
layout(push_constant) uniform Push { uint round; } push;
layout(constant_id = 0) const uint EACH = 1u; // bodies of a thread
#include "lib/meet.glsl"
#include "lib/touch.glsl"
#include "lib/walls.glsl"

#define SLACK (2.0 * WALL_SLACK) // overlaps up to this are let be: two bodies that touch a wall from both sides may have as much [m]
#define EVEN 0.1 // part that bodies have in giving way whichever way they walk
#define SIDESTEP 0.5 // way past somebody, in the first round, likewise
#define RIGHT 0.5 // sine of the angle to the right from which on somebody is passed on the left

// The direction from body k to body m, which stand on the same spot: opposite for the two, and any for each pair.
vec2 anyDirection(uint k, uint m) {
	uint a = min(k, m), b = max(k, m);
	uint h = (a * 0x9e3779b1u ^ b) * 0x85ebca6bu;
	float angle = float(h >> 8) * (6.2831853 / 16777216.0);
	return vec2(cos(angle), sin(angle)) * (k < m ? 1.0 : -1.0);
}

// The share of a body in parting from another; into: how straight it walks into the other, back: the other into it.
float shareOf(float into, float back) { return (EVEN + into) / (2.0 * EVEN + into + back); }

// The direction past a body in direction n for who walks along heading: to the right, unless that is the longer way by far.
// Two that meet choose alike.
vec2 aside(vec2 heading, vec2 n) { return vec2(-n.y, n.x) * (cross2(heading, n) < RIGHT ? 1.0 : -1.0); }

// How body k would give way in this round, at most as far as a body goes in one.
vec2 wish(uint k, vec4 own, vec4 its) {
	vec2 p = own.xy, heading = its.xy;
	float pace = its.w * S.dt, sidestep = push.round == 0u ? SIDESTEP * pace : 0.0, storey = storey();
	Meeting o = meeting(k, own, push.round);
	do while (meets(o)) {
		uint m = met(o);
		vec4 other = fetch(body, m);
		float depth = overlap(own, other, storey);
		if (m == k || depth <= SLACK) continue;
		vec2 d = other.xy - own.xy;
		float l = length(d);
		vec2 n = l > 1e-6 ? d / l : anyDirection(k, m);
		vec2 his = fetch(bodyHeading, m).xy;
		float into = max(dot(heading, n), 0.0), back = max(-dot(his, n), 0.0);
		float pass = into * clamp(1.0 - dot(heading, his), 0.0, 1.0); // nobody overtakes who walks the same way
		own.xy += aside(heading, n) * (pass * sidestep) - n * (shareOf(into, back) * depth);
	} while (further(o));
	vec2 d = own.xy - p;
	float l = length(d), longest = min(min(0.5 * F.cell, max(0.5 * min(its.z, widest()), F.cell / 16.0)), HASTE * pace);
	return l > 0.0 ? d * min(1.0, longest / l) : d;
}

// Few give way in a round. Drivers that run shaders in vectors pay for a stride, taken or not, so a thread looks for the next of its
// bodies that takes one.
#define LANES 8u // threads beside each other go through bodies beside each other
void main() {
	uint bodies = fetch(binStart, binCount()).x, first = invocation() / LANES * (LANES * EACH) + invocation() % LANES;
	for (uint n = 0u; n < EACH;) {
		uint k = 0u;
		vec4 own, its;
		vec2 d = vec2(0.0);
		for (; n < EACH && d == vec2(0.0); n++) {
			k = first + n * LANES;
			if (k >= bodies) return;
			own = fetch(body, k);
			its = fetch(bodyHeading, k);
			d = wish(k, own, its);
			bodyNext[k] = own;
		}
		if (d == vec2(0.0)) return;
		Spot at = spotOf(bodyCell[k]);
		stride(at, own.xy, d, min(its.z, widest()));
		bodyCell[k] = at.cell;
		bodyNext[k] = own;
	}
}
