#version 460
// Finds the velocity of every body whose group avoids others (VO §3.2): of some directions about that of the field, the one that is best for
// being free and for leading there, and a speed that does not run into who is in it.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
#include "lib/agent.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 2) uniform usamplerBuffer pages;
layout(set = 0, binding = 3) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 4) uniform usamplerBuffer links;
layout(set = 0, binding = 5) uniform usamplerBuffer wallStart;
layout(set = 0, binding = 6) uniform usamplerBuffer pageWalls;
layout(set = 0, binding = 7) uniform usamplerBuffer walls;
layout(set = 0, binding = 8, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 9, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 10) uniform usamplerBuffer models;
layout(set = 0, binding = 11, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 12, std430) readonly buffer Velocity { uint velocity[]; };
layout(set = 0, binding = 13) uniform usamplerBuffer bodyAgent;
layout(set = 0, binding = 14) uniform usamplerBuffer binStart;
layout(set = 0, binding = 15) uniform usamplerBuffer bodySlot;
layout(set = 0, binding = 16) uniform usamplerBuffer place;
layout(set = 0, binding = 17) uniform usamplerBuffer motion;
layout(set = 0, binding = 18) uniform usamplerBuffer level;
layout(set = 0, binding = 19) uniform usamplerBuffer crowd;
layout(set = 0, binding = 20) uniform samplerBuffer agentPace;
layout(set = 0, binding = 21, std430) writeonly buffer BodyWish { vec2 bodyWish[]; };
layout(constant_id = 0) const uint STOREYS = 1u; // whether floors lie above each other
layout(constant_id = 1) const uint DIRECTIONS = 5u; // odd: straight on, then right and left, ever further
#include "lib/around.glsl"
#include "lib/model.glsl"
#include "lib/mover.glsl"
#include "lib/near.glsl"
#include "lib/own.glsl"
#include "lib/steer.glsl"
#include "lib/avoid.glsl"

// The directions to walk in and how long each is free [s].
vec2 way[DIRECTIONS];
float free[DIRECTIONS];

// Spreads the directions about d, which is of length 1.
void spread(vec2 d) {
	for (uint j = 0u; j < DIRECTIONS; j++) {
		float side = (j & 1u) == 1u ? 1.0 : -1.0, angle = side * FAN * float((j + 1u) / 2u) / float(max(DIRECTIONS / 2u, 1u));
		vec2 turn = vec2(cos(angle), sin(angle));
		way[j] = vec2(d.x * turn.x - d.y * turn.y, d.x * turn.y + d.y * turn.x);
		free[j] = F.horizon;
	}
}

// Bounds how long the directions are free of another body.
void meet(vec2 to, uint other, float r, float s) {
	vec2 his = velocityOf(other);
	float sum = r + radiusOf(other) + SPARE, gap = dot(to, to) - sum * sum;
	for (uint j = 0u; j < DIRECTIONS; j++) free[j] = min(free[j], timeToTouch(to, gap, s * way[j] - his));
}

// Bounds how long the detours are free of a wall, as if it went on for ever; the plan knows the walls on the way that it leads.
void skirt(vec2 p, float r, float s, vec4 wall) {
	vec2 to = segmentNearest(wall, p) - p;
	float l = length(to), gap = max(l - r, 0.0);
	for (uint j = 1u; j < DIRECTIONS; j++) {
		float closing = s * dot(way[j], to) / max(l, 1e-6);
		if (closing > 0.0) free[j] = min(free[j], gap / closing);
	}
}

// The velocity to walk at, of a body that would walk at velocity v.
vec2 choose(uint id, vec2 d, float s) {
	float best = -INF, t = 0.0;
	vec2 to = d;
	float bias = BIAS * (1.0 + 0.5 * chance(id));
	for (uint j = 0u; j < DIRECTIONS; j++) {
		float left = j > 0u && (j & 1u) == 0u ? bias : 0.0;
		float fitness = WEIGHT * free[j] / F.horizon + 0.5 * dot(way[j], d) + 0.5 - left;
		if (fitness <= best) continue;
		best = fitness;
		to = way[j];
		t = free[j];
	}
	return to * (s * clamp(t / max(PAUSE, S.dt), CREEP, 1.0));
}

void main() {
	uint k = invocation();
	if (k >= fetch(binStart, binCount()).x) return;
	Own its = ownOf(k);
	uint group = its.state >> 8, c = its.cell;
	if (group >= F.groups || fetch(models, group).x != MODEL_AVOID || rests(its)) return;
	uint here = fetch(place, k).x;
	int high = STOREYS != 0u ? int(fetch(level, k).x) : 0;
	vec2 p = its.at, v;
	plane = group * F.cells;
	speed = F.parties == 0u ? its.speed : its.speed * fetch(agentPace, fetch(bodySlot, k).x).x;
	classSpeed = classes[groups[group].class_].speed;
	Spot at = spotOf(c);
	if (!fieldVelocity(at, p, v)) {
		bodyWish[k] = vec2(INF);
		return;
	}
	float s = length(v), r = radiusOf(fetch(motion, k).x);
	vec2 d = s > 0.0 ? v / s : vec2(0.0);
	spread(d);
	float reach = reachIn(0.25 * uintBitsToFloat(fetch(crowd, c).x), min(2.0 * s * F.horizon, FARTHEST)) + 2.0 * r;
	vec2 middle = p + AHEAD * reach * d;
	Window w = windowOver(middle - (1.0 - AHEAD) * reach, middle + (1.0 - AHEAD) * reach);
	while (nextRow(w)) for (uint m = w.at; m < w.end; m++) {
		if (m == k || STOREYS != 0u && !onOneLayer(high, int(fetch(level, m).x))) continue;
		meet(wayTo(here, fetch(place, m).x), fetch(motion, m).x, r, s);
	}
	uvec2 range = wallRange(c);
	vec2 centre = spotCentre(at);
	for (uint n = range.x; n < range.y; n++) skirt(p, r, s, unpackWall(centre, fetch(walls, n).xy));
	bodyWish[k] = choose(its.id, d, s);
}
