package ecs

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// Limits of a scenario. Anything outside them is refused with the key's path.
const (
	Version      = 1       // the scenario version this package reads and writes
	MaxAgents    = 1 << 24 // agents in all spawns together, and slots of a World
	MaxGroups    = 256     // goal groups of a scenario
	MaxGoal      = 255     // highest goal number
	MaxLayers    = 254     // cap on grid.layers: links name a layer in a byte
	DefaultCount = 100     // agents of a spawn made from a scene's own spawn entity
)

// Values of grid.walls.
const (
	WallsExact = "exact" // block the cell faces that an obstruction crosses
	WallsViews = "views" // the front and side views of ML §4.2
	WallsNone  = "none"  // no wall treatment, to measure what it is worth
)

// Values of params.density.
const (
	DensityJiang    = "jiang"    // ML eq. 5–7
	DensityTreuille = "treuille" // CC
	DensityBilinear = "bilinear" // mass-conserving
)

// Values of a group's model.
const (
	ModelContinuum = "continuum" // ML, CC: the velocity field alone
	ModelAvoid     = "avoid"     // VO §3: the best of some directions about the field's
	ModelORCA      = "orca"      // reciprocal half-planes
)

// Other words that a scenario may use.
const (
	On       = "on"
	Off      = "off"
	Auto     = "auto"
	Weidmann = "weidmann"

	ArrivalsEven    = "even"    // one after the other, 1/rate apart
	ArrivalsPoisson = "poisson" // independent of each other
)

// Scenario is a whole run: scene, grid, groups, spawns and parameters. The
// meaning, unit, default and limits of every key are in docs/scenario.md.
type Scenario struct {
	Version int     `json:"version"`
	Scene   string  `json:"scene"` // path relative to the file, or "builtin:NAME"
	Scale   float64 `json:"scale"` // metres per unit of the scene file
	Grid    Grid    `json:"grid"`
	Groups  []Group `json:"groups,omitzero"` // nil: filled by Complete
	Spawns  []Spawn `json:"spawns,omitzero"` // nil: filled by Complete; empty: nobody
	Events  []Event `json:"events,omitzero"` // nil: filled by Complete; empty: none
	Weights Weights `json:"weights"`
	Params  Params  `json:"params"`
	Seed    uint64  `json:"seed"`
	DT      float64 `json:"dt"`            // seconds of one step
	Time    float64 `json:"time,omitzero"` // seconds of the run; 0: filled by Complete

	// Name is the file's name in errors and Dir its folder. Neither is written.
	Name string `json:"-"`
	Dir  string `json:"-"`
}

// Grid says how a scene is baked into cells.
type Grid struct {
	Cell      float64 `json:"cell"`      // l, metres
	Step      float64 `json:"step"`      // h_step, metres: the highest step an agent takes
	Clearance float64 `json:"clearance"` // h_min, metres: the least headroom
	Slope     float64 `json:"slope"`     // degrees: the steepest floor
	Walls     string  `json:"walls"`     // WallsExact, WallsViews or WallsNone
	Layers    int     `json:"layers"`    // cap on the layers; more is an error
	Delta     float64 `json:"delta"`     // δ of the depth peel, metres
}

// Group is a set of agents with one goal. Its index in Scenario.Groups is its number.
type Group struct {
	Name        string       `json:"name"`
	Goal        int          `json:"goal"`
	Model       string       `json:"model"`
	Speed       float64      `json:"speed"`        // preferred speed, m/s
	Radius      float64      `json:"radius"`       // metres
	PreMovement Distribution `json:"pre_movement"` // seconds
	Exact       float64      `json:"exact"`        // metres around the goal where the potential is the exact distance, 0 off

	Speeds  Distribution `json:"speeds,omitzero"` // of the agents, m/s; zero: all have Speed
	Radii   Distribution `json:"radii,omitzero"`  // of the agents, metres, at most Radius; zero: all have Radius
	Route   []Stop       `json:"route,omitzero"`  // places to go to one after the other, the last with Goal among its goals; nil: Goal alone
	Arrival string       `json:"arrival"`         // ArrivalAbsorb, ArrivalWait or ArrivalContinue
	Party   Party        `json:"party,omitzero"`  // who stays together; zero: nobody
}

// Spawn brings agents of a group into a region: Count at Start, or Rate per
// second from Start to Stop and at most Count of them (0: no cap). Those that a
// Rate brings wait in a queue of their own until there is room for them.
type Spawn struct {
	Group    string  `json:"group"`
	Region   Region  `json:"region"`
	Count    int     `json:"count,omitempty"`
	Rate     float64 `json:"rate,omitempty"`
	Arrivals string  `json:"arrivals,omitempty"` // of a Rate: ArrivalsEven, as is "", or ArrivalsPoisson
	Start    float64 `json:"start,omitempty"`
	Stop     float64 `json:"stop,omitempty"` // 0: until the end of the run
}

