// Agents: states, commands and the account. The records are those of passes/step.go.
#ifndef AGENT_GLSL
#define AGENT_GLSL
#define STATE_FREE 0u
#define STATE_WAITING 1u
#define STATE_WALKING 2u
#define STATE_STRANDED 3u
#define STATE_ADVISED 4u
#define STATE_DRIVEN 5u

#define COMMAND_SPAWN 0u
#define COMMAND_REMOVE 1u
#define COMMAND_SET 2u
#define COMMAND_REST 3u
#define COMMAND_ROUSE 4u

#define SET_GROUP 1u
#define SET_PLACE 2u
#define SET_TARGET 4u
#define SET_VELOCITY 8u
#define SET_RADIUS 16u
#define SET_SPEED 32u
#define SET_CONTROL 64u
#define SET_GONE 128u

#define CONTROL_ENGINE 0u
#define CONTROL_ADVISED 1u
#define CONTROL_DRIVEN 2u

struct Command {
	uint kind, slot, id, fields;
	uint cell, group, control;
	float start;
	float x, z, radius, speed;
	vec2 target, velocity;
	uint seed, party, spare0, spare1;
};

// Fields of the tally by index.
#define TALLY_ALIVE 0
#define TALLY_ARRIVED 1
#define TALLY_REMOVED 2
#define TALLY_LOST 3
#define TALLY_SPAWNED 4
#define TALLY_STRANDED 5
#define TALLY_PENDING 6
#define TALLY_UPDATES 7
#define TALLY_STEP 8
#define TALLY_EVENTS 9
#define TALLY_ANEW 10
#define TALLY_WAITING 11
#define TALLY_OVERLAPPING 12
#define TALLY_OVERLAP 13 // bits of a float
#define TALLY_DRIFT 14   // likewise
#define TALLY_PUSH 15    // likewise
#define TALLY_IN_LINE 16
#endif
