// What changes every step. Define STEP_BINDING before including.
layout(set = 0, binding = STEP_BINDING, std140) uniform Step {
	float dt, time;
	uint number, seed;
	uint commands;
	uint watched;
	uint spare0, spare1;
} S;
