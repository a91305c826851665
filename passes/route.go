package passes

// Stage is one stop of a route on the device: an agent chooses one of its goals, goes there, waits, and goes on to the next stage.
// The first Groups stages have no goals: they name what the agents of each group begin with.
type Stage struct {
	First, Choices uint32 // goals to choose from, in the slot "choices"
	Wait           uint32 // law of the waiting time plus one, 0 none
	Next           uint32 // stage, StageLeave or StageStay
}

// What comes after the last stop.
const (
	StageLeave = None     // the agent has no route any more, and leaves at its goal
	StageStay  = None - 1 // it stays there
)

// Choice is one of the goals of a stage.
type Choice struct {
	Group   uint32 // whose fields lead there
	Share   uint32 // a draw of 32 bits up to this chooses it or one before it; 0 to the last one: the least potential does
	Counter uint32 // that people stand in line for there plus one, 0 none
	_       uint32
}

// Counter is a goal that serves so many at a time.
type Counter struct {
	Capacity uint32
	Busy     uint32 // agents being served
	Line     uint32 // agents in line
	First    uint32 // when the first of them came, as the bits of a time [s]; None without
	Now      uint32 // slot of the agent whose turn it is, or None
	Next     uint32 // whose turn it is in the next step
	_        [2]uint32
}

// Phases of a stage, in the high 8 bits of "agentStage".
const (
	PhaseEnter = iota // the stage is done: the agent sets out for the next one when it may walk
	PhaseWay          // on its way to the goal
	PhaseLine         // in line before it
	PhaseWait         // waiting there, or served
	PhaseStay         // there for good
)

// StageWord is an element of "agentStage".
func StageWord(stage, phase uint32) uint32 { return stage | phase<<24 }

// LawSteps is the number of quantiles of a law.
const LawSteps = 1024

// DrawBits gives 32 random bits and moves the state of an agent's draws on (PCG RXS M XS, O'Neill 2014).
func DrawBits(state *uint32) uint32 {
	x := *state
	*state = x*747796405 + 2891336453
	x = (x>>(x>>28+4) ^ x) * 277803737
	return x>>22 ^ x
}
