package marching

// Sweep solves by sweeps over all rows in four directions (Zhao 2005), with cells locked that no neighbour has lowered since
// they were last looked at (Bak, McLaughlin, Renzi 2010).
func (s *Solver[T]) Sweep() {
	s.start()
	for _, c := range s.sources {
		s.state[c] &^= pending
		for d := range 4 {
			s.unlock(s.near(c, d), 0)
		}
	}
	for n := 0; ; n++ {
		if !s.sweep(n&1 == 0, n&2 == 0) {
			return
		}
	}
}

func (s *Solver[T]) unlock(c uint32, below T) {
	if s.phi[c] > below {
		s.state[c] |= pending
	}
}

// sweep goes over all rows, up or down, and along each forwards or backwards; false if there was nothing to do.
func (s *Solver[T]) sweep(up, forwards bool) (active bool) {
	rows := len(s.phi) / int(s.pitch)
	for r := range rows {
		if !up {
			r = rows - 1 - r
		}
		first := uint32(r) * s.pitch
		for i := range s.pitch {
			c := first + i
			if !forwards {
				c = first + s.pitch - 1 - i
			}
			if s.state[c]&pending != 0 {
				active = true
				s.state[c] &^= pending
				s.settle(c)
			}
		}
	}
	return active
}

// settle lowers a cell by all its neighbours, and unlocks those that are higher.
func (s *Solver[T]) settle(c uint32) {
	if s.cost[c] == [4]T{Closed, Closed, Closed, Closed} {
		return
	}
	old, best := s.phi[c], s.phi[c]
	for d := range 4 {
		if a := s.phi[s.near(c, d)]; a < best {
			if v := s.offer(c, a, d, d^1, d^3); v < best {
				best = v
			}
		}
	}
	if best >= old {
		return
	}
	s.phi[c] = best
	for d := range 4 {
		s.unlock(s.near(c, d), best)
	}
}
