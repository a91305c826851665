#version 460
// The outline of obstructions inside each cell: whatever matter lies between step and head height above the cell's own
// floor plane, cut to the cell and projected into the plan. First counts, then stores. A triangle piece seen edge-on
// gives one segment, any other its border; a cell whose centre it covers is marked.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Triangles { vec4 triangles[]; };
layout(set = 0, binding = 2, std430) readonly buffer RowStart { uint rowStart[]; };
layout(set = 0, binding = 3, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 4, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 5, std430) readonly buffer Slope { vec2 slope[]; };
layout(set = 0, binding = 6, std430) readonly buffer FloorLinks { uvec4 floorLinks[]; };
layout(set = 0, binding = 7, std430) buffer CellFlag { uint cellFlag[]; };
layout(set = 0, binding = 8, std430) buffer PieceStart { uint pieceStart[]; };
layout(set = 0, binding = 9, std430) buffer Cursor { uint cursor[]; };
layout(set = 0, binding = 10, std430) writeonly buffer Pieces { vec4 pieces[]; };
layout(push_constant) uniform Push { uint store; } push;
#include "lib/rows.glsl"
#include "lib/clip.glsl"
#include "lib/segment.glsl"

// Triangle whose rows hold work item n.
uint triangleOf(uint n) {
	uint lo = 0u, hi = F.triangles;
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

// The piece of the triangle over cell c, in heights above the cell's floor plane.
void piece(uint c, uvec2 column, vec3 v[3]) {
	vec2 centre = (vec2(column) + 0.5) * F.cell, tilt = slope[c];
	float floor_ = height[c];
	Polygon g;
	g.n = 3;
	for (int i = 0; i < 3; i++) g.p[i] = vec3(v[i].x - centre.x, v[i].y - floor_ - dot(tilt, v[i].xz - centre), v[i].z - centre.y);
	// Half a cell, or all the way to a neighbour's centre that lies inside an obstacle and has no pieces of its own.
	vec4 reach = mix(vec4(0.5005), vec4(1.0), equal(floorLinks[c], uvec4(INSIDE))) * F.cell;
	vec4 sides[6] = vec4[6](vec4(0, 1, 0, F.step), vec4(0, -1, 0, -F.clearance),
		vec4(0, 0, -1, -reach.x), vec4(-1, 0, 0, -reach.y), vec4(0, 0, 1, -reach.z), vec4(1, 0, 0, -reach.w));
	[[dont_unroll]] for (int k = 0; k < 6; k++) clip(g, sides[k].xyz, sides[k].w);
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
	for (int i = 0; i < g.n; i++) emit(c, g.p[i].xz + centre, g.p[i + 1 == g.n ? 0 : i + 1].xz + centre);
}

// Whether heights from low to high can lie between step and head height of a cell.
bool near(uint c, float low, float high) {
	float slack = F.cell * (abs(slope[c].x) + abs(slope[c].y));
	return (cellFlag[c] & CELL_WALKABLE) != 0u && high >= height[c] + F.step - slack && low <= height[c] + F.clearance + slack;
}

void main() {
	uint n = invocation();
	if (n >= F.rows) return;
	uint t = triangleOf(n);
	uvec4 box = cellBox(t);
	uint item = n - rowStart[t], count = runs(box), row = box.y + item / count, first = box.x + item % count * ROW_CELLS;
	vec3 v[3] = vec3[3](triangles[3u * t].xyz, triangles[3u * t + 1u].xyz, triangles[3u * t + 2u].xyz);
	float low = min(v[0].y, min(v[1].y, v[2].y)), high = max(v[0].y, max(v[1].y, v[2].y));

	Polygon strip; // the part of the triangle in this row bounds the columns to look at
	strip.n = 3;
	for (int i = 0; i < 3; i++) strip.p[i] = v[i];
	[[dont_unroll]] for (float side = 1.0; side >= -1.0; side -= 2.0)
		clip(strip, vec3(0, 0, side), side * (float(row) + 0.5) * F.cell - (0.5 + ROW_MARGIN) * F.cell);
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
			bool beside = (float(i) - ROW_MARGIN) * F.cell > x1 || (float(i + 1u) + ROW_MARGIN) * F.cell < x0;
			if (!beside && page != NONE && near(cell, low, high)) c = cell;
			if (beside || ++k == F.layers) {
				k = 0u;
				i++;
			}
		}
		if (c == NONE) break;
		piece(c, uvec2(column, row), v);
	}
}
