package move

import (
	"slices"

	"throng/passes"
)

// Constants of the model orca, as in move/orca.comp and lib/avoid.glsl.
const (
	nearest   = 2.5  // bodies farther away than this are not looked at [m]
	friends   = 10   // at most so many have a say, the nearest
	wallLines = 4    // and so many walls
	parallel  = 1e-5 // sine below which lines count as parallel
	wallTime  = 0.2  // nobody walks so fast at a wall that he would reach it sooner [s]
	yield     = 0.1  // part that bodies have in giving way however they walk [m/s]
	slow      = 0.2  // share of the horizon that is left to who stands: in a queue nobody looks far ahead
	push      = 5    // slack of who stands though he would walk, as a share of the speed that he would have
	amble     = 0.35 // share of it with which others go his way without trying his patience
	halvings  = 8    // of the slack, where lines leave nothing
	lean      = 0.02 // angle to the right by which who is not free would walk, and as much again by chance [rad]
)

// ORCA finds the velocity of every body whose group is of the model orca: the one nearest to that of the field that keeps
// clear of others for the horizon, if they do their share of it (van den Berg, Guy, Lin, Manocha 2011). Each of the nearest
// bodies leaves half of the plane of velocities, walls too. Where bodies leave nothing, all lines of theirs are moved by as little
// as will do. The shares are not halves: as in separation, who walks into the other gives way. Who is held up gets impatient
// with those who do not go his way, and allows himself some slack, so that people who stand face to face do not stand for
// ever: separation sees to them.
type ORCA struct{ perAgent }

// Decl declares the pass.
func (ORCA) Decl() passes.Decl {
	return passes.Decl{Name: "orca", Group: 64, Bindings: modelBindings}
}

// CPU asks one body after the other.
func (ORCA) CPU(f *passes.Frame, b *passes.Buffers) {
	eachModelled(f, b, passes.ModelORCA, func(n *neighbours, k, i uint32, want vec) vec {
		return n.reciprocate(k, i, want)
	})
}

// line bounds half of the plane of velocities: what is left of it, seen along its direction, can be had.
type line struct{ at, way vec }

// moved is the line once it may be violated by slack.
func (l line) moved(slack float32) line {
	return line{add(l.at, vec{slack * l.way[1], -slack * l.way[0]}), l.way}
}

// halves are the lines of a body: those of walls, which hold, then those of others.
type halves struct {
	lines  []line
	walls  int
	radius float32 // highest speed
}

// reciprocate gives the velocity of body k, agent i, that would walk at velocity want.
func (n *neighbours) reciprocate(k, i uint32, want vec) vec {
	own, p, speed := n.mover[k], n.position[i], n.speed(i, n.agent[i][1])
	r, v := own.radius(), own.velocity()
	h := halves{radius: speed}
	var walls ranking[line]
	for w := range n.Around(n.cell[i]) {
		var at vec
		at[0], at[1] = passes.Nearest(w, p[0], p[1])
		to := sub(at, p)
		if l := length(to); l > 0 {
			walls.add(wallLines, l, line{scale(to, max(l-r, 0)/(wallTime*l)), vec{-to[1] / l, to[0] / l}})
		}
	}
	h.lines, h.walls = walls.things, len(walls.things)
	horizon, s := n.bins.f.Horizon*min(max(length(v)/max(speed, 1e-3), slow), 1), max(length(want), 1e-3)
	held := min(max(1-dot(v, want)/(s*s), 0), 1)
	impatience := push * s * held * held
	for _, m := range n.nearest(k, p, min(2*speed*n.bins.f.Horizon, nearest)+2*r) {
		o := n.mover[m]
		l := n.line(sub(o.at(), p), r+o.radius()+spare, v, o.velocity(), horizon)
		h.lines = append(h.lines, l.moved(impatience*min(max(1-dot(o.velocity(), want)/(amble*s*s), 0), 1)))
	}
	if slices.ContainsFunc(h.lines, func(l line) bool { return cross(l.way, sub(l.at, want)) > 0 }) {
		right := lean * (1 + chance(n.id[i]))
		want = add(want, vec{-right * want[1], right * want[0]})
	}
	return h.solve(want)
}

