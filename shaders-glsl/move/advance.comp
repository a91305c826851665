#version 460
// Moves every agent for one step: along its group's velocity field, held off walls, from cell to cell over links.
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
layout(set = 0, binding = 5, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 6, std430) readonly buffer Slope { uint slope[]; };
layout(set = 0, binding = 7, std430) readonly buffer Clearance { float clearance[]; };
layout(set = 0, binding = 8, std430) readonly buffer CellZone { uint cellZone[]; };
layout(set = 0, binding = 9, std430) readonly buffer WallStart { uint wallStart[]; };
layout(set = 0, binding = 10, std430) readonly buffer PageWalls { uint pageWalls[]; };
layout(set = 0, binding = 11, std430) readonly buffer Walls { uvec2 walls[]; };
layout(set = 0, binding = 12, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 13, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 14, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 15, std430) readonly buffer Velocity { uint velocity[]; };
layout(set = 0, binding = 16, std430) buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 17, std430) buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 18, std430) writeonly buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 19, std430) buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 20, std430) buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 21, std430) buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 22, std430) buffer Events { uint events[]; };
layout(set = 0, binding = 23, std430) buffer Tally { uint tally[]; };
#include "lib/surface.glsl"
#include "lib/walls.glsl"
#include "lib/bins.glsl"
#include "lib/finite.glsl"

#define OPPOSED 0.2    // velocities that cancel to less than this share have no common direction
#define STUCK 0.1      // an agent that makes less than this share of its way is held by walls
#define MAX_STRIDES 64.0

shared uint counts[TALLY_EVENTS + 1];

// The agent being moved.
uint plane; // first cell of its group's fields
uint goal;
Class kind;
float radius, speed;

bool reaches(uint c) { return c != NONE && potential[plane + c] < INF; }

bool arrived(uint c) { return (cellZone[c] & 0xffffu) == goal + 1u; }

// Velocity of the field at p for the agent's own speed; false where no cell around leads anywhere. Goals, where the
// field stands still, have no say, or agents would slow down before them.
bool fieldVelocity(uint c, vec2 p, out vec2 v) {
	Corners q = cornersAt(c, p);
	vec2 sum = vec2(0.0), own = vec2(0.0);
	float speeds = 0.0, weight = 0.0;
	for (uint k = 0u; k < 4u; k++) {
		if (!reaches(q.cell[k])) continue;
		vec2 u = unpackPair(velocity[plane + q.cell[k]], VELOCITY_UNITS);
		float s = length(u);
		if (s <= 0.0) continue;
		if (k == 0u) own = u;
		sum += q.weight[k] * u;
		speeds += q.weight[k] * s;
		weight += q.weight[k];
	}
	v = vec2(0.0);
	if (!(weight > 0.0)) return false;
	float scale = speed / kind.speed, joint = length(sum);
	if (joint < OPPOSED * speeds && own != vec2(0.0)) v = own * scale;
	else if (joint > 0.0) v = sum * (speeds / weight / joint * scale);
	return true;
}

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
	if (to != NONE || best >= kind.radius) return to;
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

// Moves the agent; false if it is stranded. Where the field leads nowhere, or walls stop who follows it, it is rescued.
bool walk(inout uint c, inout vec2 p) {
	vec2 from = p, v;
	bool follows = fieldVelocity(c, p, v) || reaches(c);
	for (uint rescue = follows ? 0u : 1u; rescue < 2u; rescue++) {
		if (rescue == 1u && !rescueVelocity(c, p, v)) return follows;
		march(c, p, v);
		if (arrived(c) || distance(p, from) >= STUCK * length(v) * S.dt) break;
	}
	return true;
}

// Frees the agent's slot and counts why.
void leave(uint i, uint reason) {
	agentState[i] = STATE_FREE;
	atomicOr(events[i >> 5], 1u << (i & 31u));
	atomicAdd(counts[reason], 1u);
	atomicAdd(counts[TALLY_EVENTS], 1u);
}

void advance(uint i) {
	uint state = agentState[i] & 0xffu, group = agentState[i] >> 8, c = agentCell[i];
	if (state == STATE_FREE) return;
	if (c == NONE) { // the scene has changed and left no floor
		if (state == STATE_WALKING) agentState[i] = STATE_STRANDED | group << 8;
		atomicAdd(counts[TALLY_ALIVE], 1u);
		atomicAdd(counts[TALLY_STRANDED], 1u);
		return;
	}
	vec2 from = agentPosition[i], p = from;
	if (c >= F.cells || group >= F.groups || !finite(p)) {
		leave(i, TALLY_LOST);
		return;
	}
	vec4 body = agentBody[i];
	if (state == STATE_WAITING && S.time < body.z) {
		agentVelocity[i] = vec2(0.0);
		atomicAdd(counts[TALLY_ALIVE], 1u);
		return;
	}
	plane = group * F.cells;
	goal = groups[group].goal;
	kind = classes[groups[group].class_];
	radius = min(body.x, widest());
	speed = body.y;
	bool free = arrived(c) || walk(c, p);
	float y = surfaceHeight(c, p);
	agentPosition[i] = p;
	agentCell[i] = c;
	agentVelocity[i] = S.dt > 0.0 ? (p - from) / S.dt : vec2(0.0);
	agentBody[i].w = body.w + length(vec3(p - from, y - agentHeight[i]));
	agentHeight[i] = y;
	if (arrived(c)) {
		leave(i, TALLY_ARRIVED);
		return;
	}
	agentState[i] = (free ? STATE_WALKING : STATE_STRANDED) | group << 8;
	atomicAdd(counts[TALLY_ALIVE], 1u);
	if (!free) atomicAdd(counts[TALLY_STRANDED], 1u);
}

void main() {
	uint local = gl_LocalInvocationIndex;
	if (local <= TALLY_EVENTS) counts[local] = 0u;
	barrier();
	uint i = invocation();
	if (i < F.capacity) advance(i);
	barrier();
	if (local <= TALLY_EVENTS && counts[local] != 0u) atomicAdd(tally[local], counts[local]);
}
