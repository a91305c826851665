// Goal groups and the classes of groups with equal costs. The records are those of passes/step.go; an underscore tells
// a member from a reserved word.
#ifndef GROUP_GLSL
#define GROUP_GLSL
#define RESET_BACK 1u
#define RESET_PLACE 2u
#define RESET_ABOVE 3u

struct Class {
	float speed, radius, rhoMin;
	uint sample_;
};

struct Group {
	uint class_, goal, reset, cold;
};
#endif