// nearest are the bodies nearest to body k at p, nearer than reach.
func (n *neighbours) nearest(k uint32, p vec, reach float32) []uint32 {
	var r ranking[uint32]
	for m := range n.over(sub(p, vec{reach, reach}), add(p, vec{reach, reach})) {
		to := sub(n.mover[m].at(), p)
		if way := dot(to, to); m != k && way < reach*reach && n.mover[k].onOneLayer(n.bins.f, n.mover[m]) {
			r.add(friends, way, m)
		}
	}
	return r.things
}

// ranking keeps the things with the least keys, in their order; of equal ones those that came first.
type ranking[T any] struct {
	keys   []float32
	things []T
}

func (r *ranking[T]) add(most int, key float32, thing T) {
	at := len(r.keys)
	for at > 0 && key < r.keys[at-1] {
		at--
	}
	r.keys, r.things = slices.Insert(r.keys, at, key), slices.Insert(r.things, at, thing)
	r.keys, r.things = r.keys[:min(len(r.keys), most)], r.things[:min(len(r.things), most)]
}

// line is the one that another body leaves to one at velocity v; to: the way to it, sum: that of the radii. Of a pair, who
// walks into the other gives way.
func (n *neighbours) line(to vec, sum float32, v, his vec, horizon float32) line {
	closing, side := sub(v, his), scale(to, 1/max(length(to), 1e-6))
	into, back := max(dot(v, side), 0), max(-dot(his, side), 0)
	share := (yield + into) / (2*yield + into + back)
	gap, time := dot(to, to)-sum*sum, horizon
	if gap <= 0 {
		time = max(n.step.Dt, 1e-3)
	}
	w := sub(closing, scale(to, 1/time)) // from the middle of the cone's round end
	l, ahead := length(w), dot(w, to)
	if gap <= 0 || ahead < 0 && ahead*ahead > sum*sum*l*l {
		away := vec{1, 0}
		if l > 1e-6 {
			away = scale(w, 1/l)
		}
		return line{add(v, scale(away, share*(sum/time-l))), vec{away[1], -away[0]}}
	}
	leg, left := sqrt(gap), float32(-1)
	if cross(to, w) >= 0 {
		left = 1
	}
	d := scale(vec{to[0]*leg - left*to[1]*sum, left*to[0]*sum + to[1]*leg}, left/dot(to, to))
	return line{add(v, scale(sub(scale(d, dot(closing, d)), closing), share)), d}
}

// line is line n once bodies may be violated by slack.
func (h *halves) line(n int, slack float32) line {
	if n < h.walls {
		return h.lines[n]
	}
	return h.lines[n].moved(slack)
}

// nearestLeft is the velocity nearest to want, within the radius, that all lines leave; false if there is none. Line by line,
// where one is violated the best lies on it.
func (h *halves) nearestLeft(slack float32, want vec) (v vec, left bool) {
	v = scale(want, min(1, h.radius/max(length(want), 1e-6)))
	for i := range h.lines {
		l := h.line(i, slack)
		if cross(l.way, sub(l.at, v)) <= 0 {
			continue
		}
		middle := dot(l.at, l.way)
		root := middle*middle + h.radius*h.radius - dot(l.at, l.at)
		if root < 0 {
			return v, false
		}
		low, high := -middle-sqrt(root), -middle+sqrt(root)
		for j := range i {
			o := h.line(j, slack)
			det, num := cross(l.way, o.way), cross(o.way, sub(l.at, o.at))
			switch {
			case det > parallel:
				high = min(high, num/det)
			case det < -parallel:
				low = max(low, num/det)
			case num < 0:
				return v, false
			}
		}
		if low > high {
			return v, false
		}
		v = add(l.at, scale(l.way, min(max(dot(l.way, sub(want, l.at)), low), high)))
	}
	return v, true
}

// solve is the nearest velocity that all lines leave, or, where they leave none, with as little slack as will do.
func (h *halves) solve(want vec) vec {
	v, left := h.nearestLeft(0, want)
	if left {
		return v
	}
	v = vec{}
	low, high := float32(0), float32(0) // slack that is too little, and enough
	for _, l := range h.lines[h.walls:] {
		high = max(high, cross(l.way, l.at))
	}
	for range halvings {
		slack := 0.5 * (low + high)
		if u, enough := h.nearestLeft(slack, want); enough {
			v, high = u, slack
		} else {
			low = slack
		}
	}
	return v
}
