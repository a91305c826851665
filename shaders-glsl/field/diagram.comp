#version 460
// Caps the speeds by Weidmann's fundamental diagram, v(ρ) = v0 (1 - exp(-γ (1/ρ - 1/ρmax))), which the crowd's own flow
// speed does not have.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
#include "lib/group.glsl"
layout(set = 0, binding = 1, std430) readonly buffer Classes { Class classes[]; };
layout(set = 0, binding = 2, std430) readonly buffer Links { uvec4 links[]; };
layout(set = 0, binding = 3, std430) readonly buffer Clearance { float clearance[]; };
layout(set = 0, binding = 4, std430) readonly buffer Density { float density[]; };
layout(set = 0, binding = 5, std430) buffer Speed { vec4 speed[]; };
#include "lib/ahead.glsl"

#define JAM 5.4         // ρmax: density at which the diagram stops [1/m²]
#define SHARPNESS 1.913 // γ [1/m²]

void main() {
	uint c = invocation(), k = thisPlane() * F.cells + c;
	if (c >= F.cells) return;
	Class self = classes[thisPlane()];
	vec4 f = speed[k];
	for (uint d = 0u; d < 4u; d++) {
		if (f[d] < 0.0) continue;
		float rho = density[ahead(links[c][d], d, self)];
		float v = rho > 0.0 ? self.speed * (1.0 - exp(-SHARPNESS * (1.0 / rho - 1.0 / JAM))) : self.speed;
		f[d] = min(f[d], max(F.speedMin * self.speed, v));
	}
	speed[k] = f;
}
