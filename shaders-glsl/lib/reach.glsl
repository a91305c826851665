// Who can come to touch a body while bodies are kept apart. Bind tally and what lib/near.glsl needs before including.
#ifndef REACH_GLSL
#define REACH_GLSL
#include "agent.glsl"
#include "body.glsl"
#include "near.glsl"
#define MEETS 7u // bodies in the list of one, in the slot "near"

// The longest way in which a body can be pushed in this step, and the longest that one has walked since bins were made [m].
float longestPush() { return uintBitsToFloat(tally[TALLY_PUSH]); }
float longestDrift() { return uintBitsToFloat(tally[TALLY_DRIFT]); }

// The window that holds everybody who can come to touch a body of radius r at p.
Window windowAround(vec2 p, float r) {
	float reach = r + widest() + SPARE + longestDrift() + 2.0 * longestPush();
	return windowOver(p - reach, p + reach);
}
#endif
