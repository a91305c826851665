// Elements of slots that a shader reads as texels, see passes.Fetches.
#ifndef FETCH_GLSL
#define FETCH_GLSL
vec4 fetch(samplerBuffer slot, uint i) { return texelFetch(slot, int(i)); }
uvec4 fetch(usamplerBuffer slot, uint i) { return texelFetch(slot, int(i)); }
#endif
