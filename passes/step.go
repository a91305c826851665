package passes

// StepData is what changes every step: one small buffer, so that recorded commands are submitted again as they are.
// Its layout is that of the block in shaders-glsl/lib/step.glsl.
type StepData struct {
	Dt       float32 // [s]
	Time     float32 // at the start of the step [s]
	Number   uint32  // steps done before this one
	Seed     uint32
	Commands uint32 // commands waiting in the slot "commands"
	Watched  uint32 // agents in the slot "watch"

	Spare0, Spare1 uint32
}

// State of an agent slot.
const (
	StateFree     = iota // no agent
	StateWaiting         // alive, before its start time
	StateWalking         // alive
	StateStranded        // alive, its cell has no way to the goal, or its floor is gone
	StateAdvised         // alive; the host moves it, the step only works out where it would go
	StateDriven          // alive; the host moves it, and the step leaves it where it is
)

// Command is one change of an agent slot, made by the host between steps. Layout as in lib/agent.glsl.
type Command struct {
	Kind   uint32 // CommandSpawn …
	Slot   uint32
	ID     uint32 // generation-counted identity, unique among the living
	Fields uint32 // what CommandSet gives: SetGroup …; of a spawn, SetGone alone counts

	Cell    uint32
	Group   uint32
	Control uint32  // Control…: who moves it
	Start   float32 // time from which it walks [s]

	X, Z     float32    // plan position relative to the scene's box [m]
	Radius   float32    // [m]
	Speed    float32    // preferred speed [m/s]
	Target   [2]float32 // plan position relative to the box [m]
	Velocity [2]float32 // [m/s]

	Seed           uint32 // of the agent's draws
	Party          uint32 // 1 to Capacity, 0 none
	Spare0, Spare1 uint32
}

// Kinds of commands.
const (
	CommandSpawn = iota
	CommandRemove
	CommandSet
	CommandRest  // the group has nobody to plan for: its potential is left as it is
	CommandRouse // it has again
)

// What a command sets.
const (
	SetGroup  = 1 << iota
	SetPlace  // Cell, X, Z: it is there at once; the place must lie in the cell and clear of walls
	SetTarget // Target: it walks there at once, held by walls; velocity is the way made in the step
	SetVelocity
	SetRadius
	SetSpeed
	SetControl
	SetGone // of a spawn: it is removed again
)

// Who moves an agent.
const (
	ControlEngine = iota
	ControlAdvised
	ControlDriven
)

// Watched is what the host is told of an agent that it watches. Layout as in move/watch.comp.
type Watched struct {
	Slot, ID, State, Cell uint32
	Position              [2]float32
	Height, Walked        float32
	Velocity              [2]float32
	Radius, Speed         float32
}

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
	Drift       float32 // longest way that anybody has walked in the step [m]
	Push        float32 // longest way that anybody may be pushed [m]
	InLine      uint32  // agents that stand in line for a goal
	_           [3]uint32
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

// Local models, in the slot "models".
const (
	ModelContinuum = iota // the field's velocity
	ModelAvoid            // VO §3
	ModelORCA             // reciprocal half-planes
)

// Ways to start the potential of a group anew. The odd ones are solved in the back plane, in turn with others; agents keep
// the published field until the new one has settled.
const (
	ResetBack  = 1 // from the goal
	ResetPlace = 2 // from the goal, in its own plane, while there are no agents to see it
	ResetAbove = 3 // from what lies below the group's mark, see SolveMark
)
