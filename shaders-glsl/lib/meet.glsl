// Goes through those whom a body can come to touch in a round: by its list, or by its window where the list does not hold them. Bind
// near, tally and what lib/near.glsl needs before including, and go
//   do while (meets(o)) … met(o) … while (further(o));
#ifndef MEET_GLSL
#define MEET_GLSL
#include "reach.glsl"

struct Meeting {
	Window window; // empty if there is a list
	bool listed;
	uint left; // of the list, a bit each
	uvec4 first, rest; // what the slot "near" holds
};

// Those whom body k can come to touch in a round, or with the number of rounds in all of them.
Meeting meeting(uint k, vec4 own, uint round) {
	uvec4 first = fetch(near, 2u * k);
	uint n = first.x >> MEETS_AT;
	Meeting o = Meeting(emptyWindow, n <= MEETS, 0u, first, fetch(near, 2u * k + 1u));
	if (o.listed) o.left = round < ROUNDS ? first.x >> MEETS * round & (1u << MEETS) - 1u : (1u << n) - 1u;
	else o.window = windowAround(own.xy, own.z);
	return o;
}

bool meets(Meeting o) { return o.left != 0u || o.window.at < o.window.end; }

uint met(inout Meeting o) {
	uint j = uint(findLSB(o.left)), m = !o.listed ? o.window.at : j < 3u ? o.first[j + 1u] : o.rest[j - 3u & 3u];
	o.left &= o.left - 1u;
	o.window.at++;
	return m;
}

bool further(inout Meeting o) { return !o.listed && nextRow(o.window); }
#endif
