// Who has the back plane, and who wants it. Bind groups and solveState and include lib/group.glsl and lib/solver.glsl before.
#ifndef TURN_GLSL
#define TURN_GLSL

// Whether what a group has in the back plane can be shown.
bool finished(uint g) {
	return solveState[SOLVE_PENDING + g] == 0u || (solveState[SOLVE_NOTES + g] & NOTE_PASSED) != 0u;
}

#ifdef TURN_RETIRES
// Lets go of the back plane who has been published from it.
void retire() {
	uint at = solveState[SOLVE_BACK];
	if (at == 0u || (groups[at - 1u].cold & 1u) == 0u || !finished(at - 1u)) return;
	groups[at - 1u].cold = 0u;
	solveState[SOLVE_NOTES + at - 1u] &= ~NOTE_PASSED;
}
#endif

// Whether a group that is not being solved in the back plane has a use for it.
bool asks(uint g) {
	uint notes = solveState[SOLVE_NOTES + g], reset = groups[g].reset;
	if ((notes & NOTE_REST) != 0u) return false;
	if (reset != 0u) return (reset & 1u) != 0u;
	uint next = solveState[SOLVE_BASE] + F.rounds;
	return solveState[SOLVE_MARK + g] != 0u && int(next - solveState[SOLVE_SINCE + g]) >= 0 &&
		(solveState[SOLVE_PENDING + g] > 0u || (notes & NOTE_MISSED) != 0u);
}
#endif
