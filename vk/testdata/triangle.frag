#version 450
// Two targets of different types, and a count of the fragments that passed the depth test.
layout(early_fragment_tests) in;
layout(push_constant) uniform Push { uint id; };
layout(std430, set = 0, binding = 1) buffer Count { uint count; };
layout(location = 0) out vec4 color;
layout(location = 1) out uint mark;

void main() {
    atomicAdd(count, 1);
    color = vec4(gl_FragCoord.xyz, 1);
    mark = id;
}
