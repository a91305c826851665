#version 460
// Speed of a class in the four directions (ML eq. 8-10): the terrain's where there is room, the crowd's where it is dense.
// Neighbours that are closed are computed like the others and dropped: drivers that run both sides of a branch pay anyway.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 2, std430) readonly buffer Links { uvec4 links[]; };
layout(set = 0, binding = 3, std430) readonly buffer Clearance { float clearance[]; };
layout(set = 0, binding = 4, std430) readonly buffer Height { float height[]; };
layout(set = 0, binding = 5, std430) readonly buffer CellStair { uint cellStair[]; };
layout(set = 0, binding = 6, std430) readonly buffer Density { float density[]; };
layout(set = 0, binding = 7, std430) readonly buffer MeanVelocity { vec2 meanVelocity[]; };
layout(set = 0, binding = 8, std430) writeonly buffer Speed { vec4 speed[]; };
#include "lib/ahead.glsl"

#define LEVEL 0.01 // slopes below it are neither up nor down on a stair

// Speed that the terrain allows over a rise of slope `slope` (ML eq. 8, or the stair's own fractions).
float terrainSpeed(Class self, float least, float slope, uint stair) {
	vec2 fraction = unpackUnorm2x16(stair);
	float share = (slope - F.slopeMin) / (F.slopeMax - F.slopeMin);
	float sloped = F.slopeSpeed == 0u ? self.speed : clamp(self.speed + share * (least - self.speed), least, self.speed);
	float climbed = slope > LEVEL ? fraction.x : slope < -LEVEL ? fraction.y : 1.0;
	return stair == 0u ? sloped : max(least, self.speed * climbed);
}

void main() {
	uint c = invocation(), k = thisPlane() * F.cells + c;
	if (c >= F.cells) return;
	uint stair = F.stairs != 0u ? cellStair[c] : 0u;
	Class self = classes[thisPlane()];
	vec4 f = vec4(-1.0);
	if (clearance[c] >= self.radius) { // cells that nobody can stand on have none
		float here = height[c], least = F.speedMin * self.speed;
		uvec4 to = links[c];
		[[unroll]] for (uint d = 0u; d < 4u; d++) {
			uint n = to[d] == NONE ? c : to[d];
			bool open = to[d] != NONE && clearance[n] >= self.radius;
			uint s = ahead(n, d, self);
			float v = terrainSpeed(self, least, (height[n] - here) / F.cell, stair != 0u || F.stairs == 0u ? stair : cellStair[n]);
			float rho = density[s];
			if (rho > self.rhoMin) {
				float crowd = max(least, dot(meanVelocity[s], vec2(direction(d))));
				v += (rho >= F.rhoMax ? 1.0 : (rho - self.rhoMin) / (F.rhoMax - self.rhoMin)) * (crowd - v);
			}
			f[d] = open ? v : -1.0;
		}
	}
	speed[k] = f;
}
