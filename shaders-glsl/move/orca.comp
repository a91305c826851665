#version 460
// Finds the velocity of every body whose group is of the model orca: the one nearest to that of the field that keeps clear of others for the
// horizon, if they do their share of it (van den Berg et al. 2011). Each of the nearest bodies leaves half of the plane of velocities, walls too.
// passes/move/orca.go says what is beside that.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
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
layout(set = 0, binding = 22, std430) buffer AgentHeld { float agentHeld[]; };
layout(constant_id = 0) const uint STOREYS = 1u; // whether floors lie above each other
#include "lib/around.glsl"
#include "lib/avoid.glsl"
#include "lib/model.glsl"
#include "lib/mover.glsl"
#include "lib/near.glsl"
#include "lib/own.glsl"
#include "lib/steer.glsl"

#define NEIGHBOURS 10 // at most so many bodies have a say, the nearest
#define WALLS 4       // and so many walls
#define LINES (NEIGHBOURS + WALLS)
#define PARALLEL 1e-5 // least sine between lines that counts
#define WALL_TIME 0.2 // nobody walks so fast at a wall that he would reach it sooner [s]
#define YIELD 0.1     // part that bodies have in giving way however they walk [m/s]
#define SLOW 0.5      // share of the horizon that is left to who stands: in a queue nobody looks far ahead
#define LEAN 0.05     // angle to the right by which who is not free would walk, and as much again by chance [rad]
#define PUSH 5.0      // slack of who stands though he would walk, as a share of the speed that he would have
#define AMBLE 0.5     // share of it with which others go his way: the rest are in it
#define TURN 1.5      // angle to the right by which who is held up by who is in his way would walk [rad]
#define HELD 0.8      // share of the speed that he lacks who is held up
#define BEAR 2.0      // so long people of his own group do not try his patience [s]
#define TIRE 7.5      // then he does not turn for a moment, until TIRED, and begins again at AGAIN [s]
#define TIRED 8.0
#define AGAIN 3.0
#define ROOM 4e-3     // that bodies keep in the open [m]
#define STUCK 0.1     // share of the speed below which walls hold who would walk into them
#define EASE 0.1      // slack beyond that which is enough for somebody who stands [m/s]
#define HALVINGS 6u   // of the slack, where lines leave nothing

// Half-planes of velocities, as the direction d of the line and the least c of d × v that it leaves: first those of bodies, then
// those of walls. Loops over them are unrolled, so that they lie in registers.
vec3 lines[LINES];
bool walled; // whether there are any of walls

const vec3 everything = vec3(1.0, 0.0, -1e3); // is left

// How deep a velocity lies on the wrong side of a line.
float depth(vec3 l, vec2 v) { return l.z - cross2(l.xy, v); }

// Puts v, if line i is violated, to the best on it that the lines before leave; false if they leave nothing there. Those of bodies may be
// violated by slack.
bool keep(int i, float slack, float radius, vec2 want, inout vec2 v) {
	vec2 d = lines[i].xy;
	float c = lines[i].z - (i < NEIGHBOURS ? slack : 0.0), root = radius * radius - c * c;
	float high = sqrt(max(root, 0.0)), low = -high; // along the line, from its point nearest to no velocity at all
	[[unroll]] for (int j = 0; j < i; j++) {
		vec3 o = lines[j];
		float det = cross2(d, o.xy), num = c * dot(d, o.xy) - o.z + (j < NEIGHBOURS ? slack : 0.0);
		bool same = abs(det) < PARALLEL && dot(d, o.xy) > 0.0; // one leaves what the other does, as those of walls that meet in a corner
		float t = same ? INF : num / (abs(det) < PARALLEL ? PARALLEL : det);
		bool up = det > -PARALLEL;
		high = up ? min(high, t) : high;
		low = up ? low : max(low, t);
	}
	bool violated = c > cross2(d, v);
	v = violated ? c * vec2(-d.y, d.x) + clamp(dot(d, want), low, high) * d : v;
	return !violated || root >= 0.0 && low <= high;
}

// A loop would not do: the optimiser unrolls none with another in it, and the lines would lie in memory.
#define KEEP(i) left = keep(i, slack, radius, want, v) && left;

// The velocity nearest to want, and no faster than the radius, that all lines leave; false if there is none. Line by line, where
// one is violated the best lies on it.
bool nearestLeft(float slack, float radius, vec2 want, out vec2 v) {
	v = want * min(1.0, radius / max(length(want), 1e-6));
	bool left = true;
	KEEP(0) KEEP(1) KEEP(2) KEEP(3) KEEP(4) KEEP(5) KEEP(6) KEEP(7) KEEP(8) KEEP(9)
	for (bool once = walled; once; once = false) { // a loop, as drivers may run both sides of a branch
		KEEP(10) KEEP(11) KEEP(12) KEEP(13)
	}
	return left;
}

