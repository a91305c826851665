// Package marching solves the planner's discrete eikonal equation on one thread of the CPU, as fast as we know how to: what the
// device is measured against. [Solver.Heap] is fast marching with a binary heap, [Solver.Queue] with an untidy priority
// queue of buckets, [Solver.Sweep] sweeps the rows with cells locked that have nothing to do.
//
// The equation is that of package oracle: at a cell, the least over the four pairs of a neighbour N or S and a neighbour E or W
// of the larger root of ((φ-a)/Ca)² + ((φ-b)/Cb)² = 1, with costs of their own for all directions. All three correct a cell
// again when a later one lowers it, so all end at its solution to rounding, in whatever order they go. [Solver.Eight] is for
// the equation with diagonals.
package marching

import "math"

// Float is the precision of a solve.
type Float interface{ float32 | float64 }

// Closed is the cost from which on there is no way, and the potential of a cell without one.
const Closed = 1e30

// None marks a neighbour that is not there.
const None = ^uint32(0)

// Problem is a grid, row by row; layers lie one behind the other.
type Problem struct {
	Width, Height, Layers int
	Cost                  [][4]float32         // of the step N, E, S, W to the neighbour beside the cell; Closed: no way
	Across                map[uint32][4]uint32 // neighbours of cells that do not all have them in their own layer, or None; mutual
	Source                []uint32             // cells where the potential is zero
	Floor                 *Floor               // for [Solver.Eight]
}

// Solver holds a problem, and memory for its solution. All cells have a frame of closed ones around them, so that none needs
// to ask where the grid ends.
type Solver[T Float] struct {
	p        Problem
	pitch    uint32 // of a row
	plane    uint32 // of a layer
	step     [4]uint32
	cost     [][4]T
	across   map[uint32][4]uint32
	sources  []uint32
	phi      []T
	state    []uint8
	floor    *eight[T]
	places   []place[T] // nil where costs do not allow it
	inPlaces bool       // the last solution lies there
	buckets  [][]uint32
	heap     []entry[T]
	least    T // cost of a step
	most     T
}

// Bits of a cell's state.
const (
	pending = 1 << iota // lowered since it last told its neighbours
	crosses             // look its neighbours up
)

// New prepares a solver.
func New[T Float](p Problem) *Solver[T] {
	s := &Solver[T]{p: p, pitch: uint32(p.Width + 2), across: map[uint32][4]uint32{}, least: Closed}
	s.plane = s.pitch * uint32(p.Height+2)
	s.step = [4]uint32{s.pitch, 1, -s.pitch, ^uint32(0)}
	n := int(s.plane) * max(p.Layers, 1)
	s.cost, s.phi, s.state = make([][4]T, n), make([]T, n), make([]uint8, n)
	for c := range s.cost {
		s.cost[c] = [4]T{Closed, Closed, Closed, Closed}
	}
	for i, cost := range p.Cost {
		c := s.cell(uint32(i))
		for d, k := range cost {
			if k < Closed {
				s.cost[c][d] = T(k)
				s.least, s.most = min(s.least, T(k)), max(s.most, T(k))
			}
		}
	}
	for i, to := range p.Across {
		for d, n := range to {
			if n != None {
				to[d] = s.cell(n)
			}
		}
		s.across[s.cell(i)] = to
	}
	for _, i := range p.Source {
		s.sources = append(s.sources, s.cell(i))
	}
	if s.places = s.asPlaces(); p.Floor != nil {
		s.floor = s.frameFloor(p.Floor)
	}
	return s
}

// cell is the framed place of a cell.
func (s *Solver[T]) cell(i uint32) uint32 {
	w, h := uint32(s.p.Width), uint32(s.p.Height)
	return i/(w*h)*s.plane + (i/w%h+1)*s.pitch + i%w + 1
}

// Potential gives the solution of the last solve, +Inf where there is no way.
func (s *Solver[T]) Potential() []T {
	out := make([]T, len(s.p.Cost))
	for i := range out {
		c := s.cell(uint32(i))
		if out[i] = s.phi[c]; s.inPlaces {
			out[i] = s.places[c].phi
		}
		if out[i] >= Closed {
			out[i] = T(math.Inf(1))
		}
	}
	return out
}

// start forgets the last solution.
func (s *Solver[T]) start() {
	for c := range s.phi {
		s.phi[c] = Closed
	}
	clear(s.state)
	s.inPlaces = false
	for c := range s.across {
		s.state[c] = crosses
	}
	for _, c := range s.sources {
		s.phi[c] = 0
		s.state[c] |= pending
	}
}

// near is the neighbour of a cell in direction d; the cell itself stands for one that is not there.
func (s *Solver[T]) near(c uint32, d int) uint32 {
	if s.state[c]&crosses == 0 {
		return c + s.step[d&3]
	}
	return s.beyond(c, d)
}

func (s *Solver[T]) beyond(c uint32, d int) uint32 {
	if n := s.across[c][d]; n != None {
		return n
	}
	return c
}

// offer is φ of a cell by its neighbour in direction k, whose potential a is, and by those on either side of it; k2 and k3 are
// their directions.
func (s *Solver[T]) offer(c uint32, a T, k, k2, k3 int) T {
	cost := &s.cost[c]
	ca := cost[k&3]
	if ca >= Closed {
		return Closed
	}
	best := a + ca
	if b, cb := s.phi[s.near(c, k2)], cost[k2&3]; b < best && cb < Closed {
		best = root(a, ca, b, cb, best)
	}
	if b, cb := s.phi[s.near(c, k3)], cost[k3&3]; b < best && cb < Closed {
		best = root(a, ca, b, cb, best)
	}
	return best
}

// root is the larger root of ((φ-a)/ca)² + ((φ-b)/cb)² = 1 if both lie upwind of it and it is less than best, which is no
// more than the step from a; the step from b alone is left to b.
func root[T Float](a, ca, b, cb, best T) T {
	d := b - a
	if d >= ca || -d >= cb {
		return best
	}
	var x T
	if ca == cb {
		x = a + (d+T(math.Sqrt(float64(2*ca*ca-d*d))))/2
	} else {
		p, q := ca*ca, cb*cb
		x = a + (d*p+ca*cb*T(math.Sqrt(float64(p+q-d*d))))/(p+q)
	}
	if x < best {
		return x
	}
	return best
}
