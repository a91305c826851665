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
	return passes.Decl{Name: "land", Group: 64, Constants: []uint32{flag(l.Apart)}, Bindings: passes.Bindings(
		passes.Reads("step"), passes.Fetches("pages", "pageTable", "links", "height", "slope", "binStart", "bodySlot", "body", "bodyHeading", "bodyCell", "near", "bodyAgent"),
		passes.Writes("agentPosition", "agentHeight"), passes.Updates("agentVelocity", "agentBody"),
		passes.Writes("agentCell"), passes.Updates("tally"))}
}

// CPU moves the agents one after the other.
func (l Land) CPU(f *passes.Frame, b *passes.Buffers) {
	p, g, step, t := newPairs(f, b, "body"), newGround(f, b), passes.As[passes.StepData](b, "step")[0], tally(b)
	slot, position, velocity, height := b.U32("bodySlot"), b.Vec2("agentPosition"), b.Vec2("agentVelocity"), b.F32("agentHeight")
	body, cell, bodyCell, all := b.Vec4("agentBody"), b.U32("agentCell"), b.U32("bodyCell"), passes.As[own](b, "bodyAgent")
	for k := range p.alive() {
		i, c, at := slot[k], bodyCell[k], vec{p.body[k][0], p.body[k][1]}
		if p.body[k][2] == gone {
			continue
		}
		its, way, y := &all[k], sub(at, all[k].At), g.surface(c, at)
		rise := y - p.body[k][3]
		body[i][3] += sqrt(dot(way, way) + rise*rise)
		if its.State&0xff != passes.StateDriven || step.Time != its.Start {
			velocity[i] = vec{} // a driven agent's start is when the host moved it last, at its velocity
		}
		if step.Dt > 0 {
			velocity[i] = add(velocity[i], vec{way[0] / step.Dt, way[1] / step.Dt})
		}
		position[i], height[i], cell[i] = at, y, c
	}
	for k := uint32(0); l.Apart && k < p.bodies(); k++ {
		if depth := p.deepest(k); depth > 0 {
			t.Overlapping++
			t.Overlap = max(t.Overlap, depth)
		}
	}
}

// deepest is the deepest overlap of body k with another, 0 if none counts.
func (p *pairs) deepest(k uint32) (depth float32) {
	bare := func(k uint32) [4]float32 { // without the room that it has to spare
		b := p.body[k]
		b[2] = min(b[2], p.heading[k][2])
		return b
	}
	own := bare(k)
	for m := range p.met(k, SeparationRounds) {
		if d := p.overlap(own, bare(m)); m != k && d > max(depth, light) {
			depth = d
		}
	}
	return depth
}
