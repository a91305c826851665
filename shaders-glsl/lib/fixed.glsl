// Values that are not relaxed, of goals above all, are stored negative: the sign bit tells, as a goal is -0.0. Everybody
// else reads |φ|.
#ifndef FIXED_GLSL
#define FIXED_GLSL

bool isFixed(float phi) { return floatBitsToInt(phi) < 0; }

float asFixed(float phi) { return intBitsToFloat(floatBitsToInt(phi) | 0x80000000); }
#endif
