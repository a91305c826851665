// Regions of the floor and the hops to them; see passes/long.go. Bind regions before including, and define REGION_OF, to ask for
// that of a cell.
#ifndef REGION_GLSL
#define REGION_GLSL
#define PAGE_REGIONS 8u
#define NO_REGION 0xfu
#define REGION_WAYS 8u
#define HOPS_KEPT 1u

#ifdef REGION_OF
// The region of a cell for a class by its number among all, or NONE.
uint regionOf(uint class_, uint c) {
	uint l = regions[(class_ * F.cells + c) / 8u] >> 4u * (c & 7u) & 0xfu;
	return l < PAGE_REGIONS ? c / PAGE_CELLS * PAGE_REGIONS + l : NONE;
}
#endif

// The first hops of a group.
uint hopsStart(uint group) { return group * (F.pages * PAGE_REGIONS + 1u); }
#endif
