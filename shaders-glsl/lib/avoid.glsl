// What avoiding others rests on; passes/move/avoid.go has the same.
#ifndef AVOID_GLSL
#define AVOID_GLSL
#include "body.glsl"
#define FAN 1.2      // angle of the farthest direction [rad]
#define WEIGHT 1.0   // of being free, against leading on
#define BIAS 0.04    // by which the left is worse than the right
#define PAUSE 0.5    // who is free for less time than this slows down [s]
#define CREEP 0.1    // least share of the speed
#define FARTHEST 4.0 // bodies farther away than this are not looked at [m]
#define CROWD 3.0    // of the density, squared, that the reach falls with [1]
#define NEAREST 2.5  // nor by orca, which takes the nearest only
#define AHEAD 0.4    // how far before the body the middle of its window lies, as a share of the reach

// How far to look for others where there are rho to a square metre: as far as some fifteen of them stand, and at most so far.
float reachIn(float rho, float most) { return min(most, sqrt(CROWD / max(rho, 1e-3))); }

// When two bodies that close in at velocity v will touch, INF if never; to: the way between them, gap: its square less that of the sum
// of their radii. Those that touch already will at once, or never if they part.
float timeToTouch(vec2 to, float gap, vec2 v) {
	float b = dot(to, v), root = b * b - dot(v, v) * gap;
	return b > 0.0 && root > 0.0 ? max(gap, 0.0) / (b + sqrt(root)) : INF;
}

// A number from 0 to 1 that is the agent's own.
float chance(uint id) { return float((id * 0x9e3779b1u ^ id >> 15) * 0x85ebca6bu >> 8) / 16777216.0; }
#endif
