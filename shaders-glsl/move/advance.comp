#version 460
// Moves every body for one step: as its local model wishes, or along its group's velocity field, held off walls, from cell
// to cell over links.
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
layout(set = 0, binding = 5) uniform samplerBuffer clearance;
layout(set = 0, binding = 6) uniform usamplerBuffer cellZone;
layout(set = 0, binding = 7) uniform usamplerBuffer wallStart;
layout(set = 0, binding = 8) uniform usamplerBuffer pageWalls;
layout(set = 0, binding = 9) uniform usamplerBuffer walls;
layout(set = 0, binding = 10, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 11, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 12) uniform usamplerBuffer models;
layout(set = 0, binding = 13, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 14, std430) readonly buffer Velocity { uint velocity[]; };
layout(set = 0, binding = 15) uniform usamplerBuffer bodyAgent;
layout(set = 0, binding = 16) uniform samplerBuffer agentHeight;
layout(set = 0, binding = 17) uniform usamplerBuffer agentStage;
layout(set = 0, binding = 18) uniform samplerBuffer agentPace;
layout(set = 0, binding = 19, std430) writeonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 20) uniform usamplerBuffer binStart;
layout(set = 0, binding = 21) uniform usamplerBuffer bodySlot;
layout(set = 0, binding = 22) uniform samplerBuffer bodyWish;
layout(set = 0, binding = 23, std430) writeonly buffer Body { vec4 body[]; };
layout(set = 0, binding = 24, std430) writeonly buffer BodyHeading { vec4 bodyHeading[]; };
layout(set = 0, binding = 25, std430) writeonly buffer BodyCell { uint bodyCell[]; };
layout(set = 0, binding = 26, std430) buffer Events { uint events[]; };
layout(set = 0, binding = 27, std430) buffer Tally { uint tally[]; };
#include "lib/bins.glsl"
#include "lib/body.glsl"
#include "lib/finite.glsl"
#include "lib/model.glsl"
#include "lib/own.glsl"
#include "lib/steer.glsl"
#include "lib/walls.glsl"

#define STUCK 0.1      // an agent that makes less than this share of its way is held by walls
#define MAX_STRIDES 64.0

shared uint counts[TALLY_EVENTS + 1];
shared uint drift, push;

// The agent being moved, beside what lib/steer.glsl has.
uint goal;
float radius, classRadius;

bool arrived(uint c) { return (fetch(cellZone, c).x & 0xffffu) == goal + 1u; }

// Neighbour k of a cell: in direction k/2 if k is even, else the diagonal one between k/2 and the next, where both ways
// round lead to it; NONE where there is no way.
uint neighbour(uint c, uint k) {
	uint d = k / 2u, e = (d + 1u) & 3u, a = link(c, d), b = link(c, e);
	if ((k & 1u) == 0u) return a;
	uint ab = a != NONE ? link(a, e) : NONE;
	return b != NONE && ab == link(b, d) ? ab : NONE;
}

// The cell to which an agent leaves a cell beside a wall, where the plan of its group does not go: the neighbour of
// lowest potential, else the one that is farthest from walls; NONE if there is none.
uint exitCell(uint c) {
	uint lowest = NONE, widest = NONE;
	float low = INF, wide = fetch(clearance, c).x;
	bool narrow = wide < classRadius;
	for (uint k = 0u; k < 8u; k++) {
		uint n = neighbour(c, k);
		if (n == NONE) continue;
		float phi = abs(potential[plane + n]), room = fetch(clearance, n).x;
		if (phi < low) {
			low = phi;
			lowest = n;
		}
		if (room > wide) {
			wide = room;
			widest = n;
		}
	}
	return lowest == NONE && narrow ? widest : lowest;
}

// Velocity towards the nearest point from which the field can be followed: the centre of the cell or of a neighbour.
bool rescueVelocity(Spot at, vec2 p, out vec2 v) {
	v = vec2(0.0);
	uint to = reaches(at.cell) ? at.cell : exitCell(at.cell);
	if (to == NONE) return false;
	vec2 d = cellCentre(fetch(pages, to / PAGE_CELLS), to) - p;
	float way = length(d);
	if (way > 0.0 && S.dt > 0.0) v = d * min(speed / way, 1.0 / S.dt);
	return true;
}

// Walks at velocity v for the time of the step, in strides too short to pass through a wall; stops at the goal.
void march(inout Spot at, inout vec2 p, vec2 v) {
	float longest = min(0.5 * F.cell, max(0.5 * radius, F.cell / 16.0)), way = length(v) * S.dt;
	if (!(way > 0.0)) return;
	float n = min(ceil(way / longest), MAX_STRIDES);
	vec2 d = v * (S.dt / max(n, way / longest));
	for (float k = 0.0; k < n && !arrived(at.cell); k++) stride(at, p, d, radius);
}

