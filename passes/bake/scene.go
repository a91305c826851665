// Package bake holds the stages that turn a scene into cells: peeling into layers, flags, side views, zones,
// connections, pages of occupied tiles, and the walls that cells and agents keep away from (ML §4).
//
// A scene is baked in blocks of tiles, each with a margin of tiles around it; what a cell gets does not depend on the
// block it is baked in. In order: [Overdraw], a [Scan], [Gather], [Layers], or else per layer [Peel] and [Keep], then
// [Enclose]; [Flags]; per side view [Vertical]; [Zones]; [Connect]; [Sheets], a scan, [Assign], [Blank], [Pack],
// [Slope]; [Rims] on the host, [Rows], a scan, [Pieces] twice around a scan, [Sort], [Block]; [Reach], [Shelve], a scan, [Reach]; [Conflict],
// [Colour].
//
// Planes of triangles are worked out on the host ([Facet]) and coverage is decided in integers, so every device finds the
// same cells.
package bake

import (
	"math"

	"throng/passes"
)

// Roles of entities, as lib/scene.glsl has them.
const (
	RoleSolid = iota
	RoleWalkable
	RoleObstacle
	RoleZone
)

// Flags of the slot "grid" (ML §4.1; 3 from the side views, 4 where the layer is empty).
const (
	GridWalkable = iota
	GridSteep    // not a floor: steep, underside or obstacle
	GridLow
	GridVertical
	GridEmpty
	GridInside // floor inside matter, or beneath what hangs in the way
)

// Inside is a floor link into the inside of a solid: there is floor, but no cell.
const Inside = passes.None - 1

// Words of the slot "bakeCounts".
const (
	CountWritten  = iota // layers found, or whether the last peel found any
	CountOverdraw        // most fragments in a column
	CountSheets          // most sheets in a tile
	CountColours         // page colours
	CountWalls           // most walls within reach of a cell
)

// Bits of the slot "cellFlag".
const (
	CellWalkable = 1 << iota
	CellCovered
	CellBare // and the next three: floor ends on the side N, E, S, W, and no piece tells where
)

// Attribute is what the shaders know of an entity: two rows of the slot "attributes".
type Attribute struct {
	Role        uint32
	Goal, Spawn uint32 // number + 1, or 0
	_           uint32
	Stair       uint32 // speed fractions up and down as two 16-bit unorms, 0 none
	Discomfort  float32
	_, _        uint32
}

// PackStair packs the speed fractions of a stair; 1 and 1 is no stair.
func PackStair(up, down float64) uint32 {
	if up == 1 && down == 1 {
		return 0
	}
	unorm := func(v float64) uint32 { return uint32(math.Round(min(max(v, 0), 1) * 65535)) }
	return unorm(up) | unorm(down)<<16
}

// directions are the unit steps N, E, S, W.
var directions = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
