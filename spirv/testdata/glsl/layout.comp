#version 460
#extension GL_GOOGLE_include_directive : require
#include "lib/agent.glsl"
// Every kind of binding and member that the engine's blocks have.
layout(local_size_x = 8, local_size_y = 4) in;
layout(set = 0, binding = 3, r32ui) uniform writeonly uimage2DArray flags;
layout(set = 0, binding = 2, rgba32f) uniform readonly image2D position[2];
layout(set = 0, binding = 0, std430) readonly buffer Agents {
	uint count;
	Agent agents[];
};
layout(set = 0, binding = 1, std430) buffer Field {
	mat4 view;
	mat3x2 skew;
	uvec2 cells[3][2];
	vec3 corners[2];
	float density[];
} field;
layout(set = 1, binding = 0, std140) uniform Grid {
	float cell;
	ivec2 size;
} grid;
layout(set = 1, binding = 1) uniform usamplerBuffer order;
layout(push_constant) uniform Push {
	uint first;
	float dt;
	vec2 wind;
} push;
void main() {
	uint i = gl_GlobalInvocationID.x + push.first;
	if (i >= count) return;
	Agent a = agents[i];
	vec4 p = field.view * vec4(a.position, 1) + imageLoad(position[1], grid.size);
	field.density[i] = p.x * a.radius * push.dt * grid.cell + push.wind.y + field.skew[1].x + field.corners[1].z;
	field.cells[2][1] = uvec2(i);
	imageStore(flags, ivec3(0), uvec4(a.group + texelFetch(order, int(i)).x));
}
