#version 460
layout(set = 0, binding = 0, std430) readonly buffer Vertices { float vertices[]; };
layout(push_constant) uniform Push { layout(row_major) mat4 view; } push;
void main() {
	int i = 3 * gl_VertexIndex;
	gl_Position = push.view * vec4(vertices[i], vertices[i + 1], vertices[i + 2], 1);
}
