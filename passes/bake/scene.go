// Package bake holds the stages that turn a scene into cells: peeling into layers, flags, side views, zones,
// connections, pages of occupied tiles, and the walls that cells and agents keep away from (ML §4).
//
// In order: [Overdraw], then per layer [Peel] and [Keep]; [Flags]; per side view and layer [Peel], [Vertical], [Keep];
// per layer of zones [Peel], [Zones], [Keep]; [Connect]; [Mark], a [Scan], [Assign], [Pack], [Slope]; [Rows], a
// scan, [Pieces] twice around a scan, [Sort], [Block]; [Reach] twice around a scan; [Conflict], [Colour].
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
	GridSteep
	GridLow
	GridVertical
	GridEmpty
	GridInside // floor inside an obstacle
)

// Inside is a floor link into the inside of an obstacle: there is floor, but no cell.
const Inside = passes.None - 1

// Words of the slot "bakeCounts".
const (
	CountOverdraw = iota // most fragments in a column (8 bits), then its texel (24 bits)
	CountWritten         // fragments that passed the last peel
	CountColours         // page colours
	CountVertical        // cells invalidated by the side views
)

// Bits of the slot "cellFlag".
const (
	CellWalkable = 1 << iota
	CellCovered
)

// View is one of the three orthographic cameras.
type View uint32

// The cameras: from above, from the front along -z, from the side along -x.
const (
	Top View = iota
	Front
	Side
)

// Attribute is what the shaders know of an entity: two rows of the slot "attributes".
type Attribute struct {
	Role        uint32
	Goal, Spawn uint32 // number + 1, or 0
	Colour      uint32 // RGBA8
	Stair       uint32 // speed fractions up and down as two 16-bit unorms, 0 none
	Discomfort  float32
	TwoSided    uint32
	_           uint32
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
