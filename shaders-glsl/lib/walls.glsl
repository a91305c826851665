// Moving among walls. Bind pages, pageTable, links, wallStart, pageWalls and walls before
// including.
//
// Every move goes through tryMove, which accepts only ends that are as far from all walls as the body demands, or no
// nearer than the start was, and straight ways that cross no wall and leave a cell only over a link. So an agent that
// starts clear of the walls stays clear, step by step.
#ifndef WALLS_GLSL
#define WALLS_GLSL
#include "around.glsl"
#include "links.glsl"

#define WALL_SLACK 1e-4 // a body may come this much nearer than its radius, for rounding [m]
#define WALL_SWEEPS 4u
#define FACE_INSET 1e-4 // distance kept from a closed face [cells]

// Pushes a point out of the walls of a cell that are nearer than r.
vec2 pushOut(uvec2 range, vec2 centre, vec2 p, float r) {
	bool pushed = true;
	for (uint sweep = 0u; sweep < WALL_SWEEPS && pushed; sweep++) {
		pushed = false;
		for (uint i = range.x; i < range.y; i++) {
			vec2 n = segmentNearest(unpackWall(centre, fetch(walls, i).xy), p);
			float gap = distance(n, p);
			if (gap >= r - 0.5 * WALL_SLACK || gap <= 0.0) continue;
			p = n + (p - n) * (r / gap);
			pushed = true;
		}
	}
	return p;
}

Spot linked(uint word, Spot at, uint d) {
	if (at.cell == NONE || d == NONE) return at;
	return linkBy(word, at, d);
}

// The cell that p lies in, at most one cell from another along each axis and along links; a closed face holds p back.
Spot follow(Spot at, inout vec2 p) {
	vec2 centre = spotCentre(at), o = p - centre;
	float h = 0.5 * F.cell;
	uint dx = o.x > h ? 1u : o.x < -h ? 3u : NONE, dz = o.y > h ? 0u : o.y < -h ? 2u : NONE, word = fetch(links, at.cell).x;
	Spot a = linked(word, at, dx), b = linked(word, at, dz), ab = a;
	if (a.cell != NONE) ab = linked(fetch(links, a.cell).x, a, dz);
	if (ab.cell == NONE && b.cell != NONE) ab = linked(fetch(links, b.cell).x, b, dx);
	if (ab.cell != NONE) return ab;
	vec2 held = centre + clamp(o, -h + FACE_INSET * F.cell, h - FACE_INSET * F.cell);
	if (a.cell != NONE) {
		p.y = held.y;
		return a;
	}
	p.x = held.x;
	if (b.cell != NONE) return b;
	p.y = held.y;
	return at;
}

// Moves a body of radius r from p, among the walls of a range, to q, or not at all.
bool tryMove(inout Spot at, uvec2 range, inout vec2 p, vec2 q, float r) {
	Spot to = follow(at, q);
	vec4 way = vec4(p, q);
	float before = INF, after = INF;
	vec2 centre = spotCentre(to);
	uvec2 beyond = range;
	if (to.cell != at.cell) beyond = wallRange(to.cell);
	for (uint i = beyond.x; i < beyond.y; i++) {
		vec4 wall = unpackWall(centre, fetch(walls, i).xy);
		if (segmentsCross(wall, way)) return false;
		before = min(before, segmentDistance(wall, p));
		after = min(after, segmentDistance(wall, q));
	}
	if (!(after >= min(r - WALL_SLACK, before))) return false;
	if (to.cell != at.cell) {
		centre = spotCentre(at);
		for (uint i = range.x; i < range.y; i++) if (segmentsCross(unpackWall(centre, fetch(walls, i).xy), way)) return false;
	}
	at = to;
	p = q;
	return true;
}

// Moves by d, at most half a cell, around walls if need be: pushed aside, else along x, else along z, else not.
void stride(inout Spot at, inout vec2 p, vec2 d, float r) {
	uvec2 range = wallRange(at.cell);
	vec2 e = pushOut(range, spotCentre(at), p + d, r) - p;
	e *= min(1.0, 0.5 * F.cell / max(length(e), 1e-9));
	for (uint k = 0u; k < 3u; k++) { // one call in a loop, which compiles in a third of the time
		vec2 way = k == 0u ? e : k == 1u ? vec2(d.x, 0.0) : vec2(0.0, d.y);
		if (k > 0u && way == vec2(0.0)) continue;
		if (tryMove(at, range, p, p + way, r)) return;
	}
}
#endif
