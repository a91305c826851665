#version 460
// The outline of obstructions inside each cell: whatever matter lies between step and head height above the cell's own
// floor plane, cut to the cell and projected into the plan. First counts, then stores. A triangle piece seen edge-on
// gives one segment, any other its border; a cell whose centre it covers is marked. Rims, the border of the floor, are cut
// to the cells whose floor they are on, and obstruct as well.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
#include "lib/pair.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Triangles { vec4 triangles[]; };
layout(set = 0, binding = 2, std430) readonly buffer Rims { vec4 rims[]; };
layout(set = 0, binding = 3, std430) readonly buffer RowStart { uint rowStart[]; };
layout(set = 0, binding = 4, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 5, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 6, std430) readonly buffer Slope { uint slope[]; };
layout(set = 0, binding = 7, std430) readonly buffer FloorLinks { uvec4 floorLinks[]; };
layout(set = 0, binding = 8, std430) buffer CellFlag { uint cellFlag[]; };
layout(set = 0, binding = 9, std430) buffer PieceStart { uint pieceStart[]; };
layout(set = 0, binding = 10, std430) buffer Cursor { uint cursor[]; };
layout(set = 0, binding = 11, std430) writeonly buffer Pieces { vec4 pieces[]; };
layout(push_constant) uniform Push { uint store; } push;
#include "lib/rows.glsl"
#include "lib/clip.glsl"
#include "lib/segment.glsl"
#include "lib/merge.glsl"

// Shape whose rows hold work item n.
uint shapeOf(uint n) {
	uint lo = 0u, hi = F.triangles + F.rims;
	while (hi - lo > 1u) {
		uint mid = (lo + hi) / 2u;
		if (rowStart[mid] <= n) lo = mid; else hi = mid;
	}
	return lo;
}

void emit(uint c, vec2 a, vec2 b) {
	if (push.store == 0u) {
		atomicAdd(pieceStart[c], 1u);
		return;
	}
	uint at = atomicAdd(cursor[c], 1u);
	bool ordered = a.x < b.x || a.x == b.x && a.y <= b.y;
	pieces[pieceStart[c] + at] = ordered ? vec4(a, b) : vec4(b, a);
}

// Where the pieces of a cell lie: points relative to its centre in the plan, and to its floor plane in height; and how far
// pieces extend: over half of the cell, and up to the neighbour's centre on sides where there is no neighbour with pieces
// of its own.
struct Site { vec2 centre, tilt; float floor_; vec4 reach; };

Site siteOf(uint c, uvec2 column) {
	return Site((vec2(column + uvec2(F.blockX, F.blockZ)) + 0.5) * F.cell, unpackSlope(slope[c]), height[c],
		mix(vec4(0.5005), vec4(1.0005), greaterThanEqual(floorLinks[c], uvec4(INSIDE))) * F.cell);
}

vec3 put(Site l, vec3 p) {
	vec2 at = p.xz - l.centre;
	return vec3(at.x, p.y - l.floor_ - dot(l.tilt, at), at.y);
}

// The half spaces dot(n, p) >= w that bound the pieces between two heights, as vec4(n, w).
vec4[6] sides(Site l, float low, float high) {
	return vec4[6](vec4(0, 1, 0, low), vec4(0, -1, 0, -high),
		vec4(0, 0, -1, -l.reach.x), vec4(-1, 0, 0, -l.reach.y), vec4(0, 0, 1, -l.reach.z), vec4(1, 0, 0, -l.reach.w));
}

// The part of rim t on the floor of cell c.
void border(uint c, uvec2 column, uint t) {
	vec4 from = rims[2u * t], to = rims[2u * t + 1u];
	Site l = siteOf(c, column);
	vec3 p = put(l, from.xyz), q = put(l, to.xyz);
	float first = from.w, last = to.w;
	vec4 side[6] = sides(l, -F.step, F.step);
	for (int k = 0; k < 6; k++) {
		float dp = dot(side[k].xyz, p) - side[k].w, dq = dot(side[k].xyz, q) - side[k].w;
		if (dp < 0.0) first = dq < 0.0 ? INF : max(first, dp / (dp - dq));
		else if (dq < 0.0) last = min(last, dp / (dp - dq));
	}
	if (first < last) emit(c, (p + first * (q - p)).xz + l.centre, (p + last * (q - p)).xz + l.centre);
}

