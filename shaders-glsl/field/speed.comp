#version 460
// Speed of a class in the four directions (ML eq. 8-10): the terrain's where there is room, the crowd's where it is dense.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 2, std430) readonly buffer Links { uvec4 links[]; };
layout(set = 0, binding = 3, std430) readonly buffer CellFlag { uint cellFlag[]; };
layout(set = 0, binding = 4, std430) readonly buffer Clearance { float clearance[]; };
layout(set = 0, binding = 5, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 6, std430) readonly buffer CellStair { uint cellStair[]; };
layout(set = 0, binding = 7, std430) readonly buffer Density { float density[]; };
layout(set = 0, binding = 8, std430) readonly buffer MeanVelocity { vec2 meanVelocity[]; };
layout(set = 0, binding = 9, std430) writeonly buffer Speed { vec4 speed[]; };

#define LEVEL 0.01   // slopes below it are neither up nor down on a stair
#define JAM 5.4      // density at which Weidmann's diagram stops [1/m²]
#define SHARPNESS 1.913 // of Weidmann's diagram [1/m²]

Class self;

bool open(uint c) { return c != NONE && (cellFlag[c] & 1u) != 0u && clearance[c] >= self.radius; }

// Speed that the terrain allows from c to its neighbour n (ML eq. 8, or the stair's own fractions).
float terrainSpeed(uint c, uint n) {
	float least = F.speedMin * self.speed, slope = (height[n] - height[c]) / F.cell;
	uint stair = cellStair[c] != 0u ? cellStair[c] : cellStair[n];
	if (stair != 0u) {
		vec2 fraction = unpackUnorm2x16(stair);
		float share = slope > LEVEL ? fraction.x : slope < -LEVEL ? fraction.y : 1.0;
		return max(least, self.speed * share);
	}
	if (F.slopeSpeed == 0u) return self.speed;
	float share = (slope - F.slopeMin) / (F.slopeMax - F.slopeMin);
	return clamp(self.speed + share * (least - self.speed), least, self.speed);
}

// Weidmann's speed at a density.
float diagramSpeed(float rho) {
	return rho > 0.0 ? self.speed * (1.0 - exp(-SHARPNESS * (1.0 / rho - 1.0 / JAM))) : self.speed;
}

float directedSpeed(uint c, uint d) {
	uint n = links[c][d];
	if (!open(n)) return -1.0;
	uint s = self.sample_ > 0u ? n : c; // where the crowd is looked at
	for (uint k = 1u; k < self.sample_ && open(links[s][d]); k++) s = links[s][d];
	float rho = density[s], terrain = terrainSpeed(c, n), least = F.speedMin * self.speed;
	float f = terrain;
	if (rho > self.rhoMin) {
		float crowd = max(least, dot(meanVelocity[s], vec2(direction(d))));
		f += (rho >= F.rhoMax ? 1.0 : (rho - self.rhoMin) / (F.rhoMax - self.rhoMin)) * (crowd - terrain);
	}
	return F.diagram != 0u ? min(f, max(least, diagramSpeed(rho))) : f;
}

void main() {
	uint k = invocation();
	if (k >= F.classes * F.cells) return;
	uint c = k % F.cells;
	self = classes[k / F.cells];
	vec4 f = vec4(-1.0);
	if (open(c)) for (uint d = 0u; d < 4u; d++) f[d] = directedSpeed(c, d);
	speed[k] = f;
}
