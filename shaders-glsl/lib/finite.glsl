// Whether numbers are finite: by the bits of the exponent, because compilers may take it that there are no others.
#ifndef FINITE_GLSL
#define FINITE_GLSL
bool finite(vec2 p) { return all(notEqual(floatBitsToUint(p) & 0x7f800000u, uvec2(0x7f800000u))); }
#endif
