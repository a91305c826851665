package marching

import "math"

// Floor is what the eight-neighbour equation knows besides costs.
type Floor struct {
	Diagonals []uint8      // open diagonals NE, SE, SW, NW of each cell, a bit each; the way back is open too
	Slope     [][2]float32 // ∂H/∂x, ∂H/∂z of each cell; nil: level
}

// eight is a Floor with the frame of its solver.
type eight[T Float] struct {
	diagonals []uint8
	cosine    []T // of the angle between steps north and east; nil: right angles
}

var quadrants = [4][2]int{{1, 0}, {1, 2}, {3, 2}, {3, 0}}

func (s *Solver[T]) frameFloor(f *Floor) *eight[T] {
	e := &eight[T]{diagonals: make([]uint8, len(s.phi))}
	if f.Slope != nil {
		e.cosine = make([]T, len(s.phi))
	}
	for i, bits := range f.Diagonals {
		c := s.cell(uint32(i))
		if e.diagonals[c] = bits; f.Slope != nil {
			x, z := T(f.Slope[i][0]), T(f.Slope[i][1])
			e.cosine[c] = x * z / sqrt((1+x*x)*(1+z*z))
		}
	}
	return e
}

func sqrt[T Float](x T) T { return T(math.Sqrt(float64(max(x, 0)))) }

// Eight solves the equation on eight triangles around each cell, in the metric of the floor, with a heap. It is for
// comparison and no race: it works out all triangles of a cell whenever one has changed. The problem must have a Floor.
func (s *Solver[T]) Eight() {
	s.startHeap()
	for len(s.heap) > 0 {
		c := s.pop()
		if s.state[c]&pending == 0 {
			continue
		}
		s.state[c] &^= pending
		for d := range 4 {
			s.improve8(s.near(c, d), s.phi[c])
		}
		for q, side := range quadrants {
			if s.floor.diagonals[c]>>q&1 != 0 {
				s.improve8(s.near(s.near(c, side[0]), side[1]), s.phi[c])
			}
		}
	}
}

// improve8 lowers a cell after a neighbour has come down to a. With an obtuse angle it may rest on a higher one.
func (s *Solver[T]) improve8(c uint32, a T) {
	if s.phi[c] <= a && s.floor.cosine == nil || s.phi[c] == 0 {
		return
	}
	if v := s.update8(c); v < s.phi[c] {
		s.phi[c] = v
		s.state[c] |= pending
		s.push(entry[T]{v, c})
	}
}

// update8 is φ of a cell by all its neighbours.
func (s *Solver[T]) update8(c uint32) T {
	best, cosine := T(Closed), T(0)
	if s.floor.cosine != nil {
		cosine = s.floor.cosine[c]
	}
	var phi, cost [4]T
	for d, k := range s.cost[c] {
		if phi[d], cost[d] = Closed, 1; k < Closed {
			phi[d], cost[d] = s.phi[s.near(c, d)], k
		}
	}
	for q, side := range quadrants {
		x, z := side[0], side[1]
		cx, cz, bend := cost[x], cost[z], cosine
		if q&1 != 0 {
			bend = -cosine
		}
		g := [3]T{cx * cx, cx * cz * bend, cz * cz}
		best = min(best, phi[x]+cx, phi[z]+cz)
		if s.floor.diagonals[c]>>q&1 == 0 {
			best = min(best, triangle(phi[x], phi[z], g[0], g[1], g[2]))
			continue
		}
		d := s.phi[s.near(s.near(c, x), z)]
		both := g[0] + 2*g[1] + g[2]
		best = min(best, d+sqrt(both), triangle(phi[x], d, g[0], g[0]+g[1], both), triangle(phi[z], d, g[2], g[2]+g[1], both))
	}
	return best
}

// triangle is φ by neighbours a and b where the way comes in between them: (φ-a, φ-b) G⁻¹ (φ-a, φ-b)ᵀ = 1 with the products ee, ef and
// ff of the steps to them; Closed where it does not.
func triangle[T Float](a, b, ee, ef, ff T) T {
	d, area := b-a, ee*ff-ef*ef
	side := ee - 2*ef + ff // of the edge between a and b, squared
	if d*d >= side {
		return Closed
	}
	// x = φ - a solves side x² - 2 (ee - ef) d x + ee d² = area.
	x := ((ee-ef)*d + sqrt(area*(side-d*d))) / side
	// Both shares of the way must be positive.
	if ff*x < ef*(x-d) || ee*(x-d) < ef*x {
		return Closed
	}
	return a + x
}
