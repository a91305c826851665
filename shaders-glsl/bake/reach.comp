#version 460
// The walls within reach of every cell: the pieces of the cells around it that its floor connects to, and the edges of
// that floor. First counts, then stores, and takes the clearance of the cell's centre.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer FloorLinks { uvec4 floorLinks[]; };
layout(set = 0, binding = 3, std430) readonly buffer Links { uvec4 links[]; };
layout(set = 0, binding = 4, std430) readonly buffer CellFlag { uint cellFlag[]; };
layout(set = 0, binding = 5, std430) readonly buffer PieceStart { uint pieceStart[]; };
layout(set = 0, binding = 6, std430) readonly buffer Pieces { vec4 pieces[]; };
layout(set = 0, binding = 7, std430) buffer WallStart { uint wallStart[]; };
layout(set = 0, binding = 8, std430) writeonly buffer Walls { vec4 walls[]; };
layout(set = 0, binding = 9, std430) writeonly buffer Clearance { float clearance[]; };
layout(push_constant) uniform Push { uint store; } push;
#include "lib/grid.glsl"
#include "lib/segment.glsl"

vec2 centre;
uint found, start;
float nearest;

void take(vec4 s) {
	float d = segmentDistance(s, centre);
	if (d > F.reach + 0.7072 * F.cell) return;
	if (push.store != 0u) walls[start + found] = s;
	nearest = min(nearest, d);
	found++;
}

uint walk(uint c, int n, uint positive, uint negative) {
	for (int i = abs(n); i > 0 && c < INSIDE; i--) c = floorLinks[c][n > 0 ? positive : negative];
	return c;
}

// Edge of the floor on side d of cell q: the cell's face, moved inwards where cells are wider than agents.
vec4 edge(uint q, uint d) {
	vec2 out_ = vec2(direction(d)), along = vec2(out_.y, out_.x), face = cellCentre(pages[q / PAGE_CELLS], q) + out_ * (0.5 * F.cell - F.edgeInset);
	return vec4(face - 0.5 * F.cell * along, face + 0.5 * F.cell * along);
}

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	found = 0u;
	nearest = F.reach;
	if ((cellFlag[c] & CELL_WALKABLE) != 0u) {
		centre = cellCentre(pages[c / PAGE_CELLS], c);
		if (push.store != 0u) start = wallStart[c];
		int m = int(F.rings);
		for (int dz = -m; dz <= m; dz++) {
			uint row = walk(c, dz, 0u, 2u);
			for (int dx = -m; dx <= m; dx++) {
				uint q = walk(row, dx, 1u, 3u);
				if (q >= INSIDE) q = walk(walk(c, dx, 1u, 3u), dz, 0u, 2u);
				if (q >= INSIDE) continue;
				for (uint i = pieceStart[q]; i < pieceStart[q + 1u]; i++) take(pieces[i]);
				for (uint d = 0u; d < 4u; d++) if (floorLinks[q][d] == NONE) take(edge(q, d));
			}
		}
	}
	if (push.store == 0u) {
		wallStart[c] = found;
		return;
	}
	bool covered = (cellFlag[c] & (CELL_WALKABLE | CELL_COVERED)) != CELL_WALKABLE;
	bool padded = F.exact == 0u && any(equal(links[c], uvec4(NONE))); // ML §4.4: one row beside every missing neighbour
	clearance[c] = covered || padded ? 0.0 : nearest;
}
