// Whether a group starts anew now, as it does not wait for its turn; see passes/plan/seed.go. Bind groups and solveState before
// including.
#ifndef DUE_GLSL
#define DUE_GLSL

bool due(uint g) {
	uint reset = groups[g].reset;
	return reset == RESET_PLACE || (reset & 1u) != 0u && solveState[SOLVE_BACK] == g + 1u;
}
#endif
