// Who can come to touch a body while bodies are kept apart. Bind tally and what lib/near.glsl needs before including.
#ifndef REACH_GLSL
#define REACH_GLSL
#include "agent.glsl"
#include "body.glsl"
#include "near.glsl"
#define MEETS 7u    // bodies in the list of one, in the slot "near"
#define MEETS_AT 28u // their number there: below it is a bit for each of them and round, whether they can come to touch by then

// The longest way in which a body can be pushed in this step, and the longest that one has walked since bins were made [m].
float longestPush() { return uintBitsToFloat(tally[TALLY_PUSH]); }
float longestDrift() { return uintBitsToFloat(tally[TALLY_DRIFT]); }

// How far away somebody stood, when bins were made, who can come to touch a body of radius r.
float reachOf(float r) { return r + widest() + SPARE + longestDrift() + 2.0 * longestPush(); }

// The window that holds them all.
Window windowAround(vec2 p, float r) { return windowOver(p - reachOf(r), p + reachOf(r)); }
#endif
