package ecs

// slot is one place in the columns on the GPU.
type slot struct {
	entity     Handle
	generation uint32
	queued     uint32 // place of its change in the queue, from 1; 0: none
	status     slotStatus
}

type slotStatus uint8

const (
	slotFree    slotStatus = iota
	slotLive               // an agent has it
	slotLeaving            // despawned here; the engine has not let go of it yet
)

// slots hands out the lowest free slot first, so that the same calls give the
// same slots, and the columns in use stay short.
type slots struct {
	all  []slot
	free []uint32 // binary min-heap
}

// available is how many slots can still be taken under a limit.
func (s *slots) available(limit int) int {
	return len(s.free) + max(0, limit-len(s.all))
}

func (s *slots) take() uint32 {
	var i uint32
	if len(s.free) > 0 {
		i = s.pop()
	} else {
		i = uint32(len(s.all))
		s.all = append(s.all, slot{})
	}
	s.all[i].status = slotLive
	s.all[i].generation++
	return i
}

func (s *slots) release(i uint32) {
	s.all[i].status = slotFree
	s.all[i].entity = Handle{}
	s.push(i)
}

// push and pop are written out because container/heap would box every slot.
func (s *slots) push(v uint32) {
	s.free = append(s.free, v)
	h, i := s.free, len(s.free)-1
	for i > 0 && h[(i-1)/2] > v {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = v
}

func (s *slots) pop() uint32 {
	h := s.free
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	s.free = h
	i := 0
	for {
		c := 2*i + 1
		if c+1 < len(h) && h[c+1] < h[c] {
			c++
		}
		if c >= len(h) || h[c] >= last {
			break
		}
		h[i] = h[c]
		i = c
	}
	if len(h) > 0 {
		h[i] = last
	}
	return top
}
