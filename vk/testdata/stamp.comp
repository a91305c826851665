#version 450
// Adds the layer's number plus one to every texel of a layered image.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2DArray image;

void main() {
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (all(lessThan(p, imageSize(image)))) {
        imageStore(image, p, imageLoad(image, p) + uvec4(p.z + 1));
    }
}
