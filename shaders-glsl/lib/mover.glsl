// What others see of a body at the beginning of the step, in four words, as a neighbour costs a load a word: x and z [m] as
// floats, velocity as a pair, radius and height in 16 bits each. Heights wrap around; their differences do not.
#ifndef MOVER_GLSL
#define MOVER_GLSL
#include "pair.glsl"
#include "touch.glsl"
#define RADIUS_UNITS 8192.0
#define HEIGHT_UNITS 32.0

uvec4 packMover(vec2 p, vec2 v, float r, float y) {
	uint wide = uint(ceil(r * RADIUS_UNITS)), high = uint(int(floor(y * HEIGHT_UNITS)));
	return uvec4(floatBitsToUint(p), packPair(v, VELOCITY_UNITS), wide & 0xffffu | high << 16);
}

vec2 moverAt(uvec4 m) { return uintBitsToFloat(m.xy); }

vec2 moverVelocity(uvec4 m) { return unpackPair(m.z, VELOCITY_UNITS); }

float moverRadius(uvec4 m) { return float(m.w & 0xffffu) / RADIUS_UNITS; }

// Whether two bodies stand on one layer.
bool onOneLayer(uvec4 a, uvec4 b) {
	int apart = int((a.w >> 16) - (b.w >> 16) << 16) >> 16;
	return float(abs(apart)) < STOREY * HEIGHT_UNITS * F.clearance;
}
#endif
