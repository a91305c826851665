#version 460
// Finds the velocity of every body whose group is of the model orca: the one nearest to that of the field that keeps clear of others for the
// horizon, if they do their share of it (van den Berg et al. 2011). Each of the nearest bodies leaves half of the plane of velocities, walls too.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
#include "lib/agent.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 3, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 4, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 5, std430) readonly buffer WallStart { uint wallStart[]; };
layout(set = 0, binding = 6, std430) readonly buffer PageWalls { uint pageWalls[]; };
layout(set = 0, binding = 7, std430) readonly buffer Walls { uvec2 walls[]; };
layout(set = 0, binding = 8, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 9, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 10, std430) readonly buffer Models { uint models[]; };
layout(set = 0, binding = 11, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 12, std430) readonly buffer Velocity { uint velocity[]; };
layout(set = 0, binding = 13, std430) readonly buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 14, std430) readonly buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 15, std430) readonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 16, std430) readonly buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 17, std430) readonly buffer AgentID { uint agentID[]; };
layout(set = 0, binding = 18, std430) readonly buffer BinStart { uint binStart[]; };
layout(set = 0, binding = 19, std430) readonly buffer BodySlot { uint bodySlot[]; };
layout(set = 0, binding = 20, std430) readonly buffer Mover { uvec4 mover[]; };
layout(set = 0, binding = 21, std430) readonly buffer AgentPace { float agentPace[]; };
layout(set = 0, binding = 22, std430) writeonly buffer BodyWish { vec2 bodyWish[]; };
#include "lib/around.glsl"
#include "lib/avoid.glsl"
#include "lib/model.glsl"
#include "lib/mover.glsl"
#include "lib/near.glsl"
#include "lib/steer.glsl"

#define NEIGHBOURS 10 // at most so many bodies have a say, the nearest
#define WALLS 4       // and so many walls
#define LINES (WALLS + NEIGHBOURS)
#define PARALLEL 1e-5 // sine below which lines count as parallel
#define WALL_TIME 0.2 // nobody walks so fast at a wall that he would reach it sooner [s]
#define YIELD 0.1     // part that bodies have in giving way however they walk [m/s]
#define SLOW 0.2      // share of the horizon that is left to who stands: in a queue nobody looks far ahead
#define LEAN 0.02     // angle to the right by which who is not free would walk, and as much again by chance [rad]
#define PUSH 5.0      // slack of who stands though he would walk, as a share of the speed that he would have
#define AMBLE 0.35    // share of it with which others go his way without trying his patience
#define HALVINGS 8u

// A line of the plane of velocities: a point and a direction; what is left of it can be had. First those of walls, then those of
// bodies. Loops over them are unrolled, so that they lie in registers.
vec2 at[LINES], along[LINES];

const vec2 nowhere = vec2(0.0, -1e3); // of a line that leaves everything, with direction +x

// A point of line n once bodies may be violated by slack.
vec2 point(int n, float slack) { return n < WALLS ? at[n] : at[n] + slack * vec2(along[n].y, -along[n].x); }

// How deep a velocity lies on the wrong side of line n.
float depth(int n, vec2 v) { return cross2(along[n], at[n] - v); }

// The velocity nearest to want, and no faster than the radius, that all lines leave; false if there is none. Line by line, where
// one is violated the best lies on it.
bool nearestLeft(float slack, float radius, vec2 want, out vec2 v) {
	v = want * min(1.0, radius / max(length(want), 1e-6));
	bool left = true;
	[[unroll]] for (int i = 0; i < LINES; i++) {
		vec2 p = point(i, slack), d = along[i];
		float middle = dot(p, d), root = middle * middle + radius * radius - dot(p, p), reach = sqrt(max(root, 0.0));
		float low = -middle - reach, high = -middle + reach;
		bool some = root >= 0.0;
		[[unroll]] for (int j = 0; j < i; j++) {
			float det = cross2(d, along[j]), num = cross2(along[j], p - point(j, slack)), t = num / det;
			if (det > PARALLEL) high = min(high, t);
			if (det < -PARALLEL) low = max(low, t);
			some = some && !(abs(det) <= PARALLEL && num < 0.0);
		}
		if (cross2(d, p - v) <= 0.0) continue;
		left = left && some && low <= high;
		v = p + clamp(dot(d, want - p), low, high) * d;
	}
	return left;
}

// The nearest velocity that all lines leave, or, where they leave none, with as little slack as will do.
vec2 solve(float radius, vec2 want) {
	vec2 v, u;
	bool done = nearestLeft(0.0, radius, want, v);
	float low = 0.0, high = 0.0; // slack that is too little, and enough
	for (uint n = done ? HALVINGS : 0u; n < HALVINGS; n++) {
		if (n == 0u) {
			v = vec2(0.0);
			[[unroll]] for (int i = WALLS; i < LINES; i++) high = max(high, depth(i, v));
		}
		float slack = 0.5 * (low + high);
		bool enough = nearestLeft(slack, radius, want, u);
		v = enough ? u : v;
		low = enough ? low : slack;
		high = enough ? slack : high;
	}
	return v;
}

