#version 460
// Velocity of a group at each cell: down the published potential, in the metric of the sloped floor, at the speed of that
// direction. With costs per metre c and floor slope h, M = D (I + h hᵀ) D, D = diag(c): direction e = -M⁻¹∇φ, and plan
// speed 1/√(eᵀ M e) with c = 1/f. On the flat with equal costs that is -∇φ/|∇φ| times f.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1) uniform usamplerBuffer pages;
layout(set = 0, binding = 2) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 3) uniform usamplerBuffer links;
layout(set = 0, binding = 4) uniform samplerBuffer height;
layout(set = 0, binding = 5) uniform usamplerBuffer slope;
layout(set = 0, binding = 6, std430) readonly buffer Groups { uvec4 groups[]; };
layout(set = 0, binding = 7, std430) readonly buffer CellDiscomfort { float cellDiscomfort[]; };
layout(set = 0, binding = 8, std430) readonly buffer Cost { vec4 cost[]; };
layout(set = 0, binding = 9, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 10, std430) writeonly buffer Velocity { uint velocity[]; };
#include "lib/eikonal.glsl"
#include "lib/fixed.glsl"
#include "lib/links.glsl"
#include "lib/pair.glsl"

uint c;
uvec4 to;
vec4 rise; // of the steps to the neighbours
vec2 h;    // slope of the floor
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

vec2 downhill(uint plane) {
	float stored = potential[plane + c], phi = abs(stored);
	if (phi <= 0.0 || phi >= INF) return vec2(0.0);
	[[unroll]] for (uint d = 0u; d < 4u; d++) u[d] = C[d] < INF ? abs(potential[plane + to[d]]) : INF;

	uint dx = 1u, dz = 0u; // the quadrant that gave φ
	float best = INF;
	[[unroll]] for (uint q = 0u; q < 4u; q++) {
		uint x = (q & 1u) * 2u + 1u, z = q & 2u;
		float value = quadrant(u[x], C[x], u[z], C[z], 1.0 / (C[x] * C[x] + C[z] * C[z]));
		if (value < best) { best = value; dx = x; dz = z; }
	}
	float gx = descent(phi, stored, dx), gz = descent(phi, stored, dz);
	if (gx == 0.0 && gz == 0.0) return vec2(0.0);
	float sx = float(direction(dx).x), sz = float(direction(dz).y);
	if (C[dx] >= INF) dx = dz;
	if (C[dz] >= INF) dz = dx;

	vec2 climbs = vec2(rise[dx], rise[dz]), length_ = sqrt(F.cell * F.cell + climbs * climbs), perMetre = vec2(C[dx], C[dz]) / length_;
	// M⁻¹ = D⁻¹ (I - h hᵀ/(1 + h·h)) D⁻¹
	vec2 p = vec2(gx * sx, gz * sz) / perMetre;
	vec2 e = (p - h * dot(h, p) / (1.0 + dot(h, h))) / perMetre;
	if (to[e.x > 0.0 ? 1 : 3] == NONE) e.x = 0.0; // the floor's tilt may turn e away from the descent of one axis
	if (to[e.y > 0.0 ? 0 : 2] == NONE) e.y = 0.0;
	float n = length(e);
	if (!(n > 0.0)) return vec2(0.0);
	e /= n;
	vec2 s = e * slowness(perMetre, uvec2(to[dx], to[dz]));
	float climb = dot(h, s);
	return e / sqrt(dot(s, s) + climb * climb);
}

// A plane of the dispatch takes every so many groups: on a CPU one takes all, as half of what they read is the same.
void main() {
	c = invocation();
	if (c >= F.cells) return;
	to = allLinks(c, workgroup());
	h = unpackSlope(fetch(slope, c).x);
	[[unroll]] for (uint d = 0u; d < 4u; d++) rise[d] = to[d] == NONE ? 0.0 : fetch(height, to[d]).x - fetch(height, c).x;
	uint class_ = NONE;
	for (uint g = thisPlane(); g < F.groups; g += gl_NumWorkGroups.z) {
		uint kind = groups[g].x;
		if (kind != class_) C = cost[kind * F.cells + c];
		class_ = kind;
		velocity[g * F.cells + c] = packPair(downhill(g * F.cells), VELOCITY_UNITS);
	}
}
