// The walls of a cell, packed as passes/walls.go says.
#ifndef WALL_GLSL
#define WALL_GLSL
#define WALL_BITS 12u
#define MAX_WALLS 4095u
#define WALL_STEPS 32767.0

uint packCorner(vec2 p) {
	ivec2 i = ivec2(clamp(floor(p / (F.reach + F.cell) * WALL_STEPS + 0.5), -WALL_STEPS, WALL_STEPS));
	return uint(i.x) & 0xffffu | uint(i.y) << 16;
}

// What lies of a segment in the window of a cell with the given centre.
uvec2 packWall(vec2 centre, vec4 s) {
	vec2 h = vec2(F.reach + F.cell), at = s.xy - centre, d = s.zw - s.xy;
	float from = 0.0, to = 1.0;
	for (uint axis = 0u; axis < 2u; axis++) {
		if (d[axis] == 0.0) continue;
		float a = (-h[axis] - at[axis]) / d[axis], b = (h[axis] - at[axis]) / d[axis];
		from = max(from, min(a, b));
		to = min(to, max(a, b));
	}
	return uvec2(packCorner(at + from * d), packCorner(at + to * d));
}

vec4 unpackWall(vec2 centre, uvec2 w) {
	ivec4 i = ivec4(int(w.x << 16) >> 16, int(w.x) >> 16, int(w.y << 16) >> 16, int(w.y) >> 16);
	return centre.xyxy + vec4(i) * ((F.reach + F.cell) / WALL_STEPS);
}
#endif
