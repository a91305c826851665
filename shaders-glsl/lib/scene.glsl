// The scene as the bake reads it, and the counters of the bake. Matches passes/bake/scene.go.
#ifndef SCENE_GLSL
#define SCENE_GLSL

#define ROLE_SOLID 0u
#define ROLE_WALKABLE 1u
#define ROLE_OBSTACLE 2u
#define ROLE_ZONE 3u

// Flags of the slot "grid".
#define GRID_WALKABLE 0u
#define GRID_STEEP 1u
#define GRID_LOW 2u
#define GRID_VERTICAL 3u
#define GRID_EMPTY 4u
#define GRID_INSIDE 5u

// A floor link into the inside of an obstacle: there is floor, but no cell.
#define INSIDE 0xfffffffeu

// Words of the slot "bakeCounts".
#define COUNT_OVERDRAW 0 // most fragments in a column (8 bits), then its texel (24 bits)
#define COUNT_WRITTEN 1  // fragments that passed the last peel
#define COUNT_COLOURS 2  // page colours
#define COUNT_VERTICAL 3 // cells invalidated by the side views

// Bits of the slot "cellFlag".
#define CELL_WALKABLE 1u
#define CELL_COVERED 2u

#define VIEW_TOP 0u
#define VIEW_FRONT 1u
#define VIEW_SIDE 2u
#endif
