// Speed of a class towards a neighbour (ML eq. 8-10): the terrain's where there is room, the crowd's where it is dense.
// Bind pages, pageTable, links, clearance, height, cellStair and crowd and include lib/group.glsl before.
#ifndef PACE_GLSL
#define PACE_GLSL
#include "links.glsl"

#define LEVEL 0.01      // steps of less slope go neither up nor down a stair
#define JAM 5.4         // ρmax: density at which Weidmann's diagram stops [1/m²]
#define SHARPNESS 1.913 // its γ [1/m²]

// Where a class looks ahead: in each direction the last open cell up to its sample distance, from the neighbours n on. One
// loop for all four, because some drivers run the body of an empty loop.
uvec4 ahead(uvec4 n, Class self) {
	bvec4 stopped = bvec4(false);
	for (uint k = 4u; k < 4u * self.sample_; k++) {
		uint d = k & 3u, next = link(n[d], d);
		stopped[d] = stopped[d] || next == NONE || fetch(clearance, next).x < self.radius;
		if (!stopped[d]) n[d] = next;
	}
	return n;
}

uint stairOf(uint c) { return F.stairs != 0u ? cellStair[c] : 0u; }

// Share of its speed that a class keeps off stairs over a slope (ML eq. 8).
float slopeShare(float slope) {
	float share = (slope - F.slopeMin) / (F.slopeMax - F.slopeMin);
	return F.slopeSpeed == 0u ? 1.0 : clamp(1.0 + share * (F.speedMin - 1.0), F.speedMin, 1.0);
}

// Share that a cell's stair leaves: up, down, or the mean of both across it and on its treads; off where it has none.
float stairShare(uint stair, float slope, float off) {
	vec2 fraction = unpackUnorm2x16(stair);
	float climbed = slope > LEVEL ? fraction.x : slope < -LEVEL ? fraction.y : (fraction.x + fraction.y) / 2.0;
	return stair == 0u ? off : max(climbed, F.speedMin);
}

// Speed that the terrain allows: each half of a step goes at its own cell's, so that a stair's speed ends where it does.
float terrainSpeed(Class self, float slope, uint stair, uint next) {
	float off = slopeShare(slope), from = stairShare(stair, slope, off), to = stairShare(next, slope, off);
	return self.speed * (2.0 * from * to / (from + to));
}

// Weidmann's fundamental diagram, v(ρ) = v0 (1 - exp(-γ (1/ρ - 1/ρmax))), which the crowd's own flow speed does not have.
float diagram(Class self, float rho) {
	return rho > 0.0 ? self.speed * (1.0 - exp(-SHARPNESS * (1.0 / rho - 1.0 / JAM))) : self.speed;
}

// Speed from a cell with a stair's fractions to its neighbour n in direction d, which rises by `rise`; at: the cell ahead.
float pace(Class self, uint n, uint at, uint d, float rise, uint stair) {
	float least = F.speedMin * self.speed;
	float f = terrainSpeed(self, rise / F.cell, stair, stairOf(n));
	float rho = crowd[at];
	if (rho > self.rhoMin) {
		float stream = max(least, dot(vec2(crowd[F.cells + at], crowd[2u * F.cells + at]), vec2(direction(d))));
		f += (rho >= F.rhoMax ? 1.0 : (rho - self.rhoMin) / (F.rhoMax - self.rhoMin)) * (stream - f);
	}
	return F.diagram != 0u ? min(f, max(least, diagram(self, rho))) : f;
}
#endif
