package engine

import "throng/passes"

// Resting reports whether a group is not planned for: it has no agents and none that are due, while others have. Its
// fields are those of when it last had some; they are brought up to date when it has again. Where nobody is in the scene at
// all no group rests.
func (e *Engine) Resting(group int) bool { return e.crowd.resting[group] }

// shift lets groups rest that nobody is in any more, and rouses those that somebody is in again: by the first commands of a
// step.
func (e *Engine) shift(slot *ringSlot) {
	c := &e.crowd
	anybody := false
	for g := range c.busy {
		c.busy[g] = e.world.Living(g) > 0
	}
	for i := range c.spawners {
		s := &c.spawners[i]
		c.busy[s.group] = c.busy[s.group] || s.expected(c.time)
	}
	for _, busy := range c.busy {
		anybody = anybody || busy
	}
	for g, busy := range c.busy {
		rests := anybody && !busy
		if rests == c.resting[g] {
			continue
		}
		kind := uint32(passes.CommandRouse)
		if rests {
			kind = passes.CommandRest
		}
		slot.commands[slot.step.Commands] = passes.Command{Kind: kind, Group: uint32(g)}
		slot.step.Commands++
		c.resting[g], c.reset = rests, true
	}
}

// expected reports whether a spawner may bring somebody from a time on.
func (s *spawner) expected(time float64) bool {
	switch {
	case s.fault != nil:
		return false
	case s.spec.Rate == 0:
		return s.made == 0
	}
	return (s.spec.Stop == 0 || time < s.spec.Stop) && (s.spec.Count == 0 || s.made < s.spec.Count)
}
