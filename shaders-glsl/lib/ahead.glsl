// Where a class looks ahead: the last open cell up to its sample distance in a direction. Bind "links" and "clearance"
// and include lib/group.glsl before.
#ifndef AHEAD_GLSL
#define AHEAD_GLSL

// n: the open neighbour in direction d, the first cell looked at.
uint ahead(uint n, uint d, Class self) {
	for (uint k = 1u; k < self.sample_; k++) {
		uint next = links[n][d];
		if (next == NONE || clearance[next] < self.radius) break;
		n = next;
	}
	return n;
}
#endif
