#version 460
// Puts the pieces of every cell in order of their coordinates, because they were stored in the order of arrival.
// Heapsort: its loops stay short where a dense mesh crowds a cell.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer PieceStart { uint pieceStart[]; };
layout(set = 0, binding = 2, std430) buffer Pieces { vec4 pieces[]; };

bool before(vec4 a, vec4 b) {
	if (a.x != b.x) return a.x < b.x;
	if (a.y != b.y) return a.y < b.y;
	if (a.z != b.z) return a.z < b.z;
	return a.w < b.w;
}

void sink(uint start, uint root, uint n) {
	for (uint child = 2u * root + 1u; child < n; child = 2u * root + 1u) {
		if (child + 1u < n && before(pieces[start + child], pieces[start + child + 1u])) child++;
		vec4 a = pieces[start + root], b = pieces[start + child];
		if (!before(a, b)) return;
		pieces[start + root] = b;
		pieces[start + child] = a;
		root = child;
	}
}

void main() {
	uint c = invocation();
	if (c >= F.cells) return;
	uint start = pieceStart[c], n = pieceStart[c + 1u] - start;
	for (uint i = n / 2u; i > 0u; i--) sink(start, i - 1u, n);
	for (uint end = n; end > 1u; end--) {
		vec4 top = pieces[start];
		pieces[start] = pieces[start + end - 1u];
		pieces[start + end - 1u] = top;
		sink(start, 0u, end - 1u);
	}
}
