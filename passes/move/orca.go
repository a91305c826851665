package move

import (
	"math"
	"slices"

	"throng/passes"
)

// Constants of the model orca, as in move/orca.comp and lib/avoid.glsl.
const (
	nearest   = 2.5  // bodies farther away than this are not looked at [m]
	friends   = 10   // at most so many have a say, the nearest
	wallLines = 4    // and so many walls
	parallel  = 1e-5 // least sine between lines that counts
	wallTime  = 0.2  // nobody walks so fast at a wall that he would reach it sooner [s]
	slow      = 0.5  // share of the horizon that is left to who stands: in a queue nobody looks far ahead
	push      = 5    // slack of who stands though he would walk, as a share of the speed that he would have
	amble     = 0.5  // share of it with which others go his way: the rest are in it
	turn      = 1.5  // angle to the right by which who is held up by who is in his way would walk [rad]
	ease      = 0.1  // slack beyond that which is enough for somebody who stands [m/s]
	halvings  = 6    // of the slack, where lines leave nothing
	lean      = 0.05 // angle to the right by which who is not free would walk, and as much again by chance [rad]
)

// ORCA finds the velocity of every body whose group is of the model orca: the one nearest to that of the field that keeps
// clear of others for the horizon, if they do their share of it (van den Berg, Guy, Lin, Manocha 2011). Each of the nearest
// bodies leaves half of the plane of velocities, walls too. Where bodies leave nothing, all lines of theirs are moved by as little
// as will do. The shares are not halves: as in separation, who walks into the other gives way.
//
// What keeps crowds going beside that:
//   - Who is held up by somebody who does not go his way turns to the right, the farther the more he is held up. So crowds that meet
//     sort themselves into lanes, and those who all want the same middle turn about it. Now and then he tries straight on, as to the
//     right there may be a wall.
//   - He also gets impatient with him and allows himself some slack; with people of his own group, who are in a queue with him or
//     beside him at a door, only after a while.
//   - In the open nobody touches anybody: see [limits]. Near walls there may be no other way, and separation sees to them.
type ORCA struct {
	perAgent
	Storeys bool // floors lie above each other
}

// Decl declares the pass.
func (o ORCA) Decl() passes.Decl {
	return passes.Decl{Name: "orca", Group: 64, Constants: []uint32{flag(o.Storeys)}, Bindings: slices.Concat(modelBindings, passes.Updates("agentHeld"))}
}

// CPU asks one body after the other.
func (ORCA) CPU(f *passes.Frame, b *passes.Buffers) {
	held := b.F32("agentHeld")
	eachModelled(f, b, passes.ModelORCA, func(n *neighbours, k uint32, speed float32, want vec) vec {
		return n.reciprocate(k, &held[n.slot[k]], speed, want)
	})
}

// line bounds half of the plane of velocities: it leaves those v with way × v of at least some.
type line struct {
	way   vec
	least float32
}

// depth is how deep a velocity lies on the wrong side.
func (l line) depth(v vec) float32 { return l.least - cross(l.way, v) }

// halves are the lines of a body: those of others, then those of walls, which hold.
type halves struct {
	lines  []line
	bodies int
	radius float32 // highest speed
}

// reciprocate gives the velocity of body k that would walk at velocity want, and at most at a speed, and notes how long it has been held up.
func (n *neighbours) reciprocate(k uint32, held *float32, speed float32, want vec) vec {
	its := &n.own[k]
	p, c, r, v := its.At, its.Cell, radiusOf(n.motion[k]), velocityOf(n.motion[k])
	h, walled := halves{radius: speed}, false
	var walls ranking[line]
	for w := range n.Around(c) {
		walled = true
		var at vec
		at[0], at[1] = passes.Nearest(w, p[0], p[1])
		to := sub(at, p)
		if l := length(to); l > 0 {
			walls.add(wallLines, l, line{vec{-to[1] / l, to[0] / l}, -max(l-r, 0) / wallTime})
		}
	}
	horizon, s := n.bins.f.Horizon*min(max(length(v)/max(speed, 1e-3), slow), 1), max(length(want), 1e-3)
	lack := min(max(1-dot(v, want)/(s*s), 0), 1)
	*held = wait(*held, lack, n.step.Dt)
	impatience, right, meets := push*s*lack*lack, float32(0), float32(0)
	var all limits
	for _, m := range n.nearest(k, p, reachIn(n.crowd[c], min(2*speed*n.bins.f.Horizon, nearest))+2*r) {
		to, his, sum := wayTo(n.place[k], n.place[m]), velocityOf(n.motion[m]), r+radiusOf(n.motion[m])
		side, strange := scale(to, 1/max(length(to), 1e-6)), min(max(1-dot(his, want)/(amble*s*s), 0), 1)
		part := reciprocal(v, his, side)
		l := n.line(to, sum+spare, v, his, part, horizon)
		if l.depth(want) > 0 {
			right, meets = lean, max(meets, strange)
		}
		if n.own[m].State>>8 == its.State>>8 {
			strange *= min(max(*held-bear, 0), 1)
		}
		l.least -= impatience * strange
		h.lines = append(h.lines, l)
		all = append(all, limit{side, part * max(length(to)-sum-room, 0) / max(n.step.Dt, 1e-3)})
	}
	h.bodies = len(h.lines)
	h.lines = append(h.lines, walls.things...)
	if slices.ContainsFunc(walls.things, func(l line) bool { return l.depth(want) > 0 }) {
		right = lean
	}
	right *= 1 + chance(its.ID)
	if *held < tire {
		right += turn * lack * meets
	}
	sin, cos := math.Sincos(float64(right))
	u := h.solve(add(scale(want, float32(cos)), scale(vec{-want[1], want[0]}, float32(sin))))
	switch {
	case !walled:
		return all.near(u)
	case walledIn(walls.things, want, s):
		return vec{passes.Inf, 0}
	}
	return u
}

