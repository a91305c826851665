// Pairs of numbers in one word, the first in the low half, as signed fixed-point numbers; see passes/pair.go. Units are
// powers of two, so that packing rounds alike on every device.
#ifndef PAIR_GLSL
#define PAIR_GLSL
#define VELOCITY_UNITS 2048.0
#define SLOPE_UNITS 4096.0

uint packPair(vec2 v, float units) {
	ivec2 i = ivec2(clamp(floor(v * units + 0.5), -32768.0, 32767.0));
	return uint(i.x) & 0xffffu | uint(i.y) << 16;
}

vec2 unpackPair(uint w, float units) { return vec2(ivec2(int(w << 16) >> 16, int(w) >> 16)) / units; }

vec2 unpackSlope(uint w) { return unpackPair(w, SLOPE_UNITS); }
#endif
