// Package baseline holds the original continuum crowd on the CPU, to measure against: a flat grid, one thread, every
// cell looks at every agent for its density, and the potential advances by one iteration per frame, as ML §6.2
// describes the method that it compares itself with. It is meant to be what it was, not to be fast.
//
// The other baseline needs no code here: it is the engine's own step on the CPU executor, which splats agents instead.
package baseline

import (
	"fmt"
	"math"
)

// Directions of a cell's four faces: N (+z), E (+x), S (-z), W (-x).
const (
	north = iota
	east
	south
	west
)

// Map is a flat grid of Width × Height cells of edge Cell [m], row by row along x.
type Map struct {
	Width, Height int
	Cell          float64
	Open          [][4]bool // faces N, E, S, W that one can walk through; none of a cell that is not walkable
	Goal          []bool
}

// Agent has a place relative to the map's corner [m] and a velocity [m/s].
type Agent struct{ X, Z, VX, VZ float64 }

// Params are those of ML and CC, in the units of the scenario file.
type Params struct {
	Alpha, Beta    float64 // weights of path length and time
	Speed          float64 // f_max [m/s]
	SpeedMin       float64 // f_min as a fraction of it
	RhoMin, RhoMax float64 // [1/m²]
	Footprint      float64 // half-width of the density kernel [m]
	JiangA         float64
}

// Naive is the state of the original method.
type Naive struct {
	Map
	Params
	agents    []Agent
	density   []float64
	flow      [][2]float64 // average velocity [m/s]
	speed     [][4]float64
	potential []float64
	next      []float64
	velocity  [][2]float64
	walkable  []bool
	norm      float64 // 1 / plan integral of the kernel [1/m²]
	arrived   int
}

// NewNaive makes a crowd on a map. The slices of the map are kept, the agents are copied.
func NewNaive(m Map, p Params, agents []Agent) *Naive {
	n := m.Width * m.Height
	if len(m.Open) != n || len(m.Goal) != n {
		panic(fmt.Sprintf("baseline: a map of %d × %d cells needs %d cells in Open and Goal; got %d and %d.",
			m.Width, m.Height, n, len(m.Open), len(m.Goal)))
	}
	s := &Naive{
		Map: m, Params: p, agents: append([]Agent(nil), agents...),
		density: make([]float64, n), flow: make([][2]float64, n), speed: make([][4]float64, n),
		potential: make([]float64, n), next: make([]float64, n), velocity: make([][2]float64, n), walkable: make([]bool, n),
	}
	for c, open := range m.Open {
		s.walkable[c] = open != [4]bool{}
		s.potential[c] = math.Inf(1)
		if m.Goal[c] {
			s.potential[c] = 0
		}
	}
	s.norm = 1 / s.integral()
	return s
}

// Step advances the crowd by one frame of dt seconds.
func (s *Naive) Step(dt float64) {
	s.splat()
	s.pace()
	s.iterate()
	s.steer()
	s.move(dt)
}

// Agents are those still on their way.
func (s *Naive) Agents() []Agent { return s.agents }

// Arrived is the number of agents that have reached the goal.
func (s *Naive) Arrived() int { return s.arrived }

// Potential of every cell, +Inf where it has not come to yet.
func (s *Naive) Potential() []float64 { return s.potential }

// Density of every cell [1/m²].
func (s *Naive) Density() []float64 { return s.density }

// neighbour is the cell behind a face, or -1.
func (s *Naive) neighbour(c, d int) int {
	if !s.Open[c][d] {
		return -1
	}
	return c + [4]int{s.Width, 1, -s.Width, -1}[d]
}
