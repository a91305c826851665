#version 450
// y[i] += a * x[i]; the specialization constant 0 is the group size.
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Push { float a; uint n; };
layout(std430, set = 0, binding = 0) readonly buffer X { float x[]; };
layout(std430, set = 0, binding = 1) buffer Y { float y[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < n) {
        y[i] += a * x[i];
    }
}
