#version 460
// Keeps the nearest fragment that lies behind the layer peeled before by more than δ (ML eq. 2).
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"

layout(set = 0, binding = 2, std430) readonly buffer Attributes { uvec4 attributes[]; };
layout(set = 0, binding = 3, rgba32f) readonly uniform image2DArray peeledImage;
layout(set = 0, binding = 4, std430) buffer BakeCounts { uint bakeCounts[]; };
layout(push_constant) uniform Push { uint view; uint layer; } push;

layout(location = 0) flat in vec3 corner;
layout(location = 1) flat in vec3 normal;
layout(location = 2) flat in uint surface;
layout(location = 3) flat in vec3 least;
layout(location = 4) flat in vec3 most;

layout(location = 0) out vec4 outPosition;
layout(location = 1) out vec4 outNormal;
layout(location = 2) out vec4 outColour;
layout(location = 3) out uint outSurface;

#include "lib/view.glsl"

void main() {
	// Steep triangles magnify rounding: nothing lies outside the triangle's box.
	vec3 position = clamp(viewPoint(push.view, gl_FragCoord.xy, corner, normal), least, most);
	if (push.layer > 0u) {
		vec4 previous = imageLoad(peeledImage, ivec3(gl_FragCoord.xy, 0));
		if (previous.w == 0.0 || viewDistance(push.view, position) <= viewDistance(push.view, previous.xyz) + F.delta) discard;
	}
	atomicAdd(bakeCounts[COUNT_WRITTEN], 1u);
	uint entity = surface - 1u;
	outPosition = vec4(position, 1.0);
	outNormal = vec4(normal, 0.0);
	outColour = unpackUnorm4x8(attributes[2u * entity].w);
	outSurface = surface;
}
