#version 460
layout(location = 0) out vec4 color;
layout(set = 0, binding = 1) uniform sampler2DArray depth;
void main() { color = texelFetch(depth, ivec3(gl_FragCoord.xy, 0), 0); }
