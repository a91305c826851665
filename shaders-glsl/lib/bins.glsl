// Bins of agents: squares of 2^binBits cells in the pages, those of a page row by row, and one more for agents that are no
// bodies. passes/move/bins.go has the same.
#ifndef BINS_GLSL
#define BINS_GLSL
#define REACH_MARGIN 0.1 // bodies are smaller than the known surroundings of a cell by this much [m]

// Bins along the edge of a page, as a power of two.
uint pageBits() { return 4u - F.binBits; }

uint binOf(uint c) {
	uint x = (c & (TILE - 1u)) >> F.binBits, z = (c / TILE & (TILE - 1u)) >> F.binBits;
	return ((c / PAGE_CELLS << pageBits()) + z << pageBits()) + x;
}

// Number of bins of bodies. In binStart, it is the place of the number of bodies, and the next that of all who are alive.
uint binCount() { return F.pages << 2u * pageBits(); }

// Radius of the widest body [m]: cells know their walls a little further than it reaches.
float widest() { return F.reach - REACH_MARGIN; }
#endif