// The piece of a triangle over cell c.
void piece(uint c, uvec2 column, vec3 v[3]) {
	Site l = siteOf(c, column);
	vec2 centre = l.centre;
	Polygon g;
	g.n = 3;
	for (int i = 0; i < 3; i++) g.p[i] = put(l, v[i]);
	vec4 side[6] = sides(l, F.step, F.clearance);
	[[dont_unroll]] for (int k = 0; k < 6; k++) clip(g, side[k].xyz, side[k].w);
	if (g.n < 2) return;

	float area = 0.0;
	bool left = true, right = true;
	vec2 lo = g.p[0].xz, hi = g.p[0].xz;
	for (int i = 0; i < g.n; i++) {
		vec2 a = g.p[i].xz, b = g.p[i + 1 == g.n ? 0 : i + 1].xz;
		float w = cross2(a, b);
		area += w;
		left = left && w >= 0.0;
		right = right && w <= 0.0;
		bool before = abs(v[1].x - v[0].x) + abs(v[2].x - v[0].x) >= abs(v[1].z - v[0].z) + abs(v[2].z - v[0].z) ? a.x < lo.x : a.y < lo.y;
		bool after = abs(v[1].x - v[0].x) + abs(v[2].x - v[0].x) >= abs(v[1].z - v[0].z) + abs(v[2].z - v[0].z) ? a.x > hi.x : a.y > hi.y;
		if (before) lo = a;
		if (after) hi = a;
	}
	if (abs(area) < 1e-5 * F.cell * F.cell) { // edge-on
		emit(c, lo + centre, hi + centre);
		return;
	}
	if ((left || right) && push.store == 0u) atomicOr(cellFlag[c], CELL_COVERED);
	for (int i = 0; i < g.n; i++) {
		vec3 a = g.p[i], b = g.p[i + 1 == g.n ? 0 : i + 1];
		bool cut = false; // by a side of the cell, beyond which the matter goes on
		for (int k = 2; k < 6; k++) cut = cut || max(dot(side[k].xyz, a), dot(side[k].xyz, b)) - side[k].w < JOIN;
		if (!cut) emit(c, a.xz + centre, b.xz + centre);
	}
}

// Whether heights from low to high can lie in a band above the floor of a cell.
bool near(uint c, float low, float high, vec2 band) {
	vec2 tilt = abs(unpackSlope(slope[c]));
	float slack = F.cell * (tilt.x + tilt.y);
	return (cellFlag[c] & CELL_WALKABLE) != 0u && high >= height[c] + band.x - slack && low <= height[c] + band.y + slack;
}

void main() {
	uint n = invocation();
	if (n >= F.rows) return;
	uint t = shapeOf(n);
	bool rim = t >= F.triangles;
	Shape s = shape(t);
	uvec4 box = cellBox(s);
	uint item = n - rowStart[t], count = runs(box), row = box.y + item / count, first = box.x + item % count * ROW_CELLS;
	vec3 v[3] = vec3[3](s.a, s.b, s.c);
	vec2 band = rim ? vec2(-F.step, F.step) : vec2(F.step, F.clearance);
	float low = min(v[0].y, min(v[1].y, v[2].y)), high = max(v[0].y, max(v[1].y, v[2].y));

	Polygon strip; // the part of the shape in this row bounds the columns to look at
	strip.n = 3;
	for (int i = 0; i < 3; i++) strip.p[i] = v[i];
	[[dont_unroll]] for (float side = 1.0; side >= -1.0; side -= 2.0)
		clip(strip, vec3(0, 0, side), side * (float(row + F.blockZ) + 0.5) * F.cell - (0.5 + ROW_MARGIN) * F.cell);
	float x0 = INF, x1 = -INF;
	for (int i = 0; i < strip.n; i++) { x0 = min(x0, strip.p[i].x); x1 = max(x1, strip.p[i].x); }
	uint last = min(first + ROW_CELLS - 1u, box.z);

	// Looking for a cell is cheap and cutting the triangle is dear: drivers that run threads in lockstep are to cut for all
	// of them at once, so every thread looks until it has something to cut.
	uint i = first, k = 0u;
	while (true) {
		uint c = NONE, column = i;
		while (i <= last && c == NONE) {
			column = i;
			uint page = pageTable[(k * F.tilesZ + row / TILE) * F.tilesX + i / TILE];
			uint cell = page * PAGE_CELLS + row % TILE * TILE + i % TILE;
			bool beside = (float(i + F.blockX) - ROW_MARGIN) * F.cell > x1 || (float(i + F.blockX + 1u) + ROW_MARGIN) * F.cell < x0;
			if (!beside && page != NONE && near(cell, low, high, band)) c = cell;
			if (beside || ++k == F.sheets) {
				k = 0u;
				i++;
			}
		}
		if (c == NONE) break;
		if (rim) border(c, uvec2(column, row), t - F.triangles);
		else piece(c, uvec2(column, row), v);
	}
}
