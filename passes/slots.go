package passes

// Elem is the element type of a buffer slot or the format of an image slot.
type Elem uint8

// Buffer elements, then image formats.
const (
	U32 Elem = iota
	F32
	Vec2
	UVec2
	Vec4
	UVec4
	RGBA32F
	RGBA8I
	R32UI
	D32
)

// Image reports whether the element is the format of a layered image.
func (e Elem) Image() bool { return e >= RGBA32F }

// Bytes is the size of one element or texel on the device.
func (e Elem) Bytes() int {
	return [...]int{4, 4, 8, 8, 16, 16, 16, 4, 4, 4}[e]
}

// Channels is the number of values of one texel or element.
func (e Elem) Channels() int {
	return [...]int{1, 1, 2, 2, 4, 4, 4, 4, 1, 1}[e]
}

// Slot is a named buffer or layered image that passes bind.
type Slot struct {
	Name  string
	Elem  Elem
	Count func(f *Frame) int                // elements of a buffer
	Size  func(f *Frame) (w, h, layers int) // texels of an image
	Phase Phase
	Doc   string // meaning and unit

	Uniform bool // a small record that every thread reads alike
}

// Phase tells how long a slot lives.
type Phase uint8

// Bake slots can be freed once the scene is baked; Scene slots stay as long as the scene; Field slots are written by
// every step; Agent slots hold the crowd; Scratch slots mean nothing from one step to the next.
const (
	Bake Phase = iota
	Scene
	Field
	Agent
	Scratch
)

// Bytes is the size of the slot on the device.
func (s *Slot) Bytes(f *Frame) int {
	if s.Elem.Image() {
		w, h, n := s.Size(f)
		return w * h * n * s.Elem.Bytes()
	}
	return s.Count(f) * s.Elem.Bytes()
}

func one(n int) func(*Frame) int { return func(*Frame) int { return n } }

func cells(per int) func(*Frame) int {
	return func(f *Frame) int { return int(f.Cells) * per }
}

func triangles(f *Frame) int { return int(f.Triangles + f.Zones) }

// where is one element per cell where the frame has a use for them, and one in all where it has not.
func where(used func(*Frame) bool) func(*Frame) int {
	return func(f *Frame) int {
		if used(f) {
			return int(f.Cells)
		}
		return 1
	}
}

func dense(f *Frame) (int, int, int) { return int(f.Width), int(f.Height), int(f.Layers) }

func flat(f *Frame) (int, int, int) { return int(f.Width), int(f.Height), 1 }

func classCells(f *Frame) int { return int(f.Classes) * int(f.Cells) }

func groupCells(f *Frame) int { return int(f.Groups) * int(f.Cells) }

func groupPages(f *Frame) int { return int(f.Groups) * int(f.Pages) }

// long is so many elements per page and group or class where ways are long, and one in all where they are not.
func long(of func(*Frame) int, per int) func(*Frame) int {
	return func(f *Frame) int {
		if f.Long == 0 {
			return 1
		}
		return of(f) * int(f.Pages) * per
	}
}

func hops(f *Frame) int {
	if f.Long == 0 {
		return 1
	}
	return int(f.Groups) * int(f.Pages*PageRegions+1)
}

func groups(f *Frame) int { return int(f.Groups) }

func classes(f *Frame) int { return int(f.Classes) }

func agents(f *Frame) int { return int(f.Capacity) }

// agentsWith is one element per agent where the frame has a use for them, and one in all where it has not.
func agentsWith(used func(*Frame) uint32) func(*Frame) int {
	return func(f *Frame) int {
		if used(f) > 0 {
			return int(f.Capacity)
		}
		return 1
	}
}

// Bins is the number of bins of agents: squares of 2^BinBits cells, those of a page row by row.
func Bins(f *Frame) int { return int(f.Pages) << (2 * (tileBits - f.BinBits)) }

// Meets is the number of bodies that the slot "near" holds for each.
const Meets = 7

// scanTile is the number of elements that one workgroup of the scan sums.
const scanTile = 1024

// ScanBlocks is the number of block sums that a scan of n elements needs.
func ScanBlocks(n int) int { return (n + scanTile - 1) / scanTile }

func scanScratch(f *Frame) int {
	n := max(int(f.Cells)+2, int(f.Triangles+f.Rims)+1, int(f.TilesX*f.TilesZ)+1, f.Texels()+1)
	return ScanBlocks(n)
}

