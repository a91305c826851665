// Bodies: x, z [m], radius [m], height [m], while agents are moved and kept apart.
#ifndef BODY_GLSL
#define BODY_GLSL
#define GONE -1e9  // radius of a body that nobody meets: its agent has left
#define SPARE 1e-3 // room that bodies keep beyond their radius, so that what the last round leaves is no overlap [m]
#define ROUNDS 4u  // of separation
#define HASTE 0.5  // longest way in a round, as a share of the way that the agent could walk in the step
#endif
