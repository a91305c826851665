// The solver's work lists: which (group, page) pairs the coming rounds relax.
//
// Round r of a step works on the pages of colour r mod colours. A pair is put on the list of the next round of its
// page's colour; a ring of colours+1 lists holds them, because a round can put a pair at most `colours` rounds ahead.
// Rounds are numbered from the start of the run (solveState[0] is the number of the step's first), so that pairs left
// over at the end of a step are found by the next. Bind solveState before including, and for
// wakePage, with SOLVER_WAKES defined, solveArgs, solveList and solveStamp.
#ifndef SOLVER_GLSL
#define SOLVER_GLSL
#include "fixed.glsl"

#define CORRECTIONS 12u // of a group that starts anew, where ways are long

#define SOLVE_BASE 0
#define SOLVE_BACK 1
#define SOLVE_BEYOND 2
#define SOLVE_BEFORE 3
#define SOLVE_PENDING 4
#define SOLVE_MARK (SOLVE_PENDING + F.groups)
#define SOLVE_NOTES (SOLVE_PENDING + 2u * F.groups)
#define SOLVE_SINCE (SOLVE_PENDING + 3u * F.groups)

// Notes of a group; see passes/wake.go for these and the words above.
#define NOTE_REST 1u
#define NOTE_MISSED 2u
#define NOTE_ROUSE 4u
#define NOTE_PASSED 8u

// The plane of "potential" in which a group is solved, given what it started from: odd ones are solved in the back plane.
uint solvePlane(uint group, uint cold) { return ((cold & 1u) != 0u ? F.groups : group) * F.cells; }

// A mark as a word of which the greatest is that of the least φ, and none is 0.
uint asMark(float phi) { return ~floatBitsToUint(phi); }

float marked(uint word) { return word == 0u ? INF : uintBitsToFloat(~word); }

uint listStart(uint absolute) { return absolute % (F.colours + 1u) * (F.groups * F.pages); }

// The first round after one that works on a colour.
uint nextRound(uint round, uint colour) {
	uint ahead = (colour + F.colours - round % F.colours) % F.colours;
	return round + (ahead == 0u ? F.colours : ahead);
}

#ifdef SOLVER_WAKES
// Puts a pair on the list of a round by its absolute number, once: `round` of this step.
void listPage(uint group, uint page, uint absolute, uint round) {
	if (atomicMax(solveStamp[group * F.pages + page], absolute + 1u) > absolute) return;
	uint at = atomicAdd(solveArgs[round].x, 1u);
	solveList[listStart(absolute) + at] = group << 24 | page;
	atomicAdd(solveState[SOLVE_PENDING + group], 1u);
}

void wakePage(uint group, uint page, uint round) {
	uint absolute = solveState[SOLVE_BASE] + round;
	if (solveStamp[group * F.pages + page] <= absolute) listPage(group, page, absolute, round); // many may want the same
}
#endif
#endif
