package passes

import "unsafe"

// Frame holds sizes and parameters that stay fixed from one bake to the next. Its layout is that of the block in
// shaders-glsl/lib/frame.glsl, member by member, four bytes each; a test holds the two together.
type Frame struct {
	Width, Height, Layers uint32  // dense grid: columns along x, rows along z, peeled layers
	TilesX, TilesZ        uint32  // tiles of Tile×Tile cells
	BlockX, BlockZ        uint32  // first column and row of the part of the grid that is baked; 0 after the bake
	Sheets                uint32  // most floors above each other in a tile: layers of the page table
	Cell                  float32 // edge of a cell l [m]
	PerCell               float32 // 1/l [1/m]
	Top                   float32 // height of the scene's box [m]
	DepthScale            float32 // share of the depth buffer's range that a metre takes [1/m]
	Upright               uint32  // rows of the side views: Top in cells

	Triangles, Zones uint32  // physical triangles, then zone triangles (goals, spawns, discomfort)
	Rims             uint32  // stretches of the border of the floor
	Entities         uint32  // rows of "attributes"
	Step             float32 // highest step walked over [m]
	Clearance        float32 // head room an agent needs [m]
	SlopeCos         float32 // least upward normal of a floor
	Delta            float32 // peeling bias δ [m]
	Fragments        uint32  // fragments of all columns
	Views            uint32  // 1: cells under vertical fragments of the side views are invalid
	Exact            uint32  // 1: faces are blocked where an obstruction crosses them

	Pages, Cells uint32  // pages of occupied tiles; Cells = Pages·Tile²
	Rows         uint32  // rows of triangles and rims in the wall stages
	Pieces       uint32  // wall pieces found in cells
	Segments     uint32  // wall segments within reach of cells
	Rings        uint32  // neighbourhood searched for walls [cells]
	Reach        float32 // walls are known to a cell up to this distance from it [m]

	Groups, Classes uint32  // goal groups; classes share speed and cost
	Colours, Rounds uint32  // page colours, solver rounds in a step
	Stencil         uint32  // neighbours of the solver's update: 4 or 8
	Sweeps          uint32  // most sweeps of one visit of a warm page
	Tolerance       float32 // relative change that counts within a page while a group is cold
	Told            float32 // and that other pages are told of
	WarmTolerance   float32 // change that counts once it is warm, as a share of the cheapest step out of the cell
	Wake            float32 // relative change of costs that wakes a page
	Long            uint32  // 1: new starts are guessed, as ways are long
	Alpha, Beta     float32 // weights of path length and time
	Gamma           float32 // weight of discomfort
	Kernel          uint32  // density footprint: KernelJiang …
	KernelA         float32 // sharpness a of Jiang's footprint
	KernelSupport   float32 // half-width of the footprint [cells]
	KernelNorm      float32 // 1 / plan integral of the footprint [1/m²]
	KernelLambda    float32 // exponent λ of Treuille's footprint
	FootCells       uint32  // cells on each side of the agent's that a footprint can touch
	RhoMax          float32 // density from which flow rules [1/m²]
	SlopeMin        float32
	SlopeMax        float32
	SpeedMin        float32 // least speed as a fraction of the group's
	SlopeSpeed      uint32  // 1: slopes slow agents down
	Stairs          uint32  // 1: some cells have stair speeds of their own
	Diagram         uint32  // 1: speeds are capped by the fundamental diagram
	Capacity        uint32  // agent slots
	BinBits         uint32  // log₂ of the edge of a bin [cells], at most 4
	Hosted          uint32  // 1: the host moves some agents
	Watched         uint32  // room for agents that the host watches

	Stages, Choices uint32  // of the routes; 0: nobody has one
	Laws, Counters  uint32  // laws of waiting; goals that people stand in line for
	Parties         uint32  // 1: some agents belong to parties
	Spawners        uint32  // 1: some spawners need to know where there is room
	Horizon         float32 // how far local models look ahead [s]
	Directions      uint32  // that Avoid chooses from, odd
}

// Tile is the edge of a page in cells; PageCells its area.
const (
	Tile      = 16
	PageCells = Tile * Tile
)

// None marks a missing page, link or cell.
const None = ^uint32(0)

// Inf stands for an infinite potential or cost in float32 fields: squares of finite sums below it cannot overflow.
const Inf = float32(1e30)

// Density footprints.
const (
	KernelJiang = iota
	KernelTreuille
	KernelBilinear
)

// Bytes is the frame as the GPU reads it.
func (f *Frame) Bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(f)), unsafe.Sizeof(*f))
}

// Texels is the size of one dense layer.
func (f *Frame) Texels() int { return int(f.Width) * int(f.Height) }
