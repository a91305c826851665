#version 460
// A round of separation: every body gives way to those that it overlaps, as they were before the round, over the floor and
// not into walls. Of a pair, who walks into the other gives way to it, and steps aside if that one stands or comes towards it.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 3, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 4, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 5, std430) readonly buffer WallStart { uint wallStart[]; };
layout(set = 0, binding = 6, std430) readonly buffer PageWalls { uint pageWalls[]; };
layout(set = 0, binding = 7, std430) readonly buffer Walls { uvec2 walls[]; };
layout(set = 0, binding = 8, std430) readonly buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 9, std430) readonly buffer BinStart { uint binStart[]; };
layout(set = 0, binding = 10, std430) readonly buffer BodySlot { uint bodySlot[]; };
layout(set = 0, binding = 11, std430) readonly buffer BodyHeading { vec2 bodyHeading[]; };
layout(set = 0, binding = 12, std430) readonly buffer Near { uint near[]; };
layout(set = 0, binding = 13, std430) readonly buffer Tally { uint tally[]; };
layout(set = 0, binding = 14, std430) readonly buffer Body { vec4 body[]; };
layout(set = 0, binding = 15, std430) writeonly buffer BodyNext { vec4 bodyNext[]; };
layout(set = 0, binding = 16, std430) buffer BodyCell { uint bodyCell[]; };
layout(push_constant) uniform Push { uint round; } push;
#include "lib/meet.glsl"
#include "lib/touch.glsl"
#include "lib/walls.glsl"

#define SLACK (2.0 * WALL_SLACK) // overlaps up to this are let be: two bodies that touch a wall from both sides may have as much [m]
#define EVEN 0.1 // part that bodies have in giving way whichever way they walk
#define SIDESTEP 0.5 // way past somebody, in the first round, likewise
#define RIGHT 0.5 // sine of the angle to the right from which on somebody is passed on the left

// The direction from body k to body m, which stand on the same spot: opposite for the two, and any for each pair.
vec2 anyDirection(uint k, uint m) {
	uint a = min(bodySlot[k], bodySlot[m]), b = max(bodySlot[k], bodySlot[m]);
	uint h = (a * 0x9e3779b1u ^ b) * 0x85ebca6bu;
	float angle = float(h >> 8) * (6.2831853 / 16777216.0);
	return vec2(cos(angle), sin(angle)) * (k < m ? 1.0 : -1.0);
}

// The share of a body in parting from another; into: how straight it walks into the other, back: the other into it.
float shareOf(float into, float back) { return (EVEN + into) / (2.0 * EVEN + into + back); }

// The direction past a body in direction n for who walks along heading: to the right, unless that is the longer way by far.
// Two that meet choose alike.
vec2 aside(vec2 heading, vec2 n) { return vec2(-n.y, n.x) * (cross2(heading, n) < RIGHT ? 1.0 : -1.0); }

void main() {
	uint k = invocation();
	if (k >= binStart[binCount()]) return;
	vec4 own = body[k];
	vec2 p = own.xy, heading = bodyHeading[k];
	vec2 agent = agentBody[bodySlot[k]].xy; // its radius, which may be more than there is room for, and its speed
	float pace = agent.y * S.dt, sidestep = push.round == 0u ? SIDESTEP * pace : 0.0;
	Meeting w = meeting(k, own);
	for (uint m; nextMet(k, w, m);) {
		vec4 other = body[m];
		float depth = overlap(own, other);
		if (m == k || depth <= SLACK) continue;
		vec2 d = other.xy - own.xy;
		float l = length(d);
		vec2 n = l > 1e-6 ? d / l : anyDirection(k, m);
		vec2 his = bodyHeading[m];
		float into = max(dot(heading, n), 0.0), back = max(-dot(his, n), 0.0);
		float pass = into * clamp(1.0 - dot(heading, his), 0.0, 1.0); // nobody overtakes who walks the same way
		own.xy += aside(heading, n) * (pass * sidestep) - n * (shareOf(into, back) * depth);
	}
	vec2 d = own.xy - p;
	float l = length(d), radius = min(agent.x, widest()), longest = min(min(0.5 * F.cell, max(0.5 * radius, F.cell / 16.0)), HASTE * pace);
	if (l > 0.0) d *= min(1.0, longest / l);
	uint c = bodyCell[k];
	for (bool moves = d != vec2(0.0); moves; moves = false) stride(c, p, d, radius); // a loop, as drivers may run both sides of a branch
	bodyCell[k] = c;
	bodyNext[k] = vec4(p, own.zw);
}
