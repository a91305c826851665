package marching

// Where the cost of a step is that of the cell it leads to, whatever the direction, a cell's potential and cost fit in eight bytes
// beside each other: the queue then waits for a third of the memory. A way that is cut between open cells, or leads across
// layers, does not fit.

// place is a cell.
type place[T Float] struct{ phi, cost T }

// asPlaces gives the cells, or nil where costs are others.
func (s *Solver[T]) asPlaces() []place[T] {
	if len(s.across) > 0 {
		return nil
	}
	all := make([]place[T], len(s.cost))
	for c := range all {
		all[c].cost = Closed
	}
	inside := s.cost[s.pitch : len(all)-int(s.pitch)]
	for i, cost := range inside {
		for d, k := range cost {
			if k < Closed {
				all[s.pitch+uint32(i)+s.step[d]].cost = k
			}
		}
	}
	for i, cost := range inside {
		c := s.pitch + uint32(i)
		for d, k := range cost {
			to := all[c+s.step[d]].cost
			if all[c].cost >= Closed {
				to = Closed
			}
			if k != to {
				return nil
			}
		}
	}
	return all
}

// drainPlaces is drain for places.
func (s *Solver[T]) drainPlaces(q *bucketRing[T], at uint32) {
	all, state, step := s.places, s.state, s.step
	list := &q.lists[at&q.mask]
	for i := 0; i < len(*list); i++ {
		c := (*list)[i]
		if state[c] == 0 {
			continue // a lower entry has been here since
		}
		state[c] = 0
		a, ca := all[c].phi, all[c].cost
		for d := range 4 {
			m := c + step[d]
			old := all[m].phi
			if old <= a || all[m].cost >= Closed {
				continue
			}
			v, side := a+ca, step[d^1]
			if b := all[m+side]; b.phi < v {
				v = root(a, ca, b.phi, b.cost, v)
			}
			if b := all[m-side]; b.phi < v {
				v = root(a, ca, b.phi, b.cost, v)
			}
			if v >= old {
				continue
			}
			all[m].phi = v
			to := uint32(v * q.perWidth)
			if state[m] != 0 && to == uint32(old*q.perWidth) {
				continue // it lies in that bucket
			}
			state[m] = pending
			q.push(m, to, at)
		}
	}
	q.left -= len(*list)
	*list = (*list)[:0]
}
