#version 460
// The walls within reach of every cell: the pieces of the cells around it that its floor connects to, and the faces where
// that floor ends without any, joined where they continue each other. First counts, then stores, and takes the clearance of the centre.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer FloorLinks { uvec4 floorLinks[]; };
layout(set = 0, binding = 3, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 4, std430) readonly buffer CellFlag { uint cellFlag[]; };
layout(set = 0, binding = 5, std430) readonly buffer PieceStart { uint pieceStart[]; };
layout(set = 0, binding = 6, std430) readonly buffer Pieces { vec4 pieces[]; };
layout(set = 0, binding = 7, std430) buffer WallStart { uint wallStart[]; };
layout(set = 0, binding = 8, std430) readonly buffer PageWalls { uint pageWalls[]; };
layout(set = 0, binding = 9, std430) writeonly buffer Walls { uvec2 walls[]; };
layout(set = 0, binding = 10, std430) writeonly buffer Clearance { float clearance[]; };
layout(push_constant) uniform Push { uint store; } push;
#include "lib/grid.glsl"
#include "lib/segment.glsl"
#include "lib/merge.glsl"
#include "lib/wall.glsl"

bool closedSide(uint word) { return any(equal(uvec4(word, word >> 8, word >> 16, word >> 24) & 0xffu, uvec4(LINK_NONE))); }

#define TOUCH 0.04          // of a cell: twice the crack that a wall may have
#define NO_LINKS 0xffffffffu // no neighbour in any direction

vec2 centre;
uint found, start;
float nearest;

vec4 held[HELD];
uint holds;

void emit(vec4 s) {
	if (push.store != 0u) walls[start + found] = packWall(centre, s);
	found++;
}

// Adds a piece to a segment that it continues, or holds it in place of the oldest. Unrolled, because loops are short of
// turns here.
void take(vec4 s) {
	float d = segmentDistance(s, centre);
	if (d > F.reach + 0.7072 * F.cell) return;
	nearest = min(nearest, d);
	bool joined = false;
	[[unroll]] for (int k = 0; k < HELD; k++) {
		vec4 both;
		if (k >= int(holds) || joined || !joins(held[k], s, both)) continue;
		held[k] = both;
		joined = true;
	}
	if (joined) return;
	bool full = holds == uint(HELD);
	if (full) emit(held[0]);
	[[unroll]] for (int k = 1; k < HELD; k++) if (full) held[k - 1] = held[k];
	if (!full) holds++;
	[[unroll]] for (int k = 0; k < HELD; k++) if (k + 1 == int(holds)) held[k] = s;
}

uint walk(uint c, int n, uint positive, uint negative) {
	for (int i = abs(n); i > 0 && c < INSIDE; i--) c = floorLinks[c][n > 0 ? positive : negative];
	return c;
}

// Face on side d of cell q.
vec4 face(uint q, uint d) {
	vec2 out_ = vec2(direction(d)), along = 0.5 * F.cell * out_.yx;
	precise vec2 middle = cellCentre(pages[q / PAGE_CELLS], q) + 0.5 * F.cell * out_, from = middle - along, to = middle + along;
	return vec4(from, to);
}

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	found = 0u;
	holds = 0u;
	nearest = F.reach;
	if ((cellFlag[c] & CELL_WALKABLE) != 0u) {
		centre = cellCentre(pages[c / PAGE_CELLS], c);
		if (push.store != 0u) start = pageWalls[c / PAGE_CELLS] + (wallStart[c] >> WALL_BITS);
		int m = int(F.rings);
		for (int dz = -m; dz <= m; dz++) {
			uint row = walk(c, dz, 0u, 2u);
			for (int dx = -m; dx <= m; dx++) {
				uint q = walk(row, dx, 1u, 3u);
				if (q >= INSIDE) q = walk(walk(c, dx, 1u, 3u), dz, 0u, 2u);
				if (q >= INSIDE) continue;
				for (uint i = pieceStart[q]; i < pieceStart[q + 1u]; i++) take(pieces[i]);
				for (uint d = 0u; d < 4u; d++) if ((cellFlag[q] & CELL_BARE << d) != 0u) take(face(q, d));
			}
		}
	}
	[[unroll]] for (int k = 0; k < HELD; k++) if (k < int(holds)) emit(held[k]);
	if (push.store == 0u) {
		wallStart[c] = found;
		return;
	}
	bool padded = F.exact == 0u && closedSide(links[c]); // ML §4.4: one row beside every missing neighbour
	// A centre that touches a wall has lost its links to it: nobody can come there.
	bool covered = (cellFlag[c] & CELL_COVERED) != 0u || links[c] == NO_LINKS && nearest < TOUCH * F.cell;
	clearance[c] = (cellFlag[c] & CELL_WALKABLE) == 0u ? NO_FLOOR : covered ? COVERED : padded ? 0.0 : nearest;
}
