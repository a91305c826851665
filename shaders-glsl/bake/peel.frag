#version 460
// Depth peeling (ML §4.1): keeps the nearest fragment that lies behind the layer peeled before by more than δ (ML eq. 2).
#extension GL_GOOGLE_include_directive : require
#define RASTER
#include "lib/frame.glsl"
#include "lib/scene.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Facets { uvec4 facets[]; };
layout(set = 0, binding = 3, rgba32f) readonly uniform image2DArray peeledImage;
layout(set = 0, binding = 4, std430) writeonly buffer BakeCounts { uint bakeCounts[]; };
layout(push_constant) uniform Push { uint view; uint layer; } push;
#include "lib/fragment.glsl"

layout(location = 0) out vec4 outPosition;
layout(location = 1) out uint outSurface;

void main() {
	Facet f = facetOf(triangle);
	if (f.up == 0.0 || !covered(VIEW_TOP)) discard;
	float y = heightHere(f), d = layerDistance(y, f.up);
	if (push.layer > 0u) {
		vec4 previous = imageLoad(peeledImage, ivec3(texel(), 0));
		if (previous.w == 0.0 || d + 1.0 <= previous.w + F.delta) discard;
	}
	bakeCounts[COUNT_WRITTEN] = 1u;
	vec2 p = texelPoint(VIEW_TOP, texel());
	outPosition = vec4(p.x, y, p.y, d + 1.0);
	outSurface = triangle + 1u;
	gl_FragDepth = layerDepth(d);
}
