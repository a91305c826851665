package baseline

import "math"

// steer gives every cell the velocity down the potential, by central differences, one-sided at walls (ML §5.2).
func (s *Naive) steer() {
	for c, phi := range s.potential {
		s.velocity[c] = [2]float64{}
		if math.IsInf(phi, 1) {
			continue
		}
		gx, gz := s.slope(c, west, east), s.slope(c, south, north)
		length := math.Hypot(gx, gz)
		if length == 0 {
			continue
		}
		x, z := -gx/length, -gz/length
		f := x*x*s.speed[c][side(x, east, west)] + z*z*s.speed[c][side(z, north, south)]
		s.velocity[c] = [2]float64{x * f, z * f}
	}
}

func side(v float64, positive, negative int) int {
	if v > 0 {
		return positive
	}
	return negative
}

// slope is the difference of the potential along an axis, from the neighbours that have one.
func (s *Naive) slope(c, less, more int) float64 {
	here := s.potential[c]
	at := func(d int) (float64, float64) {
		if n := s.neighbour(c, d); n >= 0 && !math.IsInf(s.potential[n], 1) {
			return s.potential[n], 1
		}
		return here, 0
	}
	lo, a := at(less)
	hi, b := at(more)
	return (hi - lo) / max(a+b, 1)
}

// move takes every agent along its cell's velocity, never through a closed face, and lets those at the goal go.
func (s *Naive) move(dt float64) {
	left := s.agents[:0]
	for _, a := range s.agents {
		c := s.at(a.X, a.Z)
		v := s.velocity[c]
		a.X = s.advance(c, a.X, a.X+v[0]*dt, c%s.Width, west, east)
		a.Z = s.advance(s.at(a.X, a.Z), a.Z, a.Z+v[1]*dt, c/s.Width, south, north)
		a.VX, a.VZ = v[0], v[1]
		if s.Goal[s.at(a.X, a.Z)] {
			s.arrived++
			continue
		}
		left = append(left, a)
	}
	s.agents = left
}

// advance moves along one axis by at most a cell, and stops short of a closed face.
func (s *Naive) advance(c int, from, to float64, index, less, more int) float64 {
	const inset = 1e-6 // share of a cell
	lo, hi := float64(index)*s.Cell, float64(index+1)*s.Cell
	to = min(max(to, from-s.Cell), from+s.Cell)
	if to < lo && !s.Open[c][less] {
		return min(lo+inset*s.Cell, from)
	}
	if to >= hi && !s.Open[c][more] {
		return max(hi-inset*s.Cell, from)
	}
	return to
}

// at is the cell of a place; places outside the map belong to its rim.
func (s *Naive) at(x, z float64) int {
	i := min(max(int(x/s.Cell), 0), s.Width-1)
	j := min(max(int(z/s.Cell), 0), s.Height-1)
	return j*s.Width + i
}
