// The solver's work lists: which (group, page) pairs the coming rounds relax.
//
// Round r of a step works on the pages of colour r mod colours. A pair is put on the list of the next round of its
// page's colour; a ring of colours+1 lists holds them, because a round can put a pair at most `colours` rounds ahead.
// Rounds are numbered from the start of the run (solveState[0] is the number of the step's first), so that pairs left
// over at the end of a step are found by the next. Bind solveState before including, and for
// wakePage, with SOLVER_WAKES defined, solveArgs, solveList and solveStamp.
#ifndef SOLVER_GLSL
#define SOLVER_GLSL
#define SOLVE_BASE 0
#define SOLVE_UPDATES 1
#define SOLVE_STALE 2
#define SOLVE_BACK 3
#define SOLVE_PENDING 4

// The plane of "potential" in which a group is solved, given what it started from.
uint solvePlane(uint group, uint cold) { return (cold == 1u ? F.groups : group) * F.cells; }

uint listStart(uint absolute) { return absolute % (F.colours + 1u) * (F.groups * F.pages); }

#ifdef SOLVER_WAKES
// Puts a pair on the list of round `round` of this step, once.
void wakePage(uint group, uint page, uint round) {
	uint pair = group * F.pages + page;
	uint absolute = solveState[SOLVE_BASE] + round;
	if (solveStamp[pair] > absolute || atomicMax(solveStamp[pair], absolute + 1u) > absolute) return;
	uint at = atomicAdd(solveArgs[round].x, 1u);
	solveList[listStart(absolute) + at] = group << 24 | page;
	atomicAdd(solveState[SOLVE_PENDING + group], 1u);
}
#endif
#endif
