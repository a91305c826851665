#version 450
// Vertices are read from a storage buffer: clip coordinates x, y, depth.
layout(std430, set = 0, binding = 0) readonly buffer Vertices { float vertices[]; };

void main() {
    int i = 3 * gl_VertexIndex;
    gl_Position = vec4(vertices[i], vertices[i + 1], vertices[i + 2], 1);
}
