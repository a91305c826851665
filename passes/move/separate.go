package move

import (
	"math"

	"throng/passes"
)

// Separation keeps bodies apart that stand on the same layer, after they have been moved: each lists who can come to touch it, and they
// give way to each other in rounds.
//
// It is position-based: what overlaps is parted, for all pairs at a time, and the velocity is then what the agent truly
// moved. Of a pair, who walks into the other gives way to it: nobody is pushed on from behind, or held by who comes
// after, so that the first of a crowd before a neck is free to go. Who walks into somebody that stands or comes towards him
// also steps aside, by choice to the right, so that crowds that meet sort themselves into lanes.
func Separation() []passes.Pass {
	ps := []passes.Pass{Meet{}}
	for r := range SeparationRounds {
		ps = append(ps, Separate{Round: r})
	}
	return ps
}

// SeparationRounds is the number of rounds in a step. It is even: a round reads "body" and writes "bodyNext", or the other
// way round.
const SeparationRounds = 4

// Limits of separation, as in move/separate.comp, land.comp, lib/body.glsl and lib/touch.glsl.
const (
	storey   = 0.5           // bodies stand on one layer if their heights differ by less than this share of the head room
	even     = 0.1           // part that bodies have in giving way whichever way they walk
	haste    = 0.5           // longest way in a round, as a share of the way that the agent could walk in the step
	sidestep = 0.5           // way past somebody, in the first round, likewise
	right    = 0.5           // sine of the angle to the right from which on somebody is passed on the left
	slack    = 2 * wallSlack // overlaps up to this are let be: two bodies that touch a wall from both sides may have as much [m]
	light    = 1e-3          // overlaps up to this do not count [m]
	gone     = -1e9          // radius of a body whose agent has left
	spare    = 1e-3          // room that bodies keep beyond their radius, so that what the last round leaves is no overlap [m]
)

// Separate is a round: every body gives way to those that it overlaps, as they were before the round, over the floor and
// not into walls. Bodies are passed over in the order of bins and slots, and each is judged from where those before have
// pushed the body that gives way.
type Separate struct {
	perAgent
	Round int
}

func (s Separate) slots() (from, to string) {
	if s.Round%2 == 0 {
		return "body", "bodyNext"
	}
	return "bodyNext", "body"
}

// Decl declares the pass.
func (s Separate) Decl() passes.Decl {
	from, to := s.slots()
	return passes.Decl{Name: "separate", Push: 4, Group: 64, Bindings: passes.Bindings(
		passes.Reads("step", "pages", "pageTable", "links", "wallStart", "pageWalls", "walls", "agentBody", "binStart", "bodySlot",
			"bodyHeading", "near", "tally", from),
		passes.Writes(to), passes.Updates("bodyCell"))}
}

// Push gives the number of the round.
func (s Separate) Push(*passes.Frame) [4]uint32 { return [4]uint32{uint32(s.Round)} }

// CPU moves the bodies one after the other.
func (s Separate) CPU(f *passes.Frame, b *passes.Buffers) {
	from, to := s.slots()
	p, m, next, heading, cell := newPairs(f, b, from), newMaze(f, b), b.Vec4(to), b.Vec2("bodyHeading"), b.U32("bodyCell")
	dt, agentBody := passes.As[passes.StepData](b, "step")[0].Dt, b.Vec4("agentBody")
	for k := range p.bodies() {
		own, agent := p.body[k], agentBody[p.slot[k]] // the agent's radius may be more than there is room for
		pace, step := agent[1]*dt, float32(0)
		if s.Round == 0 {
			step = sidestep * pace
		}
		d := p.wish(k, heading, step)
		o := body{m, cell[k], vec{own[0], own[1]}, min(agent[0], widest(f))}
		longest := min(0.5*f.Cell, max(0.5*o.radius, f.Cell/16), haste*pace)
		if l := length(d); l > 0 {
			d = scale(d, min(1, longest/l))
		}
		if d != (vec{}) {
			o.stride(d)
		}
		cell[k], next[k] = o.cell, [4]float32{o.at[0], o.at[1], own[2], own[3]}
	}
}

