package move

import "throng/passes"

// Land ends separation: the agents are where their bodies have come to, and their velocity is the whole way of the step
// divided by Dt. It counts the agents that still overlap another by more than a millimetre, and finds the worst overlap.
type Land struct{ passes.Plain }

// Decl declares the pass.
func (Land) Decl() passes.Decl {
	return passes.Decl{Name: "land", Group: 64, Bindings: passes.Bindings(
		passes.Reads("step", "pages", "pageTable", "links", "height", "slope", "binStart", "bodySlot", "body", "bodyCell"),
		passes.Updates("agentPosition"), passes.Writes("agentHeight"), passes.Updates("agentVelocity", "agentBody"),
		passes.Writes("agentCell"), passes.Updates("tally"))}
}

// Invocations is one thread for each agent slot: as many as there can be bodies.
func (Land) Invocations(f *passes.Frame) int { return int(f.Capacity) }

// CPU moves the agents one after the other.
func (Land) CPU(f *passes.Frame, b *passes.Buffers) {
	p, g, dt, t := newPairs(f, b, "body"), newGround(f, b), passes.As[passes.StepData](b, "step")[0].Dt, tally(b)
	position, velocity, height := b.Vec2("agentPosition"), b.Vec2("agentVelocity"), b.F32("agentHeight")
	body, cell, bodyCell := b.Vec4("agentBody"), b.U32("agentCell"), b.U32("bodyCell")
	for k := range p.bodies() {
		i, c, at := p.slot[k], bodyCell[k], vec{p.body[k][0], p.body[k][1]}
		if push := sub(at, position[i]); push != (vec{}) {
			walked := scale(velocity[i], dt)
			body[i][3] += g.way(c, add(walked, push)) - g.way(c, walked)
			velocity[i] = add(velocity[i], scale(push, 1/dt))
			position[i], height[i], cell[i] = at, g.surface(c, at), c
		}
		if depth := p.deepest(k, body); depth > 0 {
			t.Overlapping++
			t.Overlap = max(t.Overlap, depth)
		}
	}
}

// way is the way over the floor of a cell that is d in the plan.
func (g *ground) way(c uint32, d vec) float32 {
	s := passes.UnpackSlope(g.slope[c])
	rise := dot(s, d)
	return sqrt(d[0]*d[0] + d[1]*d[1] + rise*rise)
}

// deepest is the deepest overlap of body k with another, 0 if none counts; body: the slot "agentBody".
func (p *pairs) deepest(k uint32, body [][4]float32) (depth float32) {
	bare := func(k uint32) [4]float32 { // without the room that it has to spare
		b := p.body[k]
		b[2] = min(b[2], body[p.slot[k]][0])
		return b
	}
	own := bare(k)
	for m := range p.near(vec{own[0], own[1]}, own[2]) {
		if d := p.overlap(own, bare(m)); m != k && d > max(depth, light) {
			depth = d
		}
	}
	return depth
}
