// Facets: what the host works out of every triangle, so that all devices see the same. Matches passes/bake/facet.go. Bind
// "facets" before.
#ifndef FACET_GLSL
#define FACET_GLSL
#define CLOSED 0x80000000u

#define FLIP 0.005 // undersides count as this much deeper: where two faces meet, the upper side of a floor wins [m]
#define SKIN 0.01  // what lies less than this above a floor does not enclose it [m]

struct Facet {
	vec2 slope;  // ∂y/∂x, ∂y/∂z
	float up;    // upward part of the unit normal
	uint entity; // row of attributes
	bool closed; // of a closed solid
};

Facet facetOf(uint t) {
	uvec4 f = facets[2u * t];
	return Facet(uintBitsToFloat(f.xy), uintBitsToFloat(f.z), f.w & ~CLOSED, (f.w & CLOSED) != 0u);
}

// Distance from the camera above the scene, in the order of the layers [m].
float layerDistance(float y, float up) {
	precise float d = F.top - (up < 0.0 ? y - FLIP : y);
	return d;
}

// The same on the scale of the depth buffer; the range has a metre of margin, so that nothing is clipped.
float layerDepth(float distance_) {
	precise float d = (distance_ + 1.0) * F.depthScale;
	return d;
}
#endif
