// Agents: states, commands and the account. The records are those of passes/step.go.
#ifndef AGENT_GLSL
#define AGENT_GLSL
#define STATE_FREE 0u
#define STATE_WAITING 1u
#define STATE_WALKING 2u
#define STATE_STRANDED 3u

#define COMMAND_SPAWN 0u
#define COMMAND_REMOVE 1u
#define COMMAND_GROUP 2u
#define COMMAND_MOVE 3u
#define COMMAND_REST 4u
#define COMMAND_ROUSE 5u

struct Command {
	uint kind, slot, cell, group;
	float x, z, radius, speed;
	float start;
	uint id, spare0, spare1;
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
#endif
