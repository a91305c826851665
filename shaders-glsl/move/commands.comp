#version 460
// Applies the host's commands, at most one for a slot or group in a batch: spawn, remove, settings of an agent, and which
// groups are planned for.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
#include "lib/agent.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Commands { Command commands[]; };
layout(set = 0, binding = 3) uniform usamplerBuffer pages;
layout(set = 0, binding = 4) uniform usamplerBuffer pageTable;
layout(set = 0, binding = 5) uniform usamplerBuffer links;
layout(set = 0, binding = 6) uniform samplerBuffer height;
layout(set = 0, binding = 7) uniform usamplerBuffer slope;
layout(set = 0, binding = 8, std430) writeonly buffer AgentPosition { vec2 agentPosition[]; };
layout(set = 0, binding = 9, std430) writeonly buffer AgentHeight { float agentHeight[]; };
layout(set = 0, binding = 10, std430) writeonly buffer AgentVelocity { vec2 agentVelocity[]; };
layout(set = 0, binding = 11, std430) buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 12, std430) writeonly buffer AgentCell { uint agentCell[]; };
layout(set = 0, binding = 13, std430) writeonly buffer AgentStage { uint agentStage[]; };
layout(set = 0, binding = 14, std430) writeonly buffer AgentSeed { uint agentSeed[]; };
layout(set = 0, binding = 15, std430) writeonly buffer AgentParty { uint agentParty[]; };
layout(set = 0, binding = 16, std430) writeonly buffer AgentHeld { float agentHeld[]; };
layout(set = 0, binding = 17, std430) buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 18, std430) buffer AgentID { uint agentID[]; };
layout(set = 0, binding = 19, std430) buffer Events { uint events[]; };
layout(set = 0, binding = 20, std430) buffer Tally { uint tally[]; };
layout(set = 0, binding = 21, std430) buffer SolveState { uint solveState[]; };
#include "lib/route.glsl"
#include "lib/solver.glsl"
#include "lib/surface.glsl"

void place(uint i, uint c, vec2 p) {
	agentPosition[i] = p;
	agentHeight[i] = surfaceHeight(c, p);
	agentCell[i] = c;
}

// The state of an agent under a control; early: its start time lies ahead.
uint stateFor(uint control, uint state, bool early) {
	if (control == CONTROL_ADVISED) return STATE_ADVISED;
	if (control == CONTROL_DRIVEN) return STATE_DRIVEN;
	if (state == STATE_STRANDED) return state;
	return early ? STATE_WAITING : STATE_WALKING;
}

void remove(uint i) {
	agentState[i] = STATE_FREE;
	atomicOr(events[i >> 5], 1u << (i & 31u));
	atomicAdd(tally[TALLY_REMOVED], 1u);
	atomicAdd(tally[TALLY_EVENTS], 1u);
}

// Puts an agent at the start of its group's route.
void begin(Command m) {
	if (F.stages > 0u) agentStage[m.slot] = stageWord(m.group, PHASE_ENTER);
}

// A spawn that cannot be carried out is still counted, as lost, so that the books balance and show it.
void spawn(Command m) {
	atomicAdd(tally[TALLY_SPAWNED], 1u);
	if (m.slot >= F.capacity || m.cell >= F.cells || m.group >= F.groups || (agentState[m.slot] & 0xffu) != STATE_FREE) {
		atomicAdd(tally[TALLY_LOST], 1u);
		return;
	}
	place(m.slot, m.cell, vec2(m.x, m.z));
	agentVelocity[m.slot] = (m.fields & SET_VELOCITY) != 0u ? m.velocity : vec2(0.0);
	agentBody[m.slot] = vec4(m.radius, m.control == CONTROL_DRIVEN ? 0.0 : m.speed, m.start, 0.0);
	agentHeld[m.slot] = 0.0;
	agentID[m.slot] = m.id;
	agentState[m.slot] = stateFor(m.control, STATE_WALKING, m.start > S.time) | m.group << 8;
	begin(m);
	if (F.stages > 0u) agentSeed[m.slot] = m.seed;
	if (F.parties > 0u) agentParty[m.slot] = min(m.party, F.capacity);
	if ((m.fields & SET_GONE) != 0u) remove(m.slot);
}

void set(Command m, uint state) {
	uint i = m.slot, group = state >> 8;
	state &= 0xffu;
	if ((m.fields & SET_GROUP) != 0u && m.group < F.groups) group = m.group;
	if ((m.fields & SET_PLACE) != 0u && m.cell < F.cells) place(i, m.cell, vec2(m.x, m.z));
	if ((m.fields & SET_RADIUS) != 0u) agentBody[i].x = m.radius;
	if ((m.fields & SET_SPEED) != 0u) agentBody[i].y = m.speed;
	if ((m.fields & SET_CONTROL) != 0u) state = stateFor(m.control, state, agentBody[i].z > S.time);
	if (state == STATE_DRIVEN) agentBody[i].y = 0.0; // nothing in a step moves it then, and nobody pushes it
	agentState[i] = state | group << 8;
	if ((m.fields & SET_GROUP) != 0u && m.group < F.groups) begin(m);
	if ((m.fields & SET_VELOCITY) == 0u) return;
	agentVelocity[i] = m.velocity;
	if (state == STATE_DRIVEN) agentBody[i].z = S.time; // it has moved in this step
}

void main() {
	uint k = invocation();
	if (k >= S.commands) return;
	Command m = commands[k];
	if (m.kind == COMMAND_SPAWN) {
		spawn(m);
		return;
	}
	if (m.kind == COMMAND_REST || m.kind == COMMAND_ROUSE) {
		uint notes = solveState[SOLVE_NOTES + m.group] & ~NOTE_REST;
		solveState[SOLVE_NOTES + m.group] = m.kind == COMMAND_REST ? notes | NOTE_REST : notes;
		return;
	}
	// The agent may have left since the command was given; then its slot is free or someone else's.
	if (m.slot >= F.capacity || agentID[m.slot] != m.id) return;
	uint state = agentState[m.slot];
	if ((state & 0xffu) == STATE_FREE) return;
	if (m.kind == COMMAND_REMOVE) remove(m.slot);
	if (m.kind == COMMAND_SET) set(m, state);
}
