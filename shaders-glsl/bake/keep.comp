#version 460
// Remembers the layer peeled last, for the next peel to look behind.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "lib/frame.glsl"
layout(set = 0, binding = 1, rgba32f) readonly uniform image2DArray positionImage;
layout(set = 0, binding = 2, rgba32f) writeonly uniform image2DArray peeledImage;
layout(push_constant) uniform Push { uint layer; } push;

void main() {
	uint n = invocation();
	if (n >= F.width * F.height) return;
	ivec2 texel = ivec2(n % F.width, n / F.width);
	imageStore(peeledImage, ivec3(texel, 0), imageLoad(positionImage, ivec3(texel, push.layer)));
}
