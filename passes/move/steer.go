package move

import (
	"math"

	"throng/passes"
)

// Limits of steering, as in move/advance.comp.
const (
	opposed     = 0.2 // velocities that cancel to less than this share have no common direction
	stuck       = 0.1 // an agent that makes less than this share of its way is held by walls
	maxStrides  = 64
	reachMargin = 0.1 // bodies are smaller than the known surroundings of a cell by this much [m]
)

// steering finds the way of groups: the form of lib/steer.glsl.
type steering struct {
	*maze
	step      passes.StepData
	classes   []passes.Class
	groups    []passes.Group
	potential []float32
	velocity  []uint32
	pace      []float32
}

func newSteering(f *passes.Frame, b *passes.Buffers) *steering {
	return &steering{newMaze(f, b), passes.As[passes.StepData](b, "step")[0], passes.As[passes.Class](b, "classes"), passes.As[passes.Group](b, "groups"),
		b.F32("potential"), b.U32("velocity"), b.F32("agentPace")}
}

// speed is what agent i makes for: its own speed, or less where it is ahead of its party.
func (s *steering) speed(i uint32, own float32) float32 {
	if s.f.Parties == 0 {
		return own
	}
	return own * s.pace[i]
}

// follower is an agent on the way of its group.
type follower struct {
	*ground
	potential []float32 // of its group
	velocity  []uint32  // of its group
	class     passes.Class
	speed     float32
}

func (s *steering) follower(group uint32, speed float32) follower {
	first, end := group*s.f.Cells, (group+1)*s.f.Cells
	return follower{&s.ground, s.potential[first:end], s.velocity[first:end], s.classes[s.groups[group].Class], speed}
}

func (w *follower) reaches(c uint32) bool { return c != passes.None && w.potential[c] < passes.Inf }

// field is the velocity of the field at p for the agent's own speed; false where no cell around leads anywhere. Goals, where
// the field stands still, have no say, or agents would slow down before them.
func (w *follower) field(c uint32, p vec) (v vec, ok bool) {
	var sum, own vec
	var speeds, weight float32
	q := w.corners(c, p)
	for k, c := range q.cell {
		if !w.reaches(c) {
			continue
		}
		u := passes.UnpackVelocity(w.velocity[c])
		s := length(u)
		if s <= 0 {
			continue
		}
		if k == 0 {
			own = u
		}
		sum = add(sum, scale(u, q.weight[k]))
		speeds += q.weight[k] * s
		weight += q.weight[k]
	}
	if !(weight > 0) {
		return vec{}, false
	}
	share, joint := w.speed/w.class.Speed, length(sum)
	if joint < opposed*speeds && own != (vec{}) {
		return scale(own, share), true
	}
	if joint > 0 {
		return scale(sum, speeds/weight/joint*share), true
	}
	return vec{}, true
}

// walker is a body on the way of its group.
type walker struct {
	follower
	body
	clearance []float32
	zone      []uint32
	goal      uint32
	dt        float32
	wish      *vec // velocity that its local model has found, nil where it has none
}

func (w *walker) arrived() bool { return w.zone[w.cell]&0xffff == w.goal+1 }

// follows reports whether there is a velocity to walk at. There is none where nothing leads anywhere, unless it is the cell itself, nor
// where the local model has found that walls are in the way.
func (w *walker) follows() (v vec, ok bool) {
	switch {
	case w.wish == nil:
		v, ok = w.field(w.cell, w.at)
		return v, ok || w.reaches(w.cell)
	case w.wish[0] < passes.Inf:
		return *w.wish, true
	}
	return vec{}, w.wish[1] != 0 && w.reaches(w.cell)
}

// around8 are the neighbours of a cell: for d = 0..3 the one in direction d, then the diagonal one between d and d+1, where
// both ways round lead to it; passes.None where there is no way.
func (m *maze) around8(c uint32) (n [8]uint32) {
	for d := range 4 {
		e := (d + 1) % 4
		a, b := m.links.To(c, d), m.links.To(c, e)
		n[2*d], n[2*d+1] = a, passes.None
		if a == passes.None || b == passes.None {
			continue
		}
		if ab := m.links.To(a, e); ab == m.links.To(b, d) {
			n[2*d+1] = ab
		}
	}
	return n
}

// exit is the cell to which an agent leaves a cell beside a wall, where the plan of its group does not go: the neighbour
// of lowest potential, else the one that is farthest from walls; passes.None if there is none.
func (w *walker) exit() uint32 {
	near := w.maze.around8(w.cell)
	best, to := passes.Inf, passes.None
	for _, n := range near {
		if w.reaches(n) && passes.Potential(w.potential[n]) < best {
			best, to = passes.Potential(w.potential[n]), n
		}
	}
	best = w.clearance[w.cell]
	if to != passes.None || best >= w.class.Radius {
		return to
	}
	for _, n := range near {
		if n != passes.None && w.clearance[n] > best {
			best, to = w.clearance[n], n
		}
	}
	return to
}

// rescue is the velocity towards the nearest point from which the field can be followed: the centre of the cell or of a
// neighbour.
func (w *walker) rescue() (v vec, ok bool) {
	to := w.cell
	if !w.reaches(to) {
		if to = w.exit(); to == passes.None {
			return vec{}, false
		}
	}
	d := sub(passes.Centre(w.maze.f, w.maze.pages, to), w.at)
	if way := length(d); way > 0 && w.dt > 0 {
		v = scale(d, min(w.speed/way, 1/w.dt))
	}
	return v, true
}

// march walks at velocity v for the time of the step, in strides too short to pass through a wall; it stops at the goal.
func (w *walker) march(v vec) {
	longest, way := min(0.5*w.maze.f.Cell, max(0.5*w.radius, w.maze.f.Cell/16)), length(v)*w.dt
	if !(way > 0) {
		return
	}
	n := min(float32(math.Ceil(float64(way/longest))), maxStrides)
	d := scale(v, w.dt/max(n, way/longest))
	for k := float32(0); k < n && !w.arrived(); k++ {
		w.stride(d)
	}
}

// walk moves the agent for one step; false if it is stranded. Where the field leads nowhere, or walls stop who follows
// it, it is rescued.
func (w *walker) walk() bool {
	from := w.at
	v, follows := w.follows()
	if follows {
		w.march(v)
		if w.arrived() || length(sub(w.at, from)) >= stuck*length(v)*w.dt {
			return true
		}
	}
	v, ok := w.rescue()
	if !ok {
		return follows
	}
	w.march(v)
	return true
}
