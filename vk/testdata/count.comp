#version 450
// Counts its own invocations, to see how many groups an indirect dispatch ran.
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Count { uint count; };

void main() {
    atomicAdd(count, 1);
}
