package marching

// Buckets of the untidy queue.
const (
	mostBuckets = 4096
	bucketShare = 0.7 // width of a bucket as a share of the least cost: no cell is lower than its lower neighbour plus that
)

// Queue solves by fast marching with an untidy priority queue (Yatziv, Bartesaghi, Sapiro 2006): cells lie in a ring of
// buckets by potential and leave a bucket in any order.
func (s *Solver[T]) Queue() {
	if s.start(); s.places != nil {
		s.inPlaces = true
		for c := range s.places {
			s.places[c].phi = Closed
		}
		for _, c := range s.sources {
			s.places[c].phi = 0
		}
	}
	width := s.least * bucketShare
	n := 2
	for n < mostBuckets && T(n-1)*width < s.most+width {
		n *= 2
	}
	width = max(width, s.most/T(n-2))
	if s.most == 0 {
		return // no cell has a way
	}
	for len(s.buckets) < n {
		s.buckets = append(s.buckets, nil)
	}
	q := bucketRing[T]{s.buckets[:n], uint32(n - 1), 1 / width, len(s.sources)}
	q.lists[0] = append(q.lists[0][:0], s.sources...)
	for at := uint32(0); q.left > 0; at++ {
		if s.places == nil {
			s.drain(&q, at)
		} else {
			s.drainPlaces(&q, at)
		}
	}
}

// drain takes all cells out of a bucket, those included that enter it meanwhile.
func (s *Solver[T]) drain(q *bucketRing[T], at uint32) {
	phi, state, cost, step := s.phi, s.state, s.cost, s.step
	list := &q.lists[at&q.mask]
	for i := 0; i < len(*list); i++ {
		c := (*list)[i]
		if state[c]&pending == 0 {
			continue // a lower entry has been here since
		}
		state[c] &^= pending
		a, far := phi[c], state[c]&crosses != 0
		for d := range 4 {
			m := c + step[d]
			if far {
				m = s.beyond(c, d)
			}
			old := phi[m]
			if old <= a {
				continue
			}
			k := &cost[m]
			ca := k[d^2] // from m, c lies in the opposite direction
			if ca >= Closed {
				continue
			}
			has, v := state[m], a+ca
			if has&crosses == 0 {
				side := step[d^1]
				if b, cb := phi[m+side], k[d^1]; b < v && cb < Closed {
					v = root(a, ca, b, cb, v)
				}
				if b, cb := phi[m-side], k[d^3]; b < v && cb < Closed {
					v = root(a, ca, b, cb, v)
				}
			} else {
				v = s.offer(m, a, d^2, d^1, d^3)
			}
			if v >= old {
				continue
			}
			phi[m] = v
			to := uint32(v * q.perWidth)
			if has&pending != 0 && to == uint32(old*q.perWidth) {
				continue // it lies in that bucket
			}
			state[m] = has | pending
			q.push(m, to, at)
		}
	}
	q.left -= len(*list)
	*list = (*list)[:0]
}

// bucketRing holds the front.
type bucketRing[T Float] struct {
	lists    [][]uint32
	mask     uint32
	perWidth T
	left     int // entries in all
}

func (q *bucketRing[T]) push(c, bucket, now uint32) {
	if bucket < now {
		bucket = now
	}
	list := &q.lists[bucket&q.mask]
	*list = append(*list, c)
	q.left++
}