// Slots lists every slot in the order of the data flow.
var Slots = []Slot{
	{Name: "frame", Elem: U32, Count: func(f *Frame) int { return len(f.Bytes()) / 4 }, Phase: Scene, Uniform: true, Doc: "sizes and parameters"},
	{Name: "step", Elem: U32, Count: one(8), Phase: Scene, Uniform: true, Doc: "what changes every step"},

	{Name: "triangles", Elem: Vec4, Count: func(f *Frame) int { return 3 * triangles(f) }, Doc: "corners relative to the scene's box [m]"},
	{Name: "facets", Elem: UVec4, Count: func(f *Frame) int { return 2 * triangles(f) }, Doc: "Facet records"},
	{Name: "attributes", Elem: UVec4, Count: func(f *Frame) int { return 2 * int(f.Entities) }, Doc: "Attribute records"},
	{Name: "bakeCounts", Elem: U32, Count: one(16), Doc: "counters of the bake, see lib/scene.glsl"},
	{Name: "fragmentStart", Elem: U32, Count: func(f *Frame) int { return f.Texels() + 1 }, Doc: "fragments of each column, then where its list starts"},
	{Name: "fragmentCursor", Elem: U32, Count: (*Frame).Texels, Doc: "fragments already stored for each column"},
	{Name: "fragments", Elem: UVec4, Count: func(f *Frame) int { return max(1, int(f.Fragments)) }, Doc: "depth, triangle, distance from the camera [m], height [m]"},
	{Name: "position", Elem: RGBA32F, Size: dense, Doc: "surface point relative to the box [m]; w: distance from the camera + 1 m, 0 where there is none"},
	{Name: "surface", Elem: R32UI, Size: dense, Doc: "triangle + 1"},
	{Name: "depth", Elem: D32, Size: flat, Doc: "depth buffer of the peeling"},
	{Name: "peeled", Elem: RGBA32F, Size: flat, Doc: "position of the layer peeled last"},
	{Name: "winding", Elem: R32UI, Size: dense, Doc: "closed solids around the surface, signed"},
	{Name: "grid", Elem: R32UI, Size: dense, Doc: "flag: 0 walkable, 1 not a floor: steep, underside or obstacle, 2 too close under a layer, 3 under a vertical fragment, 4 empty, 5 inside a solid"},
	{Name: "goal", Elem: R32UI, Size: dense, Doc: "65536 less goal+1, or 0"},
	{Name: "spawn", Elem: R32UI, Size: dense, Doc: "65536 less spawn+1, or 0"},
	{Name: "discomfort", Elem: R32UI, Size: dense, Doc: "bits of the discomfort g"},
	{Name: "connection", Elem: RGBA8I, Size: dense, Doc: "layer of the neighbour N, E, S, W, or -1"},
	{Name: "sheet", Elem: R32UI, Size: dense, Doc: "sheet of the cell in its low 8 bits, or none"},
	{Name: "tileScan", Elem: U32, Count: func(f *Frame) int { return int(f.TilesX*f.TilesZ) + 1 }, Doc: "sheets of each tile, then their running count"},
	{Name: "scanBlocks", Elem: U32, Phase: Scratch, Count: scanScratch, Doc: "block sums of a running scan"},
	{Name: "floorLinks", Elem: UVec4, Count: cells(1), Doc: "links before walls cut them"},
	{Name: "rims", Elem: Vec4, Count: func(f *Frame) int { return 2 * max(1, int(f.Rims)) }, Doc: "Rim records"},
	{Name: "rowStart", Elem: U32, Count: func(f *Frame) int { return int(f.Triangles+f.Rims) + 1 }, Doc: "first row of each triangle, then of each rim, in the wall stages"},
	{Name: "cursor", Elem: U32, Count: cells(1), Doc: "pieces already stored for each cell"},
	{Name: "pieceStart", Elem: U32, Count: func(f *Frame) int { return int(f.Cells) + 1 }, Doc: "first wall piece of each cell"},
	{Name: "pieces", Elem: Vec4, Count: func(f *Frame) int { return max(1, int(f.Pieces)) }, Doc: "outline of obstructions and border of the floor inside each cell: x0 z0 x1 z1 [m]"},

	{Name: "pageTable", Elem: U32, Phase: Scene, Count: func(f *Frame) int { return int(f.TilesX * f.TilesZ * f.Sheets) }, Doc: "page of (sheet, tile row, tile column), or none"},
	{Name: "pages", Elem: UVec4, Phase: Scene, Count: func(f *Frame) int { return int(f.Pages) }, Doc: "tile column, tile row, sheet, colour"},
	{Name: "height", Elem: F32, Phase: Scene, Count: cells(1), Doc: "floor height at the cell's centre above the box [m]"},
	{Name: "slope", Elem: U32, Phase: Scene, Count: cells(1), Doc: "∂H/∂x, ∂H/∂z, see PackSlope"},
	{Name: "cellFlag", Elem: U32, Count: cells(1), Doc: "bit 0 walkable, bit 1 centre inside an obstruction, bits 2 to 5 bare N, E, S, W"},
	{Name: "cellZone", Elem: U32, Phase: Scene, Count: cells(1), Doc: "as zone"},
	{Name: "cellDiscomfort", Elem: F32, Phase: Scene, Count: where(func(f *Frame) bool { return f.Gamma != 0 }), Doc: "as discomfort; one element where Gamma is 0"},
	{Name: "cellStair", Elem: U32, Phase: Scene, Count: where(func(f *Frame) bool { return f.Stairs != 0 }), Doc: "speed fractions up and down as two 16-bit unorms, 0 none; one element where Stairs is 0"},
	{Name: "links", Elem: U32, Phase: Scene, Count: cells(1), Doc: "neighbour N, E, S, W across an unblocked face, a byte each, see Links"},
	{Name: "clearance", Elem: F32, Phase: Scene, Count: cells(1), Doc: "distance from the centre to the nearest wall or edge, at most Reach [m]; Covered or NoFloor where nobody stands"},
	{Name: "wallStart", Elem: U32, Phase: Scene, Count: cells(1), Doc: "wall segments within reach of each cell: first in the page, and number, see WallRange"},
	{Name: "pageWalls", Elem: U32, Phase: Scene, Count: func(f *Frame) int { return int(f.Pages) + 1 }, Doc: "first wall segment of each page"},
	{Name: "walls", Elem: UVec2, Phase: Scene, Count: func(f *Frame) int { return max(1, int(f.Segments)) }, Doc: "wall segments about the centres of their cells, see PackWall"},

	{Name: "crowd", Elem: U32, Phase: Field, Count: cells(3), Doc: "ρ [1/m²], v̄ along x and z [m/s], a plane each, as floats; fixed-point sums of footprint and momentum before flow"},
	{Name: "classes", Elem: UVec4, Phase: Field, Count: func(f *Frame) int { return int(f.Classes) }, Doc: "Class records"},
	{Name: "groups", Elem: UVec4, Phase: Field, Count: func(f *Frame) int { return int(f.Groups) }, Doc: "Group records"},
	{Name: "models", Elem: U32, Phase: Field, Count: func(f *Frame) int { return int(f.Groups) }, Doc: "local model of each group: ModelContinuum …"},
	{Name: "cost", Elem: Vec4, Phase: Field, Count: classCells, Doc: "C of the step N, E, S, W, a plane per class; Inf closed"},
	{Name: "diagonals", Elem: U32, Phase: Field, Count: func(f *Frame) int { return classCells(f) / 8 }, Doc: "open diagonals NE, SE, SW, NW, four bits a cell, a plane per class"},
	{Name: "potential", Elem: F32, Phase: Field, Count: func(f *Frame) int { return groupCells(f) + int(f.Cells) }, Doc: "φ, a plane per group; Inf unreachable; negative where it is not relaxed, see Fixed; and the back plane, for the group that is solved from a reset"},
	{Name: "velocity", Elem: U32, Phase: Field, Count: groupCells, Doc: "velocity of the group in the plan, see PackVelocity"},
	{Name: "solveArgs", Elem: UVec4, Phase: Field, Count: func(f *Frame) int { return int(f.Rounds+f.Colours) + 1 }, Doc: "dispatch records of the solver's rounds"},
	{Name: "solveList", Elem: U32, Phase: Field, Count: func(f *Frame) int { return int(f.Colours+1) * groupPages(f) }, Doc: "active (group, page) pairs of the coming rounds, a ring of Colours+1 lists"},
	{Name: "solveStamp", Elem: U32, Phase: Field, Count: groupPages, Doc: "last round a pair was put on a list for"},
	{Name: "solveState", Elem: U32, Phase: Field, Count: func(f *Frame) int { return SolvePending + 4*int(f.Groups) }, Doc: "of the solver, see SolveBase and what follows it"},

	{Name: "regions", Elem: U32, Phase: Field, Count: long(classes, PageCells/8), Doc: "region of each cell in its page, four bits a cell, a plane per class; one element where ways are short"},
	{Name: "regionWays", Elem: U32, Phase: Field, Count: long(classes, PageRegions*RegionWays), Doc: "regions beside each region, a plane per class"},
	{Name: "hops", Elem: U32, Phase: Scratch, Count: hops, Doc: "regions on the way to each region, see HopsKept, and how many are on the longest, a plane per group"},
	{Name: "ways", Elem: UVec2, Phase: Scratch, Count: long(groups, PageBorder), Doc: "where the way down from each border cell leads, and what the cell has yet to change, see WayInside"},
	{Name: "ends", Elem: UVec2, Phase: Scratch, Count: long(groups, PageBorder), Doc: "the same for the whole way, as far as it is known"},
	{Name: "endsNext", Elem: UVec2, Phase: Scratch, Count: long(groups, PageBorder), Doc: "the same, twice as far"},

	{Name: "stages", Elem: UVec4, Phase: Field, Count: func(f *Frame) int { return max(1, int(f.Stages)) }, Doc: "Stage records: of each group what it begins with, then of the stops"},
	{Name: "choices", Elem: UVec4, Phase: Field, Count: func(f *Frame) int { return max(1, int(f.Choices)) }, Doc: "Choice records of the stages"},
	{Name: "waits", Elem: F32, Phase: Field, Count: func(f *Frame) int { return max(1, LawSteps*int(f.Laws)) }, Doc: "quantiles of the laws of waiting, LawSteps of each [s]"},
	{Name: "counters", Elem: UVec4, Phase: Field, Count: func(f *Frame) int { return max(1, 2*int(f.Counters)) }, Doc: "Counter records"},
	{Name: "partyGap", Elem: F32, Phase: Field, Count: func(f *Frame) int { return max(1, int(f.Parties*f.Groups)) }, Doc: "lead of each group's members at which they slow down, in units of the potential"},

	{Name: "commands", Elem: UVec4, Phase: Agent, Count: func(f *Frame) int { return 5 * CommandBatch(f) }, Doc: "Command records"},
	{Name: "agentPosition", Elem: Vec2, Phase: Agent, Count: agents, Doc: "x, z relative to the box [m]"},
	{Name: "agentHeight", Elem: F32, Phase: Agent, Count: agents, Doc: "y relative to the box [m]"},
	{Name: "agentVelocity", Elem: Vec2, Phase: Agent, Count: agents, Doc: "plan velocity [m/s]"},
	{Name: "agentBody", Elem: Vec4, Phase: Agent, Count: agents, Doc: "radius [m], preferred speed [m/s], start time [s], distance walked [m]"},
	{Name: "agentCell", Elem: U32, Phase: Agent, Count: agents, Doc: "cell, or none"},
	{Name: "agentState", Elem: U32, Phase: Agent, Count: agents, Doc: "state in the low 8 bits, group above"},
	{Name: "agentID", Elem: U32, Phase: Agent, Count: agents, Doc: "identity given by the host"},
	{Name: "agentStage", Elem: U32, Phase: Agent, Count: agentsWith(func(f *Frame) uint32 { return f.Stages }), Doc: "stage of the route, and the phase in the high 8 bits, or none; one element where Stages is 0"},
	{Name: "agentSeed", Elem: U32, Phase: Agent, Count: agentsWith(func(f *Frame) uint32 { return f.Stages }), Doc: "state of the agent's draws; one element where Stages is 0"},
	{Name: "agentParty", Elem: U32, Phase: Agent, Count: agentsWith(func(f *Frame) uint32 { return f.Parties }), Doc: "number of its party, 0 none; one element where Parties is 0"},
	{Name: "agentHeld", Elem: F32, Phase: Agent, Count: agents, Doc: "how long others have held the agent up, less half of the time that it has walked since [s]; only of the model orca"},
	{Name: "events", Elem: U32, Phase: Agent, Count: func(f *Frame) int { return (int(f.Capacity) + 31) / 32 }, Doc: "bit per slot freed in the step"},
	{Name: "tally", Elem: U32, Phase: Agent, Count: one(20), Doc: "Tally record"},

	{Name: "heldPlace", Elem: Vec4, Phase: Scratch, Count: hosted, Doc: "x, z, height, distance walked [m] of advised agents before they are advanced"},
	{Name: "heldCell", Elem: U32, Phase: Scratch, Count: hosted, Doc: "their cells"},
	{Name: "watch", Elem: U32, Phase: Scratch, Count: func(f *Frame) int { return 2 * max(1, int(f.Watched)) }, Doc: "slot and identity of the agents that the host watches"},
	{Name: "watched", Elem: UVec4, Phase: Scratch, Count: func(f *Frame) int { return 3 * max(1, int(f.Watched)) }, Doc: "Watched records of them"},
	{Name: "agentPace", Elem: F32, Phase: Scratch, Count: agentsWith(func(f *Frame) uint32 { return f.Parties }), Doc: "share of its speed that an agent keeps, so that its party can follow; one element where Parties is 0"},
	{Name: "taken", Elem: U32, Phase: Scratch, Count: func(f *Frame) int { return max(1, int(f.Spawners*f.Cells)/32) }, Doc: "bit per cell that an agent is on; one element where Spawners is 0"},
	{Name: "partyLast", Elem: U32, Phase: Scratch, Count: func(f *Frame) int { return max(1, 2*int(f.Parties*f.Capacity)) }, Doc: "greatest φ of the members that walk, as bits: two words a party, for stages of even and odd numbers"},

	{Name: "binStart", Elem: U32, Phase: Scratch, Count: func(f *Frame) int { return Bins(f) + 2 }, Doc: "first body of each bin, the number of bodies, and that of all who are alive; counts, then where to go on, while bodies are sorted"},
	{Name: "binAgents", Elem: U32, Phase: Scratch, Count: agents, Doc: "agent slots by bin, in any order within one"},
	{Name: "bodySlot", Elem: U32, Phase: Scratch, Count: agents, Doc: "agent slots by bin, ascending within one: the order of the bodies; then those who are alive but no bodies"},
	{Name: "bodyAgent", Elem: UVec4, Phase: Scratch, Count: func(f *Frame) int { return 2 * int(f.Capacity) }, Doc: "what bodies are moved by: position [m], cell and state of the agent, then radius [m], speed [m/s], start [s], identity"},
	{Name: "place", Elem: U32, Phase: Scratch, Count: agents, Doc: "where others see a body at the beginning of the step, see lib/mover.glsl"},
	{Name: "motion", Elem: U32, Phase: Scratch, Count: agents, Doc: "velocity and radius that others see, likewise"},
	{Name: "level", Elem: U32, Phase: Scratch, Count: agents, Doc: "height that others see, likewise"},
	{Name: "bodyWish", Elem: Vec2, Phase: Scratch, Count: agents, Doc: "velocity that the local model of the body has found [m/s]; Inf where nothing leads anywhere, Inf and 0 where walls are in the way"},
	{Name: "near", Elem: UVec4, Phase: Scratch, Count: func(f *Frame) int { return 2 * int(f.Capacity) }, Doc: "how many a body can come to touch in the step, in the upper 4 bits, and a bit for each of them and round, whether by then; then the first Meets of them"},
	{Name: "body", Elem: Vec4, Phase: Scratch, Count: agents, Doc: "x, z [m], radius [m], height [m] of the bodies; then of who is alive but no body"},
	{Name: "bodyNext", Elem: Vec4, Phase: Scratch, Count: agents, Doc: "as body, after the round of separation"},
	{Name: "bodyHeading", Elem: Vec4, Phase: Scratch, Count: agents, Doc: "direction in which the body walked in this step, or 0; radius [m] and speed [m/s] of its agent"},
	{Name: "bodyCell", Elem: U32, Phase: Scratch, Count: agents, Doc: "cell that the body has come to"},
}

// CommandBatch is the number of commands that one submission carries: where the host moves agents, all that a step can have.
func CommandBatch(f *Frame) int {
	const usual = 1 << 14
	if f.Hosted == 0 {
		return usual
	}
	return max(usual, int(f.Capacity+f.Groups))
}

// hosted is one element per agent slot where the host moves agents, and one in all where it does not.
func hosted(f *Frame) int {
	if f.Hosted == 0 {
		return 1
	}
	return int(f.Capacity)
}

var slotIndex = func() map[string]*Slot {
	m := make(map[string]*Slot, len(Slots))
	for i := range Slots {
		m[Slots[i].Name] = &Slots[i]
	}
	return m
}()

// Find gives a slot by name; a name that no slot has is a programmer's error and panics.
func Find(name string) *Slot {
	s, ok := slotIndex[name]
	if !ok {
		panic("passes: there is no slot named " + name + ".")
	}
	return s
}
