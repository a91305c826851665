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

// Pushes a point out of the walls of cell c that are nearer than r.
vec2 pushOut(uint c, vec2 p, float r) {
	uvec2 range = wallRange(c);
	vec2 centre = cellCentre(pages[c / PAGE_CELLS], c);
	bool pushed = true;
	for (uint sweep = 0u; sweep < WALL_SWEEPS && pushed; sweep++) {
		pushed = false;
		for (uint i = range.x; i < range.y; i++) {
			vec2 n = segmentNearest(unpackWall(centre, walls[i]), p);
			float gap = distance(n, p);
			if (gap >= r - 0.5 * WALL_SLACK || gap <= 0.0) continue;
			p = n + (p - n) * (r / gap);
			pushed = true;
		}
	}
	return p;
}

uint linked(uint c, uint d) { return c == NONE || d == NONE ? c : link(c, d); }

// The cell that p lies in, at most one cell from c along each axis and along links; a closed face holds p back.
uint follow(uint c, inout vec2 p) {
	vec2 centre = cellCentre(pages[c / PAGE_CELLS], c), o = p - centre;
	float h = 0.5 * F.cell;
	uint dx = o.x > h ? 1u : o.x < -h ? 3u : NONE, dz = o.y > h ? 0u : o.y < -h ? 2u : NONE;
	uint a = linked(c, dx), b = linked(c, dz), ab = linked(a, dz);
	if (ab == NONE) ab = linked(b, dx);
	if (ab != NONE) return ab;
	vec2 held = centre + clamp(o, -h + FACE_INSET * F.cell, h - FACE_INSET * F.cell);
	if (a != NONE) {
		p.y = held.y;
		return a;
	}
	p.x = held.x;
	if (b != NONE) return b;
	p.y = held.y;
	return c;
}

// Moves a body of radius r from p in cell c to q, or not at all.
bool tryMove(inout uint c, inout vec2 p, vec2 q, float r) {
	uint n = follow(c, q);
	vec4 way = vec4(p, q);
	float before = INF, after = INF;
	uvec2 range = wallRange(n);
	vec2 centre = cellCentre(pages[n / PAGE_CELLS], n);
	for (uint i = range.x; i < range.y; i++) {
		vec4 wall = unpackWall(centre, walls[i]);
		if (segmentsCross(wall, way)) return false;
		before = min(before, segmentDistance(wall, p));
		after = min(after, segmentDistance(wall, q));
	}
	if (!(after >= min(r - WALL_SLACK, before))) return false;
	if (n != c) {
		range = wallRange(c);
		centre = cellCentre(pages[c / PAGE_CELLS], c);
		for (uint i = range.x; i < range.y; i++) if (segmentsCross(unpackWall(centre, walls[i]), way)) return false;
	}
	c = n;
	p = q;
	return true;
}

// Moves by d, at most half a cell, around walls if need be: pushed aside, else along x, else along z, else not.
void stride(inout uint c, inout vec2 p, vec2 d, float r) {
	vec2 e = pushOut(c, p + d, r) - p;
	e *= min(1.0, 0.5 * F.cell / max(length(e), 1e-9));
	for (uint k = 0u; k < 3u; k++) { // one call in a loop, which compiles in a third of the time
		vec2 way = k == 0u ? e : k == 1u ? vec2(d.x, 0.0) : vec2(0.0, d.y);
		if (k > 0u && way == vec2(0.0)) continue;
		if (tryMove(c, p, p + way, r)) return;
	}
}
#endif
