// The frame: sizes and parameters that stay fixed between bakes (passes/frame.go holds units and meaning).
#ifndef FRAME_GLSL
#define FRAME_GLSL
#include "fetch.glsl"

#define TILE 16u
#define PAGE_CELLS 256u
#define NONE 0xffffffffu
#define INF 1e30

// Bytes of the slot "links" that are no layer; see lib/links.glsl.
#define LINK_NONE 0xffu
#define LINK_NEAR 0xfeu

layout(set = 0, binding = 0, std140) uniform Frame {
	uint width, height, layers;
	uint tilesX, tilesZ;
	uint blockX, blockZ;
	uint sheets;
	float cell;
	float perCell;
	float top;
	float depthScale;
	uint upright;

	uint triangles, zones;
	uint rims;
	uint entities;
	float step;
	float clearance;
	float slopeCos;
	float delta;
	uint fragments;
	uint views;
	uint exact;

	uint pages, cells;
	uint rows;
	uint pieces;
	uint segments;
	uint rings;
	float reach;

	uint groups, classes;
	uint colours, rounds;
	uint stencil;
	uint sweeps;
	float tolerance, told;
	float warmTolerance;
	float wake;
	uint long_;
	float alpha, beta, gamma;
	uint kernel;
	float kernelA;
	float kernelSupport;
	float kernelNorm;
	float kernelLambda;
	uint footCells;
	float rhoMax;
	float slopeMin, slopeMax, speedMin;
	uint slopeSpeed;
	uint stairs;
	uint diagram;
	uint capacity;
	uint binBits;
	uint hosted;
	uint watched;

	uint stages, choices;
	uint laws, counters;
	uint parties;
	uint spawners;
	float horizon;
	uint directions;
} F;

#ifndef RASTER
// Index of this thread in a dispatch that may be split over two dimensions.
uint invocation() {
	return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}

// Index of this workgroup likewise.
uint workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

// Plane of the class or group that this workgroup works on.
uint thisPlane() { return gl_WorkGroupID.z; }
#endif

// The unit step of direction d = 0..3: N, E, S, W.
ivec2 direction(uint d) { return ivec2(d == 1u ? 1 : d == 3u ? -1 : 0, d == 0u ? 1 : d == 2u ? -1 : 0); }

uint opposite(uint d) { return d ^ 2u; }
#endif