// Line n is the one that another body leaves to one at velocity v; to: the way to it, sum: that of the radii. Of a pair, who walks into
// the other gives way.
void meet(int n, vec2 to, float sum, vec2 v, vec2 his, float horizon) {
	float way = max(length(to), 1e-6), into = max(dot(v, to) / way, 0.0), back = max(-dot(his, to) / way, 0.0);
	float share = (YIELD + into) / (2.0 * YIELD + into + back);
	float gap = dot(to, to) - sum * sum, time = gap > 0.0 ? horizon : max(S.dt, 1e-3);
	vec2 closing = v - his, w = closing - to / time; // from the middle of the cone's round end
	float l = length(w), ahead = dot(w, to);
	vec2 round = l > 1e-6 ? w / l : vec2(1.0, 0.0);
	float leg = sqrt(max(gap, 0.0)), left = cross2(to, w) >= 0.0 ? 1.0 : -1.0;
	vec2 side = vec2(left * to.x * leg - to.y * sum, to.x * sum + left * to.y * leg) / (way * way);
	bool blunt = gap <= 0.0 || ahead < 0.0 && ahead * ahead > sum * sum * l * l;
	along[n] = blunt ? vec2(round.y, -round.x) : side;
	at[n] = v + share * (blunt ? (sum / time - l) * round : dot(closing, side) * side - closing);
}

void main() {
	uint k = invocation();
	if (k >= binStart[binCount()]) return;
	uint i = bodySlot[k], group = agentState[i] >> 8, c = agentCell[i];
	vec4 its = agentBody[i];
	if (group >= F.groups || models[group] != MODEL_ORCA || (agentState[i] & 0xffu) == STATE_WAITING && S.time < its.z) return;
	uvec4 own = mover[k];
	vec2 p = agentPosition[i], want;
	plane = group * F.cells;
	speed = F.parties == 0u ? its.y : its.y * agentPace[i];
	classSpeed = classes[groups[group].class_].speed;
	if (!fieldVelocity(c, p, want)) {
		bodyWish[k] = vec2(INF);
		return;
	}
	float r = moverRadius(own), reach = min(2.0 * speed * F.horizon, NEAREST) + 2.0 * r;
	vec2 v = moverVelocity(own);

	float gaps[WALLS], ways[NEIGHBOURS]; // ascending
	uint who[NEIGHBOURS];
	[[unroll]] for (int n = 0; n < LINES; n++) {
		at[n] = nowhere;
		along[n] = vec2(1.0, 0.0);
	}
	[[unroll]] for (int n = 0; n < WALLS; n++) gaps[n] = INF;
	[[unroll]] for (int n = 0; n < NEIGHBOURS; n++) {
		ways[n] = reach * reach;
		who[n] = NONE;
	}

	uvec2 range = wallRange(c);
	vec2 centre = cellCentre(pages[c / PAGE_CELLS], c);
	for (uint m = range.x; m < range.y; m++) {
		vec2 to = segmentNearest(unpackWall(centre, walls[m]), p) - p;
		float gap = length(to);
		if (gap <= 0.0) continue;
		vec2 wallAt = to * (max(gap - r, 0.0) / (WALL_TIME * gap)), wallAlong = vec2(-to.y, to.x) / gap;
		[[unroll]] for (int n = 0; n < WALLS; n++) {
			bool nearer = gap < gaps[n];
			vec3 last = vec3(gaps[n], at[n]);
			vec2 lastAlong = along[n];
			gaps[n] = nearer ? gap : gaps[n];
			at[n] = nearer ? wallAt : at[n];
			along[n] = nearer ? wallAlong : along[n];
			gap = nearer ? last.x : gap;
			wallAt = nearer ? last.yz : wallAt;
			wallAlong = nearer ? lastAlong : wallAlong;
		}
	}

	Window w = windowOver(p - reach, p + reach);
	for (uint m; nextBody(w, m);) {
		uvec4 other = mover[m];
		vec2 to = moverAt(other) - p;
		float way = dot(to, to);
		if (m == k || way >= ways[NEIGHBOURS - 1] || !onOneLayer(own, other)) continue;
		uint id = m;
		[[unroll]] for (int n = 0; n < NEIGHBOURS; n++) {
			bool nearer = way < ways[n];
			float lastWay = ways[n];
			uint last = who[n];
			ways[n] = nearer ? way : ways[n];
			who[n] = nearer ? id : who[n];
			way = nearer ? lastWay : way;
			id = nearer ? last : id;
		}
	}
	float horizon = F.horizon * clamp(length(v) / max(speed, 1e-3), SLOW, 1.0), s = max(length(want), 1e-3);
	float held = clamp(1.0 - dot(v, want) / (s * s), 0.0, 1.0), impatience = PUSH * s * held * held;
	[[unroll]] for (int n = 0; n < NEIGHBOURS; n++) {
		if (who[n] == NONE) continue;
		uvec4 other = mover[who[n]];
		meet(WALLS + n, moverAt(other) - p, r + moverRadius(other) + SPARE, v, moverVelocity(other), horizon);
		at[WALLS + n] = point(WALLS + n, impatience * clamp(1.0 - dot(moverVelocity(other), want) / (AMBLE * s * s), 0.0, 1.0));
	}

	float lean = 0.0;
	[[unroll]] for (int n = 0; n < LINES; n++) if (depth(n, want) > 0.0) lean = LEAN;
	want += lean * (1.0 + chance(agentID[i])) * vec2(-want.y, want.x);
	bodyWish[k] = solve(speed, want);
}
