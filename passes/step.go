package passes

// StepData is what changes every step: one small buffer, so that recorded commands are submitted again as they are.
// Its layout is that of the block in shaders-glsl/lib/step.glsl.
type StepData struct {
	Dt       float32 // [s]
	Time     float32 // at the start of the step [s]
	Number   uint32  // steps done before this one
	Seed     uint32
	Commands uint32 // commands waiting in the slot "commands"

	Spare0, Spare1, Spare2 uint32
}

// State of an agent slot.
const (
	StateFree     = iota // no agent
	StateWaiting         // alive, before its start time
	StateWalking         // alive
	StateStranded        // alive, its cell has no way to the goal, or its floor is gone
)

// Command is one change of an agent slot, made by the host between steps. Layout as in lib/agent.glsl.
type Command struct {
	Kind   uint32 // CommandSpawn …
	Slot   uint32
	Cell   uint32
	Group  uint32
	X, Z   float32 // plan position relative to the scene's box [m]
	Radius float32 // [m]
	Speed  float32 // preferred speed [m/s]
	Start  float32 // time from which it walks [s]
	ID     uint32  // generation-counted identity, unique among the living

	Spare0, Spare1 uint32
}

// Kinds of commands.
const (
	CommandSpawn = iota
	CommandRemove
	CommandGroup
	CommandMove
	CommandRest  // the group has nobody to plan for: its potential is left as it is
	CommandRouse // it has again
)

// Tally is the account of a step, kept on the device and read back without waiting.
type Tally struct {
	Alive    uint32 // after the step
	Arrived  uint32 // since the start
	Removed  uint32 // since the start
	Lost     uint32 // since the start; anything but 0 is a defect
	Spawned  uint32 // since the start
	Stranded uint32 // alive without a way to the goal
	Pending  uint32 // (group, page) pairs the solver has not settled
	Updates  uint32 // page visits of the solver in the step
	Step     uint32 // number of the step
	Events   uint32 // arrivals and removals in the step
	Anew     uint32 // groups whose published field is old: they wait for the back plane or are being solved there
	Waiting  uint32 // groups that Turn has something to do for

	Overlapping uint32  // agents that overlap another by more than a millimetre after the step
	Overlap     float32 // the worst overlap [m]
	_           [2]uint32
}

// Class is what groups of equal costs share. Layout as in lib/frame.glsl.
type Class struct {
	Speed  float32 // the group's speed f_max [m/s]
	Radius float32 // clearance below it is closed to planning [m]
	RhoMin float32 // density up to which the terrain rules [1/m²]
	Sample uint32  // cells ahead at which density is sampled [Limits: >= 1]
}

// Group is a goal group on the device.
type Group struct {
	Class, Goal uint32
	Reset       uint32 // ResetBack, ResetPlace or ResetAbove: its potential is to start anew
	Cold        uint32 // what Reset was, while it is being solved from there
}

// Ways to start the potential of a group anew. The odd ones are solved in the back plane, in turn with others; agents keep
// the published field until the new one has settled.
const (
	ResetBack  = 1 // from the goal
	ResetPlace = 2 // from the goal, in its own plane, while there are no agents to see it
	ResetAbove = 3 // from what lies below the group's mark, see SolveMark
)
