package move

// Constants of patience and room, as in move/orca.comp.
const (
	heldUp = 0.8 // share of the speed that he lacks who is held up
	bear   = 2   // so long people of his own group do not try his patience [s]
	tire   = 7.5 // then he does not turn for a moment, until tired, and begins again [s]
	tired  = 8
	again  = 3
	room   = 4e-3 // that bodies keep in the open, more than what separation sees to [m]
)

// wait is how long an agent has been held up [s] after a step in which it lacks a share of the speed that it would have.
func wait(held, lack, dt float32) float32 {
	if lack > heldUp {
		held += dt
	} else {
		held -= 0.5 * dt
	}
	if held >= tired {
		return again
	}
	return max(held, 0)
}

// limit bounds how fast a body may walk in the direction of another [m/s].
type limit struct {
	side vec
	most float32
}

// limits are those of a body. If all keep to theirs, nobody touches anybody: they are cells of buffered Voronoi diagrams (Zhou, Wang,
// Bandyopadhyay, Schwager 2017), whose sides lie where the shares of two bodies meet.
type limits []limit

// near is a velocity near u within the limits.
func (all limits) near(u vec) vec {
	for range 3 {
		for _, l := range all {
			u = sub(u, scale(l.side, max(dot(u, l.side)-l.most, 0)))
		}
	}
	part := float32(1)
	for _, l := range all {
		if over := dot(u, l.side); over > l.most {
			part = min(part, l.most/over)
		}
	}
	return scale(u, part)
}

// walledIn reports whether walls alone leave who would walk at velocity v, and speed s, next to nothing.
func walledIn(walls []line, v vec, s float32) bool {
	for range 3 {
		for _, l := range walls {
			v = add(v, scale(vec{-l.way[1], l.way[0]}, max(l.depth(v), 0)))
		}
	}
	return length(v) < stuck*s
}
