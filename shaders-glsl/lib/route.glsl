// Routes: stages, choices, counters and draws. The records are those of passes/route.go.
#ifndef ROUTE_GLSL
#define ROUTE_GLSL
#define STAGE_LEAVE NONE
#define STAGE_STAY (NONE - 1u)
#define PHASE_ENTER 0u
#define PHASE_WAY 1u
#define PHASE_LINE 2u
#define PHASE_WAIT 3u
#define PHASE_STAY 4u
#define LAW_BITS 10u

struct Stage {
	uint first, choices, wait, next;
};

struct Choice {
	uint group, share, counter, spare;
};

struct Counter {
	uint capacity, busy, line, first;
	uint now, next, spare0, spare1;
};

uint stageWord(uint stage, uint phase) { return stage | phase << 24; }

uint draw(inout uint state) {
	uint x = state;
	state = x * 747796405u + 2891336453u;
	x = (x >> ((x >> 28) + 4u) ^ x) * 277803737u;
	return x >> 22 ^ x;
}
#endif
