// The counter that people stand in line for at the goal to which a group's fields lead, plus one, or 0. Bind stages and choices
// before including.
#ifndef COUNTER_GLSL
#define COUNTER_GLSL
#include "route.glsl"

uint counterOf(uint stage, uint group) {
	Stage s = stages[stage];
	for (uint k = s.first; k < s.first + s.choices; k++) {
		if (choices[k].group == group) return choices[k].counter;
	}
	return 0u;
}
#endif