// Region is where a spawn puts its agents. Exactly one of its members is set.
type Region struct {
	Name string         // a spawn entity of the scene, the group of some, or a door
	Box  *[2][3]float64 // two opposite corners, the lower first
	Disc *Disc
}

// Disc is a circle in plan at a height.
type Disc struct {
	Center [3]float64 `json:"center"`
	Radius float64    `json:"radius"`
}

// Weights are α, β and γ of the cost C = (α f + β + γ g)/f (ML §5.2).
type Weights struct {
	Alpha float64 `json:"alpha"` // per metre walked
	Beta  float64 `json:"beta"`  // per second walked
	Gamma float64 `json:"gamma"` // per second of unit discomfort
}

// Params are the remaining parameters of ML and CC.
type Params struct {
	Density            string  `json:"density"`
	Footprint          float64 `json:"footprint"` // half-width of a density splat, metres
	JiangA             float64 `json:"jiang_a"`   // a of ML eq. 7
	RhoBar             float64 `json:"rho_bar"`   // ρ̄ of CC: λ = log½ ρ̄
	RhoMin             float64 `json:"rho_min"`   // 1/m²
	RhoMax             float64 `json:"rho_max"`   // 1/m²
	SlopeMin           float64 `json:"slope_min"` // s_min of ML eq. 8, dimensionless
	SlopeMax           float64 `json:"slope_max"` // s_max of ML eq. 8, dimensionless
	SpeedMin           float64 `json:"speed_min"` // f_min as a fraction of the group's speed
	SlopeSpeed         string  `json:"slope_speed"`
	FundamentalDiagram string  `json:"fundamental_diagram"`
	Separation         string  `json:"separation"`
	LongWays           string  `json:"long_ways"`
	Horizon            float64 `json:"horizon"`    // how far local models look ahead, seconds
	Directions         int     `json:"directions"` // that ModelAvoid chooses from, odd
	Rounds             int     `json:"rounds"`     // solver rounds per plan, 0: as many as suit the device
	PlanEvery          int     `json:"plan_every"` // steps from one plan to the next, 0: as suits the device
	Stencil            int     `json:"stencil"`    // neighbours of the eikonal stencil: 4 or 8
	Capacity           int     `json:"capacity"`   // agent slots to reserve, 0: as many as the spawns need
}

// NewScenario is a scenario with every default and no scene, groups or spawns.
func NewScenario() *Scenario {
	return &Scenario{
		Version: Version,
		Scale:   1,
		Grid: Grid{
			Cell: 0.25, Step: 0.25, Clearance: 1.8, Slope: 50,
			Walls: WallsExact, Layers: 32, Delta: 0.001,
		},
		Weights: Weights{Alpha: 1, Beta: 1, Gamma: 1},
		Params: Params{
			Density: DensityJiang, Footprint: 0.7, JiangA: 0.3, RhoBar: 0.5,
			RhoMin: 0.7, RhoMax: 5.4, SlopeMin: 0, SlopeMax: 2, SpeedMin: 0.05,
			SlopeSpeed: On, FundamentalDiagram: Off, Separation: On, Horizon: 1, Directions: 5, LongWays: Auto, Rounds: 0, Stencil: 8,
		},
		Seed: 1, DT: 0.05,
	}
}

// DefaultTime is the length of a run for which neither the scenario nor a built-in scene has one, in seconds.
const DefaultTime = 60

// NewGroup is a group with every default.
func NewGroup(name string, goal int) Group {
	return Group{Name: name, Goal: goal, Model: ModelContinuum, Speed: 1.34, Radius: 0.2, Arrival: ArrivalAbsorb}
}

// Builtin gives the name after "builtin:" when the scene is a built-in one.
func (s *Scenario) Builtin() (string, bool) { return strings.CutPrefix(s.Scene, "builtin:") }

// ScenePath is the path of the scene file. It means nothing for a built-in scene.
func (s *Scenario) ScenePath() string {
	if filepath.IsAbs(s.Scene) {
		return s.Scene
	}
	return filepath.Join(s.Dir, filepath.FromSlash(s.Scene))
}

// JSON writes the scenario, every default included, in a form that
// ParseScenario reads back to the same value.
func (s *Scenario) JSON() ([]byte, error) { return json.MarshalIndent(s, "", "  ") }

// MarshalJSON writes the region as a name, a box or a disc.
func (r Region) MarshalJSON() ([]byte, error) {
	switch {
	case r.Box != nil:
		return json.Marshal(map[string]any{"box": r.Box})
	case r.Disc != nil:
		return json.Marshal(map[string]any{"disc": r.Disc})
	}
	return json.Marshal(r.Name)
}
