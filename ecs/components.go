package ecs

import arche "github.com/mlange-42/arche/ecs"

// Handle names an arche entity. It stays invalid once its entity is gone, as it
// carries a generation.
type Handle = arche.Entity

// Components of an agent. The GPU holds the truth; Apply copies it here when the
// host asks for it.
type (
	// Agent is the agent's place in the columns on the GPU. Generation counts
	// the agents that had the slot before, this one included.
	Agent struct{ Slot, Generation uint32 }
	// Position is in world metres, on the floor.
	Position struct{ X, Y, Z float64 }
	// Velocity is in metres per second.
	Velocity struct{ X, Y, Z float64 }
	// Body holds the radius in metres and the preferred speed in m/s.
	Body struct{ Radius, Speed float64 }
	// Member is the index of the agent's goal group.
	Member struct{ Group uint16 }
)

// State is what an agent is doing, a component as well.
type State uint8

const (
	StateWaiting  State = iota // not yet moving: its pre-movement time runs
	StateWalking               // on its way
	StateArrived               // at its goal, and holding there
	StateStranded              // on a floor from which no goal can be reached
	StateAdvised               // moved by the host, on the engine's advice
	StateDriven                // moved by the host alone
)

// GoalGroup is the component of a goal group.
type GoalGroup struct {
	Name          string
	Index         int // its number, which Member.Group holds
	Goal          int
	Speed, Radius float64 // m/s and metres, for agents that set none of their own
}

// Components of a scene entity.
type (
	// Node is the glTF node that an entity comes from.
	Node struct {
		Index int
		Name  string
	}
	// Mesh is a range of Scene.Triangles.
	Mesh struct{ First, Count int }
	// Transform is mesh to world, column-major, as it is now.
	Transform struct{ Matrix [16]float64 }
	// Motion is the world motion since loading, column-major; Transform has it in.
	Motion struct{ Matrix [16]float64 }
	// Presence says whether the entity of an index in Scene.Entities takes part
	// now. A door does while it is closed.
	Presence struct {
		Entity  int
		Present bool
	}
	// RoleOf says what the entity is to the crowd.
	RoleOf struct{ Role Role }
	// GoalOf is the goal number of a goal, −1 elsewhere.
	GoalOf struct{ Goal int }
)