// Whether there is a velocity to walk at: what the body's local model has found, or that of the field. There is none where nothing
// leads anywhere, unless it is the cell itself, nor where the model has found that walls are in the way.
bool follows(uint k, bool wishes, Spot at, vec2 p, out vec2 v) {
	if (!wishes) return fieldVelocity(at, p, v) || reaches(at.cell);
	v = fetch(bodyWish, k).xy;
	bool led = v.x < INF, held = !led && v.y == 0.0;
	v = led ? v : vec2(0.0);
	return led || !held && reaches(at.cell);
}

// Moves the agent; false if it is stranded. Where the field leads nowhere, or walls stop who follows it, it is rescued.
bool walk(uint k, bool wishes, inout Spot at, inout vec2 p) {
	vec2 from = p, v;
	bool led = follows(k, wishes, at, p, v);
	for (uint rescue = led ? 0u : 1u; rescue < 2u; rescue++) {
		if (rescue == 1u && !rescueVelocity(at, p, v)) return led;
		march(at, p, v);
		if (arrived(at.cell) || distance(p, from) >= STUCK * length(v) * S.dt) break;
	}
	return true;
}

// The radius of a body at p: no wider than the nearest wall lets it, so that no wall parts bodies that overlap.
float roomFor(float r, Spot at, vec2 p) {
	uvec2 range = wallRange(at.cell);
	vec2 centre = spotCentre(at);
	for (uint i = range.x; i < range.y; i++) r = min(r, segmentDistance(unpackWall(centre, fetch(walls, i).xy), p));
	return r;
}

// Frees the agent's slot and counts why.
void leave(uint i, uint reason) {
	agentState[i] = STATE_FREE;
	atomicOr(events[i >> 5], 1u << (i & 31u));
	atomicAdd(counts[reason], 1u);
	atomicAdd(counts[TALLY_ALIVE], 0xffffffffu);
	atomicAdd(counts[TALLY_EVENTS], 1u);
}

// Moves an agent that has a cell, and gives the radius of its body.
float advance(uint k, uint i, Own its, bool waits, bool advised, uint group, inout uint c, inout vec2 p) {
	radius = min(its.radius, widest());
	speed = F.parties == 0u ? its.speed : its.speed * fetch(agentPace, i).x;
	plane = group * F.cells;
	goal = groups[group].goal;
	classSpeed = classes[groups[group].class_].speed;
	classRadius = classes[groups[group].class_].radius;
	bool free = true;
	Spot at = spotOf(c);
	if (!waits) {
		bool there = arrived(c);
		free = there || walk(k, fetch(models, group).x != MODEL_CONTINUUM && k < fetch(binStart, binCount()).x, at, p);
		c = at.cell;
		if ((there || arrived(c) && !advised) && (F.stages == 0u || fetch(agentStage, i).x == NONE)) {
			leave(i, TALLY_ARRIVED);
			return GONE;
		}
		if (!advised) agentState[i] = (free ? STATE_WALKING : STATE_STRANDED) | group << 8;
	}
	if (!free) atomicAdd(counts[TALLY_STRANDED], 1u);
	atomicMax(push, floatBitsToUint(float(ROUNDS) * HASTE * its.speed * S.dt));
	atomicMax(drift, floatBitsToUint(distance(p, its.at)));
	return roomFor(radius + SPARE, at, p);
}

void embody(uint k) {
	Own its = ownOf(k);
	uint i = fetch(bodySlot, k).x, state = its.state & 0xffu, group = its.state >> 8, c = its.cell;
	vec2 p = its.at;
	float r = GONE;
	if (c == NONE) { // the scene has changed and left no floor
		if (state == STATE_WALKING) agentState[i] = STATE_STRANDED | group << 8;
		atomicAdd(counts[TALLY_STRANDED], 1u);
	} else if (c >= F.cells || group >= F.groups || !finite(p)) {
		leave(i, TALLY_LOST);
	} else {
		r = advance(k, i, its, rests(its), state == STATE_ADVISED, group, c, p);
	}
	vec2 way = p - its.at;
	float l = length(way);
	body[k] = vec4(p, r, fetch(agentHeight, i).x);
	bodyHeading[k] = vec4(l > 0.0 ? way / l : vec2(0.0), its.radius, its.speed);
	bodyCell[k] = c;
}

void main() {
	uint local = gl_LocalInvocationIndex, k = invocation(), all = fetch(binStart, binCount() + 1u).x;
	if (local <= TALLY_EVENTS) counts[local] = 0u;
	if (local == 0u) {
		drift = push = 0u;
		counts[TALLY_ALIVE] = min(max(all, k) - k, gl_WorkGroupSize.x); // less those who leave: they are few
	}
	barrier();
	if (k < all) embody(k);
	barrier();
	if (local <= TALLY_EVENTS && counts[local] != 0u) atomicAdd(tally[local], counts[local]);
	if (local != 0u) return;
	atomicMax(tally[TALLY_DRIFT], drift);
	atomicMax(tally[TALLY_PUSH], push);
}