// reciprocal is the share of one at velocity v in giving way to another in a direction. Of a pair, who walks into the other gives way.
func reciprocal(v, his, side vec) float32 {
	return share(max(dot(v, side), 0), max(-dot(his, side), 0))
}

// nearest are the bodies nearest to body k at p, nearer than reach: by their distance in 255ths of it, then by index.
func (n *neighbours) nearest(k uint32, p vec, reach float32) []uint32 {
	var r ranking[uint32]
	for m := range n.over(sub(p, vec{reach, reach}), add(p, vec{reach, reach})) {
		far := uint32(min(length(wayTo(n.place[k], n.place[m]))/reach, 1) * 255)
		if far < 255 && n.heeds(k, m) {
			r.add(friends, float32(far), m)
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

// line is the one that another body leaves to one at velocity v who does his share; to: the way to it, sum: that of the radii.
func (n *neighbours) line(to vec, sum float32, v, his vec, share, horizon float32) line {
	closing := sub(v, his)
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
		d := vec{away[1], -away[0]}
		return line{d, cross(d, add(v, scale(away, share*(sum/time-l))))}
	}
	leg, left := sqrt(gap), float32(-1)
	if cross(to, w) >= 0 {
		left = 1
	}
	d := scale(vec{to[0]*leg - left*to[1]*sum, left*to[0]*sum + to[1]*leg}, left/dot(to, to))
	return line{d, cross(d, add(v, scale(sub(scale(d, dot(closing, d)), closing), share)))}
}

// keep puts v, if line i is violated, to the best on it that the lines before leave; false if they leave nothing there. Those of
// bodies may be violated by slack.
func (h *halves) keep(i int, slack float32, want, v vec) (vec, bool) {
	d, c := h.lines[i].way, h.least(i, slack)
	if c <= cross(d, v) {
		return v, true
	}
	root := h.radius*h.radius - c*c
	high := sqrt(max(root, 0)) // along the line, from its point nearest to no velocity at all
	low := -high
	for j := range i {
		o := &h.lines[j]
		det, num := cross(d, o.way), c*dot(d, o.way)-h.least(j, slack)
		if abs(det) < parallel {
			if dot(d, o.way) > 0 {
				continue // one leaves what the other does, as those of walls that meet in a corner
			}
			det = parallel
		}
		if t := num / det; det > 0 {
			high = min(high, t)
		} else {
			low = max(low, t)
		}
	}
	along := min(max(dot(d, want), low), high)
	return vec{along*d[0] - c*d[1], along*d[1] + c*d[0]}, root >= 0 && low <= high
}

// least is that of line i once bodies may be violated by slack.
func (h *halves) least(i int, slack float32) float32 {
	if i < h.bodies {
		return h.lines[i].least - slack
	}
	return h.lines[i].least
}

// nearestLeft is the velocity nearest to want, within the radius, that all lines leave; false if there is none. Line by line,
// where one is violated the best lies on it.
func (h *halves) nearestLeft(slack float32, want vec) (v vec, left bool) {
	v, left = scale(want, min(1, h.radius/max(length(want), 1e-6))), true
	for i := range h.lines {
		var ok bool
		v, ok = h.keep(i, slack, want, v)
		left = left && ok
	}
	return v, left
}

// solve is the nearest velocity that all lines leave, or, where they leave none, with as little slack as will do.
func (h *halves) solve(want vec) vec {
	v, left := h.nearestLeft(0, want)
	if left {
		return v
	}
	v = vec{}
	low, high := float32(0), float32(0) // slack that is too little, and enough
	for _, l := range h.lines[:h.bodies] {
		high = max(high, l.least+ease)
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
