// Bodies in a rectangle: those of the bins that it meets, bin by bin and in the order of their slots. Bind pageTable and
// binStart before including.
#ifndef NEAR_GLSL
#define NEAR_GLSL
#include "bins.glsl"

struct Window {
	uvec2 low, high;      // first and last bin along x and z
	uint tile, z, sheet;  // the row of bins to go to next
	uint at, end;         // bodies of this row
};

// The window that holds everybody who stood in a rectangle when bins were made.
Window windowOver(vec2 from, vec2 to) {
	vec2 last = vec2(F.width, F.height) - 1.0;
	uvec2 low = uvec2(clamp(from * F.perCell, vec2(0.0), last)) >> F.binBits, high = uvec2(clamp(to * F.perCell, vec2(0.0), last)) >> F.binBits;
	return Window(low, high, low.x >> pageBits(), low.y, 0u, 0u, 0u);
}

// Goes to the next body; false when there is none. One loop for empty rows and few branches: lanes of a driver that runs
// them together each find their own way.
bool nextBody(inout Window w, out uint m) {
	uint last = (1u << pageBits()) - 1u;
	while (w.at == w.end && w.z <= w.high.y) {
		uint page = pageTable[(w.sheet * F.tilesZ + (w.z >> pageBits())) * F.tilesX + w.tile];
		if (page != NONE) {
			uint row = (page << pageBits()) + (w.z & last) << pageBits(), x = w.tile << pageBits();
			w.at = binStart[row + (max(w.low.x, x) & last)];
			w.end = binStart[row + (min(w.high.x, x + last) & last) + 1u];
		}
		w.sheet++;
		if (w.sheet < F.sheets) continue;
		w.sheet = 0u;
		w.tile++;
		if (w.tile <= w.high.x >> pageBits()) continue;
		w.tile = w.low.x >> pageBits();
		w.z++;
	}
	m = w.at;
	w.at++;
	return m < w.end;
}
#endif
