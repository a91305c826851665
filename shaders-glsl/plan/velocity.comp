#version 460
// Velocity of a group at each cell: down the published potential, in the metric of the sloped floor, at the speed of that
// direction. With costs per metre c and floor slope h, M = D (I + h hᵀ) D, D = diag(c): direction e = -M⁻¹∇φ, and plan
// speed 1/√(eᵀ M e) with c = 1/f. On the flat with equal costs that is -∇φ/|∇φ| times f.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Pages { uvec4 pages[]; };
layout(set = 0, binding = 2, std430) readonly buffer PageTable { uint pageTable[]; };
layout(set = 0, binding = 3, std430) readonly buffer Links { uint links[]; };
layout(set = 0, binding = 4, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 5, std430) readonly buffer Slope { uint slope[]; };
layout(set = 0, binding = 6, std430) readonly buffer Groups { uvec4 groups[]; };
layout(set = 0, binding = 7, std430) readonly buffer CellDiscomfort { float cellDiscomfort[]; };
layout(set = 0, binding = 8, std430) readonly buffer Cost { vec4 cost[]; };
layout(set = 0, binding = 9, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 10, std430) writeonly buffer Velocity { uint velocity[]; };
#include "lib/eikonal.glsl"
#include "lib/fixed.glsl"
#include "lib/links.glsl"
#include "lib/pair.glsl"

vec4 u, C;

// Slope of φ down to the neighbour in direction d, which the better quadrant has chosen: from the cell, or, where φ is fixed to
// an exact distance, from the opposite neighbour.
float descent(float phi, float stored, uint d) {
	float from = u[opposite(d)];
	if (isFixed(stored) && max(from, u[d]) < INF) return (from - u[d]) / (2.0 * F.cell);
	return u[d] < phi ? (phi - u[d]) / F.cell : 0.0;
}

// 1/f of the steps to two neighbours, out of their costs per metre, which are α + (β + γ g)/f.
vec2 slowness(vec2 perMetre, uvec2 to) {
	vec2 g = F.gamma == 0.0 ? vec2(0.0) : vec2(cellDiscomfort[to.x], cellDiscomfort[to.y]);
	return (perMetre - F.alpha) / (F.beta + F.gamma * g);
}

void main() {
	uint g = thisPlane(), c = invocation(), i = g * F.cells + c, class_ = groups[g].x * F.cells;
	if (c >= F.cells) return;
	float stored = potential[i], phi = abs(stored);
	velocity[i] = 0u;
	if (phi <= 0.0 || phi >= INF) return;
	uvec4 to = allLinks(c, workgroup());
	C = cost[class_ + c];
	[[unroll]] for (uint d = 0u; d < 4u; d++) u[d] = C[d] < INF ? abs(potential[g * F.cells + to[d]]) : INF;

	uint dx = 1u, dz = 0u; // the quadrant that gave φ
	float best = INF;
	[[unroll]] for (uint q = 0u; q < 4u; q++) {
		uint x = (q & 1u) * 2u + 1u, z = q & 2u;
		float value = quadrant(u[x], C[x], u[z], C[z], 1.0 / (C[x] * C[x] + C[z] * C[z]));
		if (value < best) { best = value; dx = x; dz = z; }
	}
	float gx = descent(phi, stored, dx), gz = descent(phi, stored, dz);
	if (gx == 0.0 && gz == 0.0) return;
	float sx = float(direction(dx).x), sz = float(direction(dz).y);
	if (C[dx] >= INF) dx = dz;
	if (C[dz] >= INF) dz = dx;

	vec2 rise = vec2(to[dx] == NONE ? 0.0 : height[to[dx]] - height[c], to[dz] == NONE ? 0.0 : height[to[dz]] - height[c]);
	vec2 length_ = sqrt(F.cell * F.cell + rise * rise);
	vec2 perMetre = vec2(C[dx], C[dz]) / length_, h = unpackSlope(slope[c]);
	// M⁻¹ = D⁻¹ (I - h hᵀ/(1 + h·h)) D⁻¹
	vec2 p = vec2(gx * sx, gz * sz) / perMetre;
	vec2 e = (p - h * dot(h, p) / (1.0 + dot(h, h))) / perMetre;
	if (to[e.x > 0.0 ? 1 : 3] == NONE) e.x = 0.0; // the floor's tilt may turn e away from the descent of one axis
	if (to[e.y > 0.0 ? 0 : 2] == NONE) e.y = 0.0;
	float n = length(e);
	if (!(n > 0.0)) return;
	e /= n;
	vec2 s = e * slowness(perMetre, uvec2(to[dx], to[dz]));
	float climb = dot(h, s);
	velocity[i] = packPair(e / sqrt(dot(s, s) + climb * climb), VELOCITY_UNITS);
}