// The nearest velocity that all lines leave, or, where they leave none, with as little slack as will do. The try without slack is in the
// loop with the others, as drivers may run a loop once for nothing.
vec2 solve(float radius, vec2 want) {
	vec2 v = vec2(0.0), u;
	float slack = 0.0, low = 0.0, high = 0.0; // slack that is too little, and enough
	[[unroll]] for (int i = 0; i < NEIGHBOURS; i++) high = max(high, lines[i].z + EASE);
	bool done = false;
	for (uint n = 0u; n <= HALVINGS && !done; n++) {
		bool enough = nearestLeft(slack, radius, want, u);
		v = enough ? u : v;
		low = enough ? low : slack;
		high = enough ? slack : high;
		done = enough && n == 0u;
		slack = 0.5 * (low + high);
	}
	return v;
}

// The share of one at velocity v in giving way to another in a direction. Of a pair, who walks into the other gives way.
float shareOf(vec2 v, vec2 his, vec2 side) {
	float into = max(dot(v, side), 0.0), back = max(-dot(his, side), 0.0);
	return (YIELD + into) / (2.0 * YIELD + into + back);
}

// The line that another body leaves to one at velocity v who does his share; to: the way to it, sum: that of the radii.
vec3 lineOf(vec2 to, float sum, vec2 v, vec2 his, float share, float horizon) {
	float way = max(length(to), 1e-6), gap = dot(to, to) - sum * sum, time = gap > 0.0 ? horizon : max(S.dt, 1e-3);
	vec2 closing = v - his, w = closing - to / time; // from the middle of the cone's round end
	float l = length(w), ahead = dot(w, to);
	vec2 round = l > 1e-6 ? w / l : vec2(1.0, 0.0);
	float leg = sqrt(max(gap, 0.0)), left = cross2(to, w) >= 0.0 ? 1.0 : -1.0;
	vec2 side = vec2(left * to.x * leg - to.y * sum, to.x * sum + left * to.y * leg) / (way * way);
	bool blunt = gap <= 0.0 || ahead < 0.0 && ahead * ahead > sum * sum * l * l;
	vec2 d = blunt ? vec2(round.y, -round.x) : side;
	vec2 change = blunt ? (sum / time - l) * round : dot(closing, side) * side - closing;
	return vec3(d, cross2(d, v + share * change));
}

// The lines of the nearest walls of a cell.
void lineWalls(Spot at, vec2 p, float r) {
	float gaps[WALLS]; // ascending
	[[unroll]] for (int n = 0; n < WALLS; n++) {
		gaps[n] = INF;
		lines[NEIGHBOURS + n] = everything;
	}
	uvec2 range = wallRange(at.cell);
	vec2 centre = spotCentre(at);
	walled = range.x < range.y;
	for (uint m = range.x; m < range.y; m++) {
		vec2 to = segmentNearest(unpackWall(centre, fetch(walls, m).xy), p) - p;
		float gap = length(to);
		if (gap <= 0.0) continue;
		vec3 l = vec3(-to.y, to.x, -max(gap - r, 0.0) / WALL_TIME) / vec3(gap, gap, 1.0);
		[[unroll]] for (int n = 0; n < WALLS; n++) {
			bool nearer = gap < gaps[n];
			vec4 last = vec4(lines[NEIGHBOURS + n], gaps[n]);
			lines[NEIGHBOURS + n] = nearer ? l : last.xyz;
			gaps[n] = nearer ? gap : last.w;
			l = nearer ? last.xyz : l;
			gap = nearer ? last.w : gap;
		}
	}
}

// How long body k has been held up [s]; lack: of the speed that it would have, as a share.
float wait(uint k, float lack) {
	uint i = fetch(bodySlot, k).x;
	float held = clamp(agentHeld[i] + (lack > HELD ? S.dt : -0.5 * S.dt), 0.0, TIRED);
	if (held >= TIRED) held = AGAIN;
	agentHeld[i] = held;
	return held;
}

// The velocity near u at which nobody is touched if all keep to their limits: cells of buffered Voronoi diagrams (Zhou et al. 2017), whose
// sides lie where the shares meet.
vec2 limited(vec3 limits[NEIGHBOURS], vec2 u) {
	for (uint n = 0u; n < 3u; n++) {
		[[unroll]] for (int m = 0; m < NEIGHBOURS; m++) u -= max(dot(u, limits[m].xy) - limits[m].z, 0.0) * limits[m].xy;
	}
	float part = 1.0;
	[[unroll]] for (int m = 0; m < NEIGHBOURS; m++) {
		float over = dot(u, limits[m].xy);
		part = over > limits[m].z ? min(part, limits[m].z / over) : part;
	}
	return part * u;
}

