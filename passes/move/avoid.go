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
	ahead    = 0.4  // how far before the body the middle of its window lies, as a share of the reach
)

// Avoid finds the velocity of every body whose group avoids others (VO §3.2): of some directions about that of the field, the one
// that is best for being free and for leading there, and a speed that does not run into who is in it.
type Avoid struct {
	perAgent
	Directions uint32 // odd
}

// Decl declares the pass.
func (a Avoid) Decl() passes.Decl {
	return passes.Decl{Name: "avoid", Group: 64, Constants: []uint32{a.Directions}, Bindings: modelBindings}
}

// modelBindings are those of all local models.
var modelBindings = passes.Bindings(
	passes.Reads("step", "pages", "pageTable", "links", "wallStart", "pageWalls", "walls", "classes", "groups", "models", "potential", "velocity",
		"agentPosition", "agentBody", "agentCell", "agentState", "agentID", "binStart", "bodySlot", "mover", "agentPace"),
	passes.Writes("bodyWish"))

// CPU asks one body after the other.
func (a Avoid) CPU(f *passes.Frame, b *passes.Buffers) {
	eachModelled(f, b, passes.ModelAvoid, func(n *neighbours, k, i uint32, want vec) vec {
		s := length(want)
		return n.choose(k, i, a.Directions, want, s)
	})
}

// neighbours are the bodies around one, as they were at the beginning of the step.
type neighbours struct {
	bins
	*steering
	mover    []mover
	id, cell []uint32
	position []vec
	agent    [][4]float32
}

// eachModelled calls do with the bodies of groups that have a local model, their agents and the velocity of the field, and
// stores the velocity that it gives.
func eachModelled(f *passes.Frame, b *passes.Buffers, model uint32, do func(n *neighbours, k, i uint32, want vec) vec) {
	n := &neighbours{newBins(f, b), newSteering(f, b), passes.As[mover](b, "mover"), b.U32("agentID"), b.U32("agentCell"), b.Vec2("agentPosition"), b.Vec4("agentBody")}
	state, slot, models, wish := b.U32("agentState"), b.U32("bodySlot"), b.U32("models"), b.Vec2("bodyWish")
	for k := range n.bodies() {
		i := slot[k]
		group := state[i] >> 8
		if group >= f.Groups || models[group] != model || state[i]&0xff == passes.StateWaiting && n.step.Time < n.agent[i][2] {
			continue
		}
		w := n.follower(group, n.speed(i, n.agent[i][1]))
		want, ok := w.field(n.cell[i], n.position[i])
		if !ok {
			wish[k] = vec{passes.Inf, passes.Inf}
			continue
		}
		wish[k] = do(n, k, i, want)
	}
}

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

// choose gives the velocity of body k, agent i, that would walk at velocity want.
func (n *neighbours) choose(k, i, directions uint32, want vec, s float32) vec {
	f, own, p := n.bins.f, n.mover[k], n.position[i]
	d := vec{}
	if s > 0 {
		d = scale(want, 1/s)
	}
	all, r := spread(directions, d, f.Horizon), own.radius()
	reach := min(2*s*f.Horizon, farthest) + 2*r
	middle, half := add(p, scale(d, ahead*reach)), vec{(1 - ahead) * reach, (1 - ahead) * reach}
	for m := range n.over(sub(middle, half), add(middle, half)) {
		o := n.mover[m]
		if m == k || !own.onOneLayer(f, o) {
			continue
		}
		to, his, sum := sub(o.at(), p), o.velocity(), r+o.radius()+spare
		gap := dot(to, to) - sum*sum
		for j := range all {
			all[j].free = min(all[j].free, timeToTouch(to, gap, sub(scale(all[j].way, s), his)))
		}
	}
	for w := range n.Around(n.cell[i]) { // as if they went on for ever; the plan knows the walls on the way that it leads
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
	best, t, to, left := -passes.Inf, float32(0), d, bias*(1+0.5*chance(n.id[i]))
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
