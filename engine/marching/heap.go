package marching

// Heap solves by fast marching with a binary heap: the front's lowest cell first.
func (s *Solver[T]) Heap() {
	s.startHeap()
	for len(s.heap) > 0 {
		c := s.pop()
		if s.state[c]&pending == 0 {
			continue // a lower entry has been here since
		}
		s.state[c] &^= pending
		a := s.phi[c]
		for d := range 4 {
			m := s.near(c, d)
			if s.phi[m] <= a {
				continue
			}
			if v := s.offer(m, a, d^2, d^1, d^3); v < s.phi[m] {
				s.phi[m] = v
				s.state[m] |= pending
				s.push(entry[T]{v, m})
			}
		}
	}
}

// startHeap starts with the sources on the heap.
func (s *Solver[T]) startHeap() {
	s.start()
	s.heap = s.heap[:0]
	for _, c := range s.sources {
		s.heap = append(s.heap, entry[T]{0, c})
	}
}

// entry is a cell on the heap; it stays there when the cell is lowered and enters again.
type entry[T Float] struct {
	value T
	cell  uint32
}

func (s *Solver[T]) push(e entry[T]) {
	s.heap = append(s.heap, e)
	h, i := s.heap, len(s.heap)-1
	for i > 0 {
		up := (i - 1) / 2
		if h[up].value <= e.value {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
}

func (s *Solver[T]) pop() uint32 {
	h := s.heap
	top, last := h[0].cell, h[len(h)-1]
	h = h[:len(h)-1]
	s.heap = h
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].value < h[down].value {
			down++
		}
		if last.value <= h[down].value {
			break
		}
		h[i] = h[down]
		i = down
	}
	if len(h) > 0 {
		h[i] = last
	}
	return top
}
