// What the passes that move a body know of its agent, as it was when bodies were made: in the order of bodies, as reading agents by slot
// goes all over memory. Bind bodyAgent before including; passes/move/bins.go has the same.
#ifndef OWN_GLSL
#define OWN_GLSL
struct Own {
	vec2 at;
	uint cell, state;
	float radius, speed, start;
	uint id;
};

Own ownOf(uint k) {
	uvec4 a = fetch(bodyAgent, 2u * k), b = fetch(bodyAgent, 2u * k + 1u);
	vec3 f = uintBitsToFloat(b.xyz);
	return Own(uintBitsToFloat(a.xy), a.z, a.w, f.x, f.y, f.z, b.w);
}

// Whether the engine does not move it in this step: it has not started yet, or the host moves it.
bool rests(Own its) {
	uint state = its.state & 0xffu;
	return state == STATE_DRIVEN || (state == STATE_WAITING || state == STATE_ADVISED) && S.time < its.start;
}
#endif
