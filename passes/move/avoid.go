package move

import (
	"math"

	"throng/passes"
)

// Constants of avoiding others, as in lib/avoid.glsl.
const (
	fan      = 1.2  // angle of the farthest direction [rad]
	weight   = 1.0  // of being free, against leading on
	bias     = 0.04 // by which the left is worse than the right
	pause    = 0.5  // who is free for less time than this slows down [s]
	creep    = 0.1  // least share of the speed
	farthest = 4.0  // bodies farther away than this are not looked at [m]
	crowding = 3.0  // of the density, squared, that the reach falls with
	ahead    = 0.4  // how far before the body the middle of its window lies, as a share of the reach
)

// Avoid finds the velocity of every body whose group avoids others (VO §3.2): of some directions about that of the field, the one
// that is best for being free and for leading there, and a speed that does not run into who is in it.
type Avoid struct {
	perAgent
	Directions uint32 // odd
	Storeys    bool   // floors lie above each other
}

// Decl declares the pass.
func (a Avoid) Decl() passes.Decl {
	return passes.Decl{Name: "avoid", Group: 64, Constants: []uint32{flag(a.Storeys), a.Directions}, Bindings: modelBindings}
}

// modelBindings are those of all local models.
var modelBindings = passes.Bindings(
	passes.Reads("step"), passes.Fetches("pages", "pageTable", "links", "wallStart", "pageWalls", "walls"),
	passes.Reads("classes", "groups"), passes.Fetches("models"), passes.Reads("potential", "velocity"),
	passes.Fetches("bodyAgent", "binStart", "bodySlot", "place", "motion", "level", "crowd", "agentPace"),
	passes.Writes("bodyWish"))

// CPU asks one body after the other.
func (a Avoid) CPU(f *passes.Frame, b *passes.Buffers) {
	eachModelled(f, b, passes.ModelAvoid, func(n *neighbours, k uint32, _ float32, want vec) vec {
		return n.choose(k, a.Directions, want, length(want))
	})
}

// neighbours are the bodies around one, as they were at the beginning of the step.
type neighbours struct {
	bins
	*steering
	place, motion, level []uint32
	crowd                []float32
	own                  []own
	slot                 []uint32
}

// eachModelled calls do with the bodies of groups that have a local model, their agents and the velocity of the field, and
// stores the velocity that it gives.
func eachModelled(f *passes.Frame, b *passes.Buffers, model uint32, do func(n *neighbours, k uint32, speed float32, want vec) vec) {
	n := &neighbours{newBins(f, b), newSteering(f, b), b.U32("place"), b.U32("motion"), b.U32("level"), b.F32("crowd"), passes.As[own](b, "bodyAgent"), b.U32("bodySlot")}
	models, wish := b.U32("models"), b.Vec2("bodyWish")
	for k := range n.bodies() {
		its := &n.own[k]
		group := its.State >> 8
		if group >= f.Groups || models[group] != model || its.rests(n.step.Time) {
			continue
		}
		w := n.follower(group, n.speed(n.slot[k], its.Speed))
		want, ok := w.field(its.Cell, its.At)
		if !ok {
			wish[k] = vec{passes.Inf, passes.Inf}
			continue
		}
		wish[k] = do(n, k, w.speed, want)
	}
}

// heeds reports whether body k has to do with body m, if it is near: it is another, on the same layer.
func (n *neighbours) heeds(k, m uint32) bool {
	return m != k && (n.bins.f.Sheets <= 1 || onOneLayer(n.bins.f, n.level[k], n.level[m]))
}

// reachIn is how far to look for others where there are rho to a square metre: as far as some fifteen of them stand, and at
// most so far.
func reachIn(rho, most float32) float32 { return min(most, sqrt(crowding/max(rho, 1e-3))) }

// course is a direction to walk in and how long it is free [s].
type course struct {
	way  vec
	free float32
}

// spread gives n directions about d: straight on, then right and left, ever further.
func spread(n uint32, d vec, free float32) []course {
	all := make([]course, n)
	for j := range all {
		side := float32(-1)
		if j&1 == 1 {
			side = 1
		}
		sin, cos := math.Sincos(float64(side * fan * float32((j+1)/2) / float32(max(n/2, 1))))
		x, z := float32(cos), float32(sin)
		all[j] = course{vec{d[0]*x - d[1]*z, d[0]*z + d[1]*x}, free}
	}
	return all
}

// choose gives the velocity of body k that would walk at velocity want.
func (n *neighbours) choose(k, directions uint32, want vec, s float32) vec {
	f, p, cell := n.bins.f, n.own[k].At, n.own[k].Cell
	d := vec{}
	if s > 0 {
		d = scale(want, 1/s)
	}
	all, r := spread(directions, d, f.Horizon), radiusOf(n.motion[k])
	reach := reachIn(0.25*n.crowd[cell], min(2*s*f.Horizon, farthest)) + 2*r
	middle, half := add(p, scale(d, ahead*reach)), vec{(1 - ahead) * reach, (1 - ahead) * reach}
	for m := range n.over(sub(middle, half), add(middle, half)) {
		if !n.heeds(k, m) {
			continue
		}
		to, his, sum := wayTo(n.place[k], n.place[m]), velocityOf(n.motion[m]), r+radiusOf(n.motion[m])+spare
		gap := dot(to, to) - sum*sum
		for j := range all {
			all[j].free = min(all[j].free, timeToTouch(to, gap, sub(scale(all[j].way, s), his)))
		}
	}
	for w := range n.Around(cell) { // as if they went on for ever; the plan knows the walls on the way that it leads
		var at vec
		at[0], at[1] = passes.Nearest(w, p[0], p[1])
		to := sub(at, p)
		l := length(to)
		for j := 1; j < len(all); j++ {
			if closing := s * dot(all[j].way, to) / max(l, 1e-6); closing > 0 {
				all[j].free = min(all[j].free, max(l-r, 0)/closing)
			}
		}
	}
	best, t, to, left := -passes.Inf, float32(0), d, bias*(1+0.5*chance(n.own[k].ID))
	for j, w := range all {
		fitness := weight*w.free/f.Horizon + 0.5*dot(w.way, d) + 0.5
		if j > 0 && j&1 == 0 {
			fitness -= left
		}
		if fitness > best {
			best, t, to = fitness, w.free, w.way
		}
	}
	return scale(to, s*min(max(t/max(pause, n.step.Dt), creep), 1))
}

// timeToTouch is when two bodies that close in at velocity v will touch, Inf if never; to: the way between them, gap: its
// square less that of the sum of their radii. Those that touch already will at once, or never if they part.
func timeToTouch(to vec, gap float32, v vec) float32 {
	b := dot(to, v)
	root := b*b - dot(v, v)*gap
	if b > 0 && root > 0 {
		return max(gap, 0) / (b + sqrt(root))
	}
	return passes.Inf
}

// chance is a number from 0 to 1 that is the agent's own.
func chance(id uint32) float32 { return float32((id*0x9e3779b1^id>>15)*0x85ebca6b>>8) / (1 << 24) }
