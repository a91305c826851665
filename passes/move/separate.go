package move

import (
	"math"

	"throng/passes"
)

// Separation keeps bodies apart that stand on the same layer, after they have been moved: each lists who can come to touch it, and they
// give way to each other in rounds. A thread looks after each of so many bodies: one on devices that want many threads, and a few where a
// thread costs as much for who touches nobody.
//
// It is position-based: what overlaps is parted, for all pairs at a time, and the velocity is then what the agent truly
// moved. Of a pair, who walks into the other gives way to it: nobody is pushed on from behind, or held by who comes
// after, so that the first of a crowd before a neck is free to go. Who walks into somebody that stands or comes towards him
// also steps aside, by choice to the right, so that crowds that meet sort themselves into lanes.
func Separation(each uint32) []passes.Pass {
	ps := []passes.Pass{Meet{}}
	for r := range SeparationRounds {
		ps = append(ps, Separate{Round: r, Each: each})
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
	meetsAt  = 28            // where the length of a list is in its first word: below it is a bit for each of it and round
	spare    = 1e-3          // room that bodies keep beyond their radius, so that what the last round leaves is no overlap [m]
)

// Separate is a round: every body gives way to those that it overlaps, as they were before the round, over the floor and
// not into walls. Bodies are passed over in the order of bins and slots, and each is judged from where those before have
// pushed the body that gives way.
type Separate struct {
	perAgent
	Round int
	Each  uint32 // bodies that a thread goes through in search of those who may touch somebody [Limits: >= 1]
}

// Invocations is a thread for so many agent slots, in whole groups.
func (s Separate) Invocations(f *passes.Frame) int { return int((f.Capacity + s.Each - 1) / s.Each) }

func (s Separate) slots() (from, to string) {
	if s.Round%2 == 0 {
		return "body", "bodyNext"
	}
	return "bodyNext", "body"
}

// Decl declares the pass.
func (s Separate) Decl() passes.Decl {
	from, to := s.slots()
	return passes.Decl{Name: "separate", Push: 4, Group: 64, Constants: []uint32{s.Each}, Bindings: passes.Bindings(
		passes.Reads("step"), passes.Fetches("pages", "pageTable", "links", "wallStart", "pageWalls", "walls", "binStart", "bodyHeading", "near"),
		passes.Reads("tally"), passes.Fetches(from),
		passes.Writes(to), passes.Updates("bodyCell"))}
}

// Push gives the number of the round.
func (s Separate) Push(*passes.Frame) [4]uint32 { return [4]uint32{uint32(s.Round)} }

// CPU moves the bodies one after the other.
func (s Separate) CPU(f *passes.Frame, b *passes.Buffers) {
	from, to := s.slots()
	p, m, next, cell := newPairs(f, b, from), newMaze(f, b), b.Vec4(to), b.U32("bodyCell")
	dt := passes.As[passes.StepData](b, "step")[0].Dt
	for k := range p.bodies() {
		own, radius := p.body[k], p.heading[k][2] // the agent's radius may be more than there is room for
		pace, step := p.heading[k][3]*dt, float32(0)
		if s.Round == 0 {
			step = sidestep * pace
		}
		d := p.wish(k, uint32(s.Round), step)
		o := body{m, cell[k], vec{own[0], own[1]}, min(radius, widest(f))}
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
	body    [][4]float32 // x, z, radius, height
	heading [][4]float32 // direction, radius and speed of the agent
	near    []uint32
	tally   *passes.Tally
}

func newPairs(f *passes.Frame, b *passes.Buffers, from string) *pairs {
	return &pairs{newBins(f, b), b.Vec4(from), b.Vec4("bodyHeading"), b.U32("near"), tally(b)}
}

// reach is how far away somebody stood, when bins were made, who can come to touch a body of radius r.
func (p *pairs) reach(r float32) float32 {
	return r + widest(p.f) + spare + p.tally.Drift + 2*p.tally.Push
}

// around visits them all, and some more.
func (p *pairs) around(own [4]float32) func(yield func(uint32) bool) {
	at, reach := vec{own[0], own[1]}, p.reach(own[2])
	return p.over(sub(at, vec{reach, reach}), add(at, vec{reach, reach}))
}

// listed is the part of the slot "near" that is body k's.
func (p *pairs) listed(k uint32) []uint32 { return p.near[(1+passes.Meets)*k:][:1+passes.Meets] }

// met visits everybody whom body k can come to touch in a round, or with the number of rounds in all of them: by its list, or around it
// where that does not hold them.
func (p *pairs) met(k, round uint32) func(yield func(uint32) bool) {
	list := p.listed(k)
	n := list[0] >> meetsAt
	if n > passes.Meets {
		return p.around(p.body[k])
	}
	return func(yield func(uint32) bool) {
		for j, m := range list[1 : 1+n] {
			if (round == SeparationRounds || list[0]>>(passes.Meets*round+uint32(j))&1 != 0) && !yield(m) {
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

// wish is how body k would give way in a round; step: the way past somebody.
func (p *pairs) wish(k, round uint32, step float32) vec {
	own, direction := p.body[k], func(k uint32) vec { return vec{p.heading[k][0], p.heading[k][1]} }
	from, mine := vec{own[0], own[1]}, direction(k)
	for m := range p.met(k, round) {
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
		his := direction(m)
		into, back := max(dot(mine, n), 0), max(-dot(his, n), 0)
		pass := into * min(max(1-dot(mine, his), 0), 1) * step // nobody overtakes who walks the same way
		t, push := aside(mine, n), share(into, back)*depth
		own[0] += t[0]*pass - n[0]*push
		own[1] += t[1]*pass - n[1]*push
	}
	return sub(vec{own[0], own[1]}, from)
}

// anyDirection is the direction from body k to body m, which stand on the same spot: opposite for the two, and any for
// each pair.
func (p *pairs) anyDirection(k, m uint32) vec {
	a, b := min(k, m), max(k, m)
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
