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
layout(set = 0, binding = 2, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 3, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 4, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 5, std430) readonly buffer Clearance { float clearance[]; };
layout(set = 0, binding = 6, std430) readonly buffer CellZone { uint cellZone[]; };
layout(set = 0, binding = 7, std430) readonly buffer WallStart { uint wallStart[]; };
layout(set = 0, binding = 8, std430) readonly buffer PageWalls { uint pageWalls[]; };
layout(set = 0, binding = 9, std430) readonly buffer Walls { uvec2 walls[]; };
layout(set = 0, binding = 10, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 11, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 12, std430) readonly buffer Models { uint models[]; };
layout(set = 0, binding = 13, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 14, std430) readonly buffer Velocity { uint velocity[]; };
layout(set = 0, binding = 15, std430) readonly buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 16, std430) readonly buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 17, std430) readonly buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 18, std430) readonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 19, std430) readonly buffer AgentStage { uint agentStage[]; };
layout(set = 0, binding = 20, std430) readonly buffer AgentPace { float agentPace[]; };
layout(set = 0, binding = 21, std430) buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 22, std430) readonly buffer BinStart { uint binStart[]; };
layout(set = 0, binding = 23, std430) readonly buffer BodySlot { uint bodySlot[]; };
layout(set = 0, binding = 24, std430) readonly buffer BodyWish { vec2 bodyWish[]; };
layout(set = 0, binding = 25, std430) writeonly buffer Body { vec4 body[]; };
layout(set = 0, binding = 26, std430) writeonly buffer BodyHeading { vec2 bodyHeading[]; };
layout(set = 0, binding = 27, std430) writeonly buffer BodyCell { uint bodyCell[]; };
layout(set = 0, binding = 28, std430) buffer Events { uint events[]; };
layout(set = 0, binding = 29, std430) buffer Tally { uint tally[]; };
#include "lib/bins.glsl"
#include "lib/body.glsl"
#include "lib/finite.glsl"
#include "lib/model.glsl"
#include "lib/steer.glsl"
#include "lib/walls.glsl"

#define STUCK 0.1      // an agent that makes less than this share of its way is held by walls
#define MAX_STRIDES 64.0

shared uint counts[TALLY_EVENTS + 1];
shared uint drift, push;

// The agent being moved, beside what lib/steer.glsl has.
uint goal;
float radius, classRadius;

bool arrived(uint c) { return (cellZone[c] & 0xffffu) == goal + 1u; }

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
	uint to = NONE;
	float best = INF;
	for (uint k = 0u; k < 8u; k++) {
		uint n = neighbour(c, k);
		if (!reaches(n) || abs(potential[plane + n]) >= best) continue;
		best = abs(potential[plane + n]);
		to = n;
	}
	best = clearance[c];
	if (to != NONE || best >= classRadius) return to;
	for (uint k = 0u; k < 8u; k++) {
		uint n = neighbour(c, k);
		if (n == NONE || clearance[n] <= best) continue;
		best = clearance[n];
		to = n;
	}
	return to;
}

// Velocity towards the nearest point from which the field can be followed: the centre of the cell or of a neighbour.
bool rescueVelocity(uint c, vec2 p, out vec2 v) {
	v = vec2(0.0);
	uint to = reaches(c) ? c : exitCell(c);
	if (to == NONE) return false;
	vec2 d = cellCentre(pages[to / PAGE_CELLS], to) - p;
	float way = length(d);
	if (way > 0.0 && S.dt > 0.0) v = d * min(speed / way, 1.0 / S.dt);
	return true;
}

// Walks at velocity v for the time of the step, in strides too short to pass through a wall; stops at the goal.
void march(inout uint c, inout vec2 p, vec2 v) {
	float longest = min(0.5 * F.cell, max(0.5 * radius, F.cell / 16.0)), way = length(v) * S.dt;
	if (!(way > 0.0)) return;
	float n = min(ceil(way / longest), MAX_STRIDES);
	vec2 d = v * (S.dt / max(n, way / longest));
	for (float k = 0.0; k < n && !arrived(c); k++) stride(c, p, d, radius);
}

// The velocity to walk at: what the body's local model has found, or that of the field; false where nothing leads anywhere.
bool wanted(uint k, bool wishes, uint c, vec2 p, out vec2 v) {
	bool leads = false;
	for (bool own = !wishes; own; own = false) leads = fieldVelocity(c, p, v); // a loop, as drivers may run both sides of a branch
	if (!wishes) return leads;
	v = bodyWish[k];
	return v.x < INF;
}

