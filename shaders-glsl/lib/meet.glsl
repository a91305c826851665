// Goes through those whom a body can come to touch: by its list, or by its window where the list does not hold them. Bind near,
// tally and what lib/near.glsl needs before including.
#ifndef MEET_GLSL
#define MEET_GLSL
#include "reach.glsl"

struct Meeting {
	uint at, count;
	Window window;
};

Meeting meeting(uint k, vec4 own) {
	uint n = near[k];
	Window w = Window(uvec2(1u), uvec2(0u), 0u, 1u, 0u, 0u, 0u); // empty
	for (bool many = n > MEETS; many; many = false) w = windowAround(own.xy, own.z);
	return Meeting(0u, n > MEETS ? 0u : n, w);
}

// Goes to the next body; false when there is none.
bool nextMet(uint k, inout Meeting o, out uint m) {
	if (o.at < o.count) {
		o.at++;
		m = near[o.at * F.capacity + k];
		return true;
	}
	return nextBody(o.window, m);
}
#endif