// Whether walls alone leave who would walk at velocity v, and speed s, next to nothing.
bool walledIn(vec2 v, float s) {
	[[unroll]] for (int n = 0; n < 3 * WALLS; n++) {
		vec3 l = lines[NEIGHBOURS + n % WALLS];
		v += max(depth(l, v), 0.0) * vec2(-l.y, l.x);
	}
	return length(v) < STUCK * s;
}

void main() {
	uint k = invocation();
	if (k >= fetch(binStart, binCount()).x) return;
	Own its = ownOf(k);
	uint group = its.state >> 8, c = its.cell;
	if (group >= F.groups || fetch(models, group).x != MODEL_ORCA || rests(its)) return;
	uint here = fetch(place, k).x, own = fetch(motion, k).x;
	int high = STOREYS != 0u ? int(fetch(level, k).x) : 0;
	vec2 p = its.at, want;
	plane = group * F.cells;
	speed = F.parties == 0u ? its.speed : its.speed * fetch(agentPace, fetch(bodySlot, k).x).x;
	classSpeed = classes[groups[group].class_].speed;
	Spot at = spotOf(c);
	if (!fieldVelocity(at, p, want)) {
		bodyWish[k] = vec2(INF);
		return;
	}
	float r = radiusOf(own), reach = reachIn(uintBitsToFloat(fetch(crowd, c).x), min(2.0 * speed * F.horizon, NEAREST)) + 2.0 * r;
	vec2 v = velocityOf(own);
	lineWalls(at, p, r);

	// The nearest bodies: distance in 255ths of the reach in the upper 8 bits, index below.
	uint nearest[NEIGHBOURS];
	[[unroll]] for (int n = 0; n < NEIGHBOURS; n++) nearest[n] = NONE;
	Window w = windowOver(p - reach, p + reach);
	while (nextRow(w)) for (uint m = w.at; m < w.end; m++) {
		uint far = uint(min(length(wayTo(here, fetch(place, m).x)) / reach, 1.0) * 255.0), key = m == k || far == 255u ? NONE : far << 24 | m;
		if (STOREYS != 0u && !onOneLayer(high, int(fetch(level, m).x))) key = NONE;
		[[unroll]] for (int n = 0; n < NEIGHBOURS; n++) {
			uint last = nearest[n];
			nearest[n] = min(last, key);
			key = max(last, key);
		}
	}
	float horizon = F.horizon * clamp(length(v) / max(speed, 1e-3), SLOW, 1.0), s = max(length(want), 1e-3);
	float lack = clamp(1.0 - dot(v, want) / (s * s), 0.0, 1.0), held = wait(k, lack), impatience = PUSH * s * lack * lack;
	vec3 limits[NEIGHBOURS]; // direction of a body, and how fast one may walk that way
	float lean = 0.0, meets = 0.0;
	[[unroll]] for (int n = 0; n < NEIGHBOURS; n++) {
		lines[n] = everything;
		limits[n] = vec3(0.0, 0.0, 1e3);
		if (nearest[n] == NONE) continue;
		uint m = nearest[n] & 0xffffffu, other = fetch(motion, m).x;
		vec2 to = wayTo(here, fetch(place, m).x), his = velocityOf(other), side = to / max(length(to), 1e-6);
		float sum = r + radiusOf(other), share = shareOf(v, his, side), strange = clamp(1.0 - dot(his, want) / (AMBLE * s * s), 0.0, 1.0);
		bool akin = fetch(bodyAgent, 2u * m).w >> 8 == group;
		lines[n] = lineOf(to, sum + SPARE, v, his, share, horizon);
		if (depth(lines[n], want) > 0.0) {
			lean = LEAN;
			meets = max(meets, strange);
		}
		lines[n].z -= impatience * strange * (akin ? clamp(held - BEAR, 0.0, 1.0) : 1.0);
		limits[n] = vec3(side, share * max(length(to) - sum - ROOM, 0.0) / max(S.dt, 1e-3));
	}
	[[unroll]] for (int n = NEIGHBOURS; n < LINES; n++) if (depth(lines[n], want) > 0.0) lean = LEAN;
	lean = lean * (1.0 + chance(its.id)) + (held < TIRE ? TURN : 0.0) * lack * meets;
	vec2 u = solve(speed, cos(lean) * want + sin(lean) * vec2(-want.y, want.x));
	if (!walled) u = limited(limits, u);
	bodyWish[k] = walled && walledIn(want, s) ? vec2(INF, 0.0) : u;
}
