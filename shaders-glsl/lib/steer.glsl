// The way of an agent's group. Bind pages, pageTable, links, potential and velocity before including, and set the agent that is
// looked at.
#ifndef STEER_GLSL
#define STEER_GLSL
#include "corners.glsl"
#include "pair.glsl"

#define OPPOSED 0.2 // velocities that cancel to less than this share have no common direction

uint plane;        // first cell of the fields of the agent's group
float speed;       // at which the agent walks [m/s]
float classSpeed;  // for which the field was made [m/s]

bool reaches(uint c) { return c != NONE && potential[plane + c] < INF; }

// Velocity of the field at p for the agent's own speed; false where no cell around leads anywhere. Goals, where the
// field stands still, have no say, or agents would slow down before them.
bool fieldVelocity(Spot at, vec2 p, out vec2 v) {
	Corners q = cornersAt(at, p);
	vec2 sum = vec2(0.0), own = vec2(0.0);
	float speeds = 0.0, weight = 0.0;
	for (uint k = 0u; k < 4u; k++) {
		if (!reaches(q.cell[k])) continue;
		vec2 u = unpackPair(velocity[plane + q.cell[k]], VELOCITY_UNITS);
		float s = length(u);
		if (s <= 0.0) continue;
		if (k == 0u) own = u;
		sum += q.weight[k] * u;
		speeds += q.weight[k] * s;
		weight += q.weight[k];
	}
	v = vec2(0.0);
	if (!(weight > 0.0)) return false;
	float scale = speed / classSpeed, joint = length(sum);
	if (joint < OPPOSED * speeds && own != vec2(0.0)) v = own * scale;
	else if (joint > 0.0) v = sum * (speeds / weight / joint * scale);
	return true;
}
#endif
