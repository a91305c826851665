package move

import "throng/passes"

// Land ends the motion of a step: the agents are where their bodies have come to, and their velocity is the whole way of
// the step divided by Dt; those that the host drives keep the velocity that it moved them at. Where bodies have been kept apart, it counts the agents that still overlap another by more than a
// millimetre, and finds the worst overlap.
type Land struct {
	perAgent
	Apart bool // bodies have been kept apart
}

// Decl declares the pass.
func (l Land) Decl() passes.Decl {
	apart := uint32(0)
	if l.Apart {
		apart = 1
	}
	return passes.Decl{Name: "land", Group: 64, Constants: []uint32{apart}, Bindings: passes.Bindings(
		passes.Reads("step", "pages", "pageTable", "links", "height", "slope", "binStart", "bodySlot", "body", "bodyCell", "near", "agentState"),
		passes.Updates("agentPosition", "agentHeight", "agentVelocity", "agentBody"),
		passes.Writes("agentCell"), passes.Updates("tally"))}
}

// CPU moves the agents one after the other.
func (l Land) CPU(f *passes.Frame, b *passes.Buffers) {
	p, g, step, t := newPairs(f, b, "body"), newGround(f, b), passes.As[passes.StepData](b, "step")[0], tally(b)
	position, velocity, height := b.Vec2("agentPosition"), b.Vec2("agentVelocity"), b.F32("agentHeight")
	body, cell, bodyCell, state := b.Vec4("agentBody"), b.U32("agentCell"), b.U32("bodyCell"), b.U32("agentState")
	for k := range p.alive() {
		i, c, at := p.slot[k], bodyCell[k], vec{p.body[k][0], p.body[k][1]}
		if state[i]&0xff == passes.StateFree || c == passes.None {
			continue
		}
		way, y := sub(at, position[i]), g.surface(c, at)
		rise := y - height[i]
		body[i][3] += sqrt(dot(way, way) + rise*rise)
		if state[i]&0xff != passes.StateDriven || step.Time != body[i][2] {
			velocity[i] = vec{} // a driven agent's start is when the host moved it last, at its velocity
		}
		if step.Dt > 0 {
			velocity[i] = add(velocity[i], vec{way[0] / step.Dt, way[1] / step.Dt})
		}
		position[i], height[i], cell[i] = at, y, c
	}
	for k := uint32(0); l.Apart && k < p.bodies(); k++ {
		if depth := p.deepest(k, body); depth > 0 {
			t.Overlapping++
			t.Overlap = max(t.Overlap, depth)
		}
	}
}

// deepest is the deepest overlap of body k with another, 0 if none counts; body: the slot "agentBody".
func (p *pairs) deepest(k uint32, body [][4]float32) (depth float32) {
	bare := func(k uint32) [4]float32 { // without the room that it has to spare
		b := p.body[k]
		b[2] = min(b[2], body[p.slot[k]][0])
		return b
	}
	own := bare(k)
	for m := range p.met(k, own) {
		if d := p.overlap(own, bare(m)); m != k && d > max(depth, light) {
			depth = d
		}
	}
	return depth
}
