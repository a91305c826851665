// Bodies in a rectangle: those of the bins that it meets, row by row and in the order of their slots. Bind pageTable and
// binStart before including, and go
//   while (nextRow(w)) for (uint m = w.at; m < w.end; m++) …
// Looking up a row costs as much as some bodies, also on drivers that run both sides of branches, and each loop once for nothing.
#ifndef NEAR_GLSL
#define NEAR_GLSL
#include "bins.glsl"

struct Window {
	uvec2 low, high;      // first and last bin along x and z
	uint tile, z, sheet;  // the row of bins to go to next
	uint at, end;         // bodies of this row
};

const Window emptyWindow = Window(uvec2(1u), uvec2(0u), 0u, 1u, 0u, 0u, 0u);

// The window that holds everybody who stood in a rectangle when bins were made.
Window windowOver(vec2 from, vec2 to) {
	vec2 last = vec2(F.width, F.height) - 1.0;
	uvec2 low = uvec2(clamp(from * F.perCell, vec2(0.0), last)) >> F.binBits, high = uvec2(clamp(to * F.perCell, vec2(0.0), last)) >> F.binBits;
	return Window(low, high, low.x >> pageBits(), low.y, 0u, 0u, 0u);
}

// Goes to the next row of bins in a page, which may have nobody; false when there is none.
bool nextRow(inout Window w) {
	if (w.z > w.high.y) return false;
	uint last = (1u << pageBits()) - 1u, page = fetch(pageTable, (w.sheet * F.tilesZ + (w.z >> pageBits())) * F.tilesX + w.tile).x;
	w.at = w.end = 0u;
	if (page != NONE) {
		uint row = (page << pageBits()) + (w.z & last) << pageBits(), x = w.tile << pageBits();
		w.at = fetch(binStart, row + (max(w.low.x, x) & last)).x;
		w.end = fetch(binStart, row + (min(w.high.x, x + last) & last) + 1u).x;
	}
	w.sheet++;
	if (w.sheet < F.sheets) return true;
	w.sheet = 0u;
	w.tile++;
	if (w.tile <= w.high.x >> pageBits()) return true;
	w.tile = w.low.x >> pageBits();
	w.z++;
	return true;
}
#endif