// pairs finds bodies that overlap: the form of lib/reach.glsl, lib/meet.glsl and lib/touch.glsl.
type pairs struct {
	bins
	body  [][4]float32 // x, z, radius, height
	slot  []uint32
	near  []uint32
	tally *passes.Tally
}

func newPairs(f *passes.Frame, b *passes.Buffers, from string) *pairs {
	return &pairs{newBins(f, b), b.Vec4(from), b.U32("bodySlot"), b.U32("near"), tally(b)}
}

// around visits everybody who can come to touch a body in this step, and some more.
func (p *pairs) around(own [4]float32) func(yield func(uint32) bool) {
	at, reach := vec{own[0], own[1]}, own[2]+widest(p.f)+spare+p.tally.Drift+2*p.tally.Push
	return p.over(sub(at, vec{reach, reach}), add(at, vec{reach, reach}))
}

// met visits everybody whom body k can come to touch: by its list, or around it where that does not hold them.
func (p *pairs) met(k uint32, own [4]float32) func(yield func(uint32) bool) {
	n := p.near[k]
	if n > passes.Meets {
		return p.around(own)
	}
	return func(yield func(uint32) bool) {
		for j := range n {
			if !yield(p.near[(j+1)*p.f.Capacity+k]) {
				return
			}
		}
	}
}

// overlap is how far two bodies overlap [m], negative where they are apart or on different layers. There is no wall between
// bodies that overlap, because no body is wider than its distance from the nearest wall.
func (p *pairs) overlap(a, b [4]float32) float32 {
	if abs(a[3]-b[3]) >= storey*p.f.Clearance {
		return -1
	}
	return a[2] + b[2] - length(vec{b[0] - a[0], b[1] - a[1]})
}

// wish is how body k would give way; step: the way past somebody.
func (p *pairs) wish(k uint32, heading []vec, step float32) vec {
	own := p.body[k]
	from := vec{own[0], own[1]}
	for m := range p.met(k, own) {
		other := p.body[m]
		depth := p.overlap(own, other)
		if m == k || depth <= slack {
			continue
		}
		n := vec{other[0] - own[0], other[1] - own[1]}
		if l := length(n); l > 1e-6 {
			n = scale(n, 1/l)
		} else {
			n = p.anyDirection(k, m)
		}
		into, back := max(dot(heading[k], n), 0), max(-dot(heading[m], n), 0)
		pass := into * min(max(1-dot(heading[k], heading[m]), 0), 1) * step // nobody overtakes who walks the same way
		t, push := aside(heading[k], n), share(into, back)*depth
		own[0] += t[0]*pass - n[0]*push
		own[1] += t[1]*pass - n[1]*push
	}
	return sub(vec{own[0], own[1]}, from)
}

// anyDirection is the direction from body k to body m, which stand on the same spot: opposite for the two, and any for
// each pair.
func (p *pairs) anyDirection(k, m uint32) vec {
	a, b := min(p.slot[k], p.slot[m]), max(p.slot[k], p.slot[m])
	h := (a*0x9e3779b1 ^ b) * 0x85ebca6b
	sin, cos := math.Sincos(float64(h>>8) * 2 * math.Pi / (1 << 24))
	if k > m {
		sin, cos = -sin, -cos
	}
	return vec{float32(cos), float32(sin)}
}

// share is that of a body in parting from another; into: how straight it walks into the other, back: the other into it.
func share(into, back float32) float32 { return (even + into) / (2*even + into + back) }

// aside is the direction past a body in direction n for who walks along heading: to the right, unless that is the longer way
// by far. Two that meet choose alike.
func aside(heading, n vec) vec {
	if cross(heading, n) < right {
		return vec{-n[1], n[0]}
	}
	return vec{n[1], -n[0]}
}
