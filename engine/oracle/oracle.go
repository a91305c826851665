// Package oracle solves the planner's discrete eikonal equation in float64 by fast marching. It shares no code with the
// solver that it judges, and it is slow on purpose: a heap, one cell at a time.
//
// The equation at a cell with neighbours a along one axis and b along the other is ((φ-a)/Ca)² + ((φ-b)/Cb)² = 1, where
// Ca and Cb are the costs of the steps to them and both lie upwind (a, b ≤ φ); where one does not, φ is the step from
// the other. Of the four pairs of a neighbour N or S and a neighbour E or W the least φ counts.
//
// With diagonals it is the equation on triangles: for steps e and f from the cell to neighbours a and b, with the products
// G = (e·e, e·f; e·f, f·f) in the metric of their costs, (φ-a, φ-b) G⁻¹ (φ-a, φ-b)ᵀ = 1, where the way comes in between them.
package oracle

import (
	"container/heap"
	"fmt"
	"math"
)

// None marks a neighbour that is not there.
const None = ^uint32(0)

// Closed is the cost or potential from which on a way counts as closed: float32 fields have no better infinity.
const Closed = 1e30

// Problem is a graph of cells with directed costs.
type Problem struct {
	Links  [][4]uint32  // cell that a step N, E, S, W leads to, or None
	Cost   [][4]float32 // of that step; NaN, or Closed and more, is no way
	Source []bool       // cells where the potential is zero

	Diagonals []uint8      // open diagonals NE, SE, SW, NW, a bit each; nil: the four-neighbour equation
	Slope     [][2]float32 // ∂H/∂x, ∂H/∂z of the floor; used with diagonals
}

// Solve gives the potential of every cell, +Inf where no source is in reach.
func Solve(p Problem) []float64 {
	if len(p.Cost) != len(p.Links) || len(p.Source) != len(p.Links) {
		panic(fmt.Sprintf("oracle: a problem needs costs and sources for each of its %d cells; got %d and %d.",
			len(p.Links), len(p.Cost), len(p.Source)))
	}
	m := newMarch(p)
	for m.front.Len() > 0 {
		e := heap.Pop(&m.front).(entry)
		if e.value > m.phi[e.cell] {
			continue // a better one has been here since
		}
		for _, c := range m.towards[m.first[e.cell]:m.first[e.cell+1]] {
			m.improve(c)
		}
	}
	return m.phi
}

// march is the state of a solve: the potential so far, the cells that step to each cell, and the front.
type march struct {
	Problem
	phi            []float64
	first, towards []uint32
	front          front
}

func newMarch(p Problem) *march {
	n := len(p.Links)
	m := &march{Problem: p, phi: make([]float64, n), first: make([]uint32, n+1)}
	m.eachWay(func(_, to uint32) { m.first[to+1]++ })
	for c := range n {
		m.first[c+1] += m.first[c]
	}
	m.towards = make([]uint32, m.first[n])
	filled := make([]uint32, n)
	m.eachWay(func(from, to uint32) {
		m.towards[m.first[to]+filled[to]] = from
		filled[to]++
	})
	for c := range n {
		m.phi[c] = math.Inf(1)
		if p.Source[c] {
			m.phi[c] = 0
			heap.Push(&m.front, entry{0, uint32(c)})
		}
	}
	return m
}

// eachWay visits every open step and diagonal.
func (m *march) eachWay(visit func(from, to uint32)) {
	for c, to := range m.Links {
		for d, n := range to {
			if m.open(uint32(c), d) {
				visit(uint32(c), n)
			}
		}
		for q := range quadrants {
			if n := m.diagonal(uint32(c), q); n != None {
				visit(uint32(c), n)
			}
		}
	}
}

func (m *march) open(c uint32, d int) bool {
	return m.Links[c][d] != None && m.Cost[c][d] < Closed
}

// improve lowers the potential of a cell to what its neighbours allow now.
func (m *march) improve(c uint32) {
	if value := m.update(c); value < m.phi[c] {
		m.phi[c] = value
		heap.Push(&m.front, entry{value, c})
	}
}

// update is φ of a cell by its neighbours.
func (m *march) update(c uint32) float64 {
	if m.Diagonals != nil {
		return m.update8(c)
	}
	best := math.Inf(1)
	for _, ns := range [2]int{0, 2} {
		for _, ew := range [2]int{1, 3} {
			best = min(best, root(m.along(c, ns), m.along(c, ew)))
		}
	}
	return best
}

// way is a neighbour's potential and the cost of the step to it.
type way struct{ phi, cost float64 }

func (m *march) along(c uint32, d int) way {
	if !m.open(c, d) {
		return way{math.Inf(1), 1}
	}
	return way{m.phi[m.Links[c][d]], float64(m.Cost[c][d])}
}

// root is the greater solution of ((φ-a)/Ca)² + ((φ-b)/Cb)² = 1 by the quadratic formula, or the cheaper single step
// where that solution is not upwind of both.
func root(a, b way) float64 {
	single := min(a.phi+a.cost, b.phi+b.cost)
	if math.IsInf(a.phi, 1) || math.IsInf(b.phi, 1) {
		return single
	}
	// Measured from the lower neighbour, so that large potentials cost no digits.
	base := min(a.phi, b.phi)
	u, v := a.phi-base, b.phi-base
	wa, wb := 1/(a.cost*a.cost), 1/(b.cost*b.cost)
	p, q, r := wa+wb, u*wa+v*wb, u*u*wa+v*v*wb-1
	if disc := q*q - p*r; disc >= 0 {
		if x := (q + math.Sqrt(disc)) / p; x >= max(u, v) {
			return base + x
		}
	}
	return single
}

type entry struct {
	value float64
	cell  uint32
}

// front is the heap of cells by potential.
type front []entry

func (f front) Len() int           { return len(f) }
func (f front) Less(i, j int) bool { return f[i].value < f[j].value }
func (f front) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *front) Push(x any)        { *f = append(*f, x.(entry)) }
func (f *front) Pop() any {
	last := len(*f) - 1
	e := (*f)[last]
	*f = (*f)[:last]
	return e
}
