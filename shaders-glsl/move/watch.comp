#version 460
// Gathers the agents that the host watches. Records as in passes/step.go.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
struct Watched {
	uint slot, id, state, cell;
	vec2 position;
	float height, walked;
	vec2 velocity;
	float radius, speed;
};
layout(set = 0, binding = 2, std430) readonly buffer Watch { uvec2 watch[]; };
layout(set = 0, binding = 3) uniform samplerBuffer agentPosition;
layout(set = 0, binding = 4) uniform samplerBuffer agentHeight;
layout(set = 0, binding = 5) uniform samplerBuffer agentVelocity;
layout(set = 0, binding = 6) uniform samplerBuffer agentBody;
layout(set = 0, binding = 7) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 8) uniform usamplerBuffer agentState;
layout(set = 0, binding = 9) uniform usamplerBuffer agentID;
layout(set = 0, binding = 10, std430) writeonly buffer Watching { Watched watched[]; };

void main() {
	uint k = invocation();
	if (k >= S.watched) return;
	uint i = watch[k].x, id = watch[k].y;
	Watched w = Watched(i, id, 0u, 0u, vec2(0.0), 0.0, 0.0, vec2(0.0), 0.0, 0.0);
	if (i < F.capacity && fetch(agentID, i).x == id) {
		vec4 body = fetch(agentBody, i);
		w = Watched(i, id, fetch(agentState, i).x, fetch(agentCell, i).x, fetch(agentPosition, i).xy, fetch(agentHeight, i).x, body.w, fetch(agentVelocity, i).xy, body.x, body.y);
	}
	watched[k] = w;
}