// Moves the agent; false if it is stranded. Where the field leads nowhere, or walls stop who follows it, it is rescued.
bool walk(uint k, bool wishes, inout uint c, inout vec2 p) {
	vec2 from = p, v;
	bool follows = wanted(k, wishes, c, p, v) || reaches(c);
	for (uint rescue = follows ? 0u : 1u; rescue < 2u; rescue++) {
		if (rescue == 1u && !rescueVelocity(c, p, v)) return follows;
		march(c, p, v);
		if (arrived(c) || distance(p, from) >= STUCK * length(v) * S.dt) break;
	}
	return true;
}

// The radius of a body at p: no wider than the nearest wall lets it, so that no wall parts bodies that overlap.
float roomFor(float r, uint c, vec2 p) {
	uvec2 range = wallRange(c);
	vec2 centre = cellCentre(pages[c / PAGE_CELLS], c);
	for (uint i = range.x; i < range.y; i++) r = min(r, segmentDistance(unpackWall(centre, walls[i]), p));
	return r;
}

// Frees the agent's slot and counts why.
void leave(uint i, uint reason) {
	agentState[i] = STATE_FREE;
	atomicOr(events[i >> 5], 1u << (i & 31u));
	atomicAdd(counts[reason], 1u);
	atomicAdd(counts[TALLY_EVENTS], 1u);
}

// Moves an agent that has a cell, and gives the radius of its body.
float advance(uint k, uint i, bool waits, bool advised, uint group, inout uint c, inout vec2 p) {
	vec2 from = p;
	vec2 its = agentBody[i].xy;
	radius = min(its.x, widest());
	speed = F.parties == 0u ? its.y : its.y * agentPace[i];
	plane = group * F.cells;
	goal = groups[group].goal;
	classSpeed = classes[groups[group].class_].speed;
	classRadius = classes[groups[group].class_].radius;
	bool free = true;
	if (!waits) {
		bool there = arrived(c);
		free = there || walk(k, models[group] != MODEL_CONTINUUM && k < binStart[binCount()], c, p);
		if ((there || arrived(c) && !advised) && (F.stages == 0u || agentStage[i] == NONE)) {
			leave(i, TALLY_ARRIVED);
			return GONE;
		}
		if (!advised) agentState[i] = (free ? STATE_WALKING : STATE_STRANDED) | group << 8;
	}
	atomicAdd(counts[TALLY_ALIVE], 1u);
	if (!free) atomicAdd(counts[TALLY_STRANDED], 1u);
	atomicMax(push, floatBitsToUint(float(ROUNDS) * HASTE * its.y * S.dt));
	atomicMax(drift, floatBitsToUint(distance(p, from)));
	return roomFor(radius + SPARE, c, p);
}

void embody(uint k) {
	uint i = bodySlot[k], state = agentState[i] & 0xffu, group = agentState[i] >> 8, c = agentCell[i];
	vec2 from = agentPosition[i], p = from;
	float r = GONE;
	if (c == NONE) { // the scene has changed and left no floor
		if (state == STATE_WALKING) agentState[i] = STATE_STRANDED | group << 8;
		atomicAdd(counts[TALLY_ALIVE], 1u);
		atomicAdd(counts[TALLY_STRANDED], 1u);
	} else if (c >= F.cells || group >= F.groups || !finite(p)) {
		leave(i, TALLY_LOST);
	} else {
		bool advised = state == STATE_ADVISED, waits = (state == STATE_WAITING || advised) && S.time < agentBody[i].z;
		r = advance(k, i, waits || state == STATE_DRIVEN, advised, group, c, p);
	}
	vec2 way = p - from;
	float l = length(way);
	body[k] = vec4(p, r, agentHeight[i]);
	bodyHeading[k] = l > 0.0 ? way / l : vec2(0.0);
	bodyCell[k] = c;
}

void main() {
	uint local = gl_LocalInvocationIndex;
	if (local <= TALLY_EVENTS) counts[local] = 0u;
	if (local == 0u) drift = push = 0u;
	barrier();
	uint k = invocation();
	if (k < binStart[binCount() + 1u]) embody(k);
	barrier();
	if (local <= TALLY_EVENTS && counts[local] != 0u) atomicAdd(tally[local], counts[local]);
	if (local != 0u) return;
	atomicMax(tally[TALLY_DRIFT], drift);
	atomicMax(tally[TALLY_PUSH], push);
}
