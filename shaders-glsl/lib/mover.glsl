// What others see of a body at the beginning of the step, in as few words as can be, as a neighbour costs a load a word:
//   place   x and z in 1/4096 m, 16 bits each, which wrap around after 16 m: differences of up to 8 m do not
//   motion  velocity along x and z in 1/64 m/s, 11 bits each; above them the radius in 1/512 m, rounded up
//   level   height in 1/32 m; who needs it asks for it where floors lie above each other
// passes/move/mover.go has the same.
#ifndef MOVER_GLSL
#define MOVER_GLSL
#include "touch.glsl"
#define PLACE_UNITS 4096.0
#define SPEED_UNITS 64.0
#define RADIUS_UNITS 512.0
#define LEVEL_UNITS 32.0

uint packPlace(vec2 p) {
	ivec2 i = ivec2(floor(p * PLACE_UNITS));
	return uint(i.x) & 0xffffu | uint(i.y) << 16;
}

// The way from one place to another [m].
vec2 wayTo(uint from, uint to) {
	ivec2 d = ivec2(int((to & 0xffffu) - (from & 0xffffu) << 16) >> 16, int((to >> 16) - (from >> 16) << 16) >> 16);
	return vec2(d) / PLACE_UNITS;
}

uint packMotion(vec2 v, float r) {
	ivec2 i = ivec2(clamp(floor(v * SPEED_UNITS + 0.5), -1023.0, 1023.0));
	return uint(i.x) & 0x7ffu | (uint(i.y) & 0x7ffu) << 11 | min(uint(ceil(r * RADIUS_UNITS)), 1023u) << 22;
}

vec2 velocityOf(uint motion) { return vec2(ivec2(int(motion << 21) >> 21, int(motion << 10) >> 21)) / SPEED_UNITS; }

float radiusOf(uint motion) { return float(motion >> 22) / RADIUS_UNITS; }

int packLevel(float y) { return int(floor(y * LEVEL_UNITS)); }

// Whether two bodies stand on one layer.
bool onOneLayer(int a, int b) { return float(abs(a - b)) < STOREY * LEVEL_UNITS * F.clearance; }
#endif
