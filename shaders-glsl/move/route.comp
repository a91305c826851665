#version 460
// Brings every agent that has a route to its next phase: in line, waiting, on its way to the next stop.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "lib/frame.glsl"
#define STEP_BINDING 1
#include "lib/step.glsl"
#include "lib/agent.glsl"
#include "lib/group.glsl"
#include "lib/route.glsl"
layout(set = 0, binding = 2, std430) readonly buffer Stages { Stage stages[]; };
layout(set = 0, binding = 3, std430) readonly buffer Choices { Choice choices[]; };
layout(set = 0, binding = 4, std430) readonly buffer Waits { float waits[]; };
layout(set = 0, binding = 5, std430) readonly buffer Groups { Group groups[]; };
layout(set = 0, binding = 6, std430) readonly buffer Potential { float potential[]; };
layout(set = 0, binding = 7) uniform usamplerBuffer cellZone;
layout(set = 0, binding = 8) uniform usamplerBuffer agentCell;
layout(set = 0, binding = 9, std430) buffer AgentState { uint agentState[]; };
layout(set = 0, binding = 10, std430) buffer AgentBody { vec4 agentBody[]; };
layout(set = 0, binding = 11, std430) buffer AgentStage { uint agentStage[]; };
layout(set = 0, binding = 12, std430) buffer AgentSeed { uint agentSeed[]; };
layout(set = 0, binding = 13, std430) buffer Counters { Counter counters[]; };
layout(set = 0, binding = 14, std430) buffer Tally { uint tally[]; };
#include "lib/counter.glsl"

// The agent that is led.
uint agent, group;

uint drawBits() {
	uint seed = agentSeed[agent], bits = draw(seed);
	agentSeed[agent] = seed;
	return bits;
}

// Has the agent wait for a time of a law; false if it is none.
bool pause(uint law) {
	if (law == 0u) return false;
	float t = waits[(law - 1u << LAW_BITS) + (drawBits() >> 32u - LAW_BITS)];
	if (!(t > 0.0)) return false;
	agentBody[agent].z = S.time + t;
	if ((agentState[agent] & 0xffu) != STATE_ADVISED) agentState[agent] = STATE_WAITING | group << 8;
	return true;
}

uint nearest(Stage s) {
	uint to = choices[s.first].group;
	float best = INF;
	for (uint k = s.first; k < s.first + s.choices; k++) {
		float phi = abs(potential[choices[k].group * F.cells + fetch(agentCell, agent).x]);
		if (phi >= best) continue;
		best = phi;
		to = choices[k].group;
	}
	return to;
}

uint byWeight(Stage s) {
	uint bits = drawBits(), k = s.first;
	while (k + 1u < s.first + s.choices && bits > choices[k].share) k++;
	return choices[k].group;
}

// Sets out for a stage.
void enter(uint next) {
	if (next == STAGE_LEAVE) {
		agentStage[agent] = NONE;
		return;
	}
	if (next == STAGE_STAY) {
		agentStage[agent] = stageWord(0u, PHASE_STAY);
		return;
	}
	Stage s = stages[next];
	uint to = choices[s.first + s.choices - 1u].share == 0u ? nearest(s) : byWeight(s);
	agentState[agent] = (agentState[agent] & 0xffu) | to << 8;
	agentStage[agent] = stageWord(next, PHASE_WAY);
}

// Counts the agent to a line; the first of those who stand there comes first.
void stand(uint counter) {
	atomicAdd(counters[counter].line, 1u);
	atomicMin(counters[counter].first, floatBitsToUint(agentBody[agent].z));
	atomicAdd(tally[TALLY_IN_LINE], 1u);
}

void route(uint state, uint stage, uint phase) {
	bool rests = (state == STATE_WAITING || state == STATE_ADVISED) && S.time < agentBody[agent].z;
	uint counter = phase == PHASE_WAY || phase == PHASE_LINE || phase == PHASE_WAIT ? counterOf(stage, group) : 0u;
	if (phase == PHASE_WAY && !rests && (fetch(cellZone, fetch(agentCell, agent).x).x & 0xffffu) == groups[group].goal + 1u) {
		phase = PHASE_LINE;
		agentBody[agent].z = S.time;
	}
	if (phase == PHASE_LINE) {
		if (counter > 0u && counters[counter - 1u].now != agent) stand(counter - 1u);
		else {
			phase = PHASE_WAIT;
			rests = pause(stages[stage].wait);
		}
	}
	if (phase == PHASE_WAIT) {
		if (rests && counter > 0u) atomicAdd(counters[counter - 1u].busy, 1u);
		if (!rests) phase = PHASE_ENTER;
	}
	if (phase == PHASE_ENTER && !rests) enter(stages[stage].next);
	else agentStage[agent] = stageWord(stage, phase);
}

void main() {
	agent = invocation();
	if (agent >= F.capacity) return;
	uint state = agentState[agent] & 0xffu, word = agentStage[agent];
	group = agentState[agent] >> 8;
	if (state == STATE_FREE || state == STATE_DRIVEN || word == NONE || fetch(agentCell, agent).x >= F.cells || group >= F.groups) return;
	route(state, word & 0xffffffu, word >> 24);
}
