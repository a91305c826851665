#version 450
// sums[i] = the sum of the pair that order[i] names.
layout(local_size_x = 64) in;
layout(push_constant) uniform Push { uint n; };
layout(set = 0, binding = 0) uniform usamplerBuffer order;
layout(set = 0, binding = 1) uniform samplerBuffer pairs;
layout(std430, set = 0, binding = 2) writeonly buffer Sums { float sums[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < n) {
        vec2 pair = texelFetch(pairs, int(texelFetch(order, int(i)).x)).xy;
        sums[i] = pair.x + pair.y;
    }
}
