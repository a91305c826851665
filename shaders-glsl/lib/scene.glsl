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

// A floor link into the inside of a solid: there is floor, but no cell.
#define INSIDE 0xfffffffeu

// Words of the slot "bakeCounts".
#define COUNT_WRITTEN 0  // fragments that passed the last peel
#define COUNT_OVERDRAW 1 // most fragments in a column
#define COUNT_SHEETS 2   // most sheets in a tile
#define COUNT_COLOURS 3  // page colours
#define COUNT_WALLS 4    // most walls within reach of a cell

// Bits of the slot "cellFlag".
#define CELL_WALKABLE 1u
#define CELL_COVERED 2u
#define CELL_BARE 4u // and the next three: floor ends on the side N, E, S, W, and no piece tells where

// Clearances of cells that nobody can stand on, see passes/cells.go.
#define COVERED -1.0
#define NO_FLOOR -2.0

#define VIEW_TOP 0u
#define VIEW_FRONT 1u
#define VIEW_SIDE 2u
#endif
