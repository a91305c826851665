// Joins a way to the one that it leads to. Bind ends before including.
#ifndef FOLLOW_GLSL
#define FOLLOW_GLSL
#include "correction.glsl"

uvec2 follow(uvec2 way, uint g) {
	if (way.x >= WAY_INSIDE) return way;
	uvec2 on = ends[borderStart(g, 0u) + way.x];
	return wayOf(on.x, uintBitsToFloat(way.y) + uintBitsToFloat(on.y));
}
#endif
