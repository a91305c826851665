// Pairs of bodies, each as x, z, radius, height.
#ifndef TOUCH_GLSL
#define TOUCH_GLSL
#define STOREY 0.5 // bodies stand on one layer if their heights differ by less than this share of the head room

// The difference in height from which on bodies are on different layers [m], read once: a loop would read it anew every time.
float storey() { return STOREY * F.clearance; }

// How far two bodies overlap [m], negative where they are apart or on different layers. There is no wall between bodies
// that overlap, because no body is wider than its distance from the nearest wall.
float overlap(vec4 a, vec4 b, float storey) {
	return abs(a.w - b.w) < storey ? a.z + b.z - distance(a.xy, b.xy) : -1.0;
}
#endif
