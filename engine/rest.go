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
	clear(c.busy)
	for g, plans := range e.routes.uses {
		if e.world.Living(g) > 0 || e.expects(g) {
			for _, p := range plans {
				c.busy[p] = true
			}
		}
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

// expects reports whether somebody of a group may still appear.
func (e *Engine) expects(group int) bool {
	for i := range e.crowd.spawners {
		if s := &e.crowd.spawners[i]; s.group == group && s.expected(e.crowd.time) {
			return true
		}
	}
	return false
}
