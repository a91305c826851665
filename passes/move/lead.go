package move

import "throng/passes"

// Lead takes agents to the targets of their commands, in the step in which those are given: along connections and held off
// walls, in up to [LeadStrides] strides of at most half a cell and half a radius. Where walls are in the way it stops short
// of them. The velocity is the way made divided by Dt. It follows [Commands], on the same records.
type Lead struct{ passes.Plain }

// LeadStrides bounds the way to a target: with the default cell and radius some six metres.
const LeadStrides = 64

// there is how near to its target an agent counts as being there, and the least way of a stride that counts as one [m].
const there = 1e-5

// Decl declares the pass.
func (Lead) Decl() passes.Decl {
	return passes.Decl{Name: "lead", Group: 64, Bindings: passes.Bindings(
		passes.Reads("step", "commands"), passes.Fetches("pages", "pageTable", "links", "height", "slope", "wallStart", "pageWalls", "walls"),
		passes.Updates("agentPosition", "agentHeight"), passes.Writes("agentVelocity"), passes.Updates("agentBody", "agentCell"),
		passes.Fetches("agentState", "agentID"))}
}

// Invocations is one thread for each command of a full batch.
func (Lead) Invocations(f *passes.Frame) int { return passes.CommandBatch(f) }

// CPU leads the agents one after the other.
func (Lead) CPU(f *passes.Frame, b *passes.Buffers) {
	step, m := passes.As[passes.StepData](b, "step")[0], newMaze(f, b)
	position, height, velocity := b.Vec2("agentPosition"), b.F32("agentHeight"), b.Vec2("agentVelocity")
	bodies, cell, state, id := b.Vec4("agentBody"), b.U32("agentCell"), b.U32("agentState"), b.U32("agentID")
	for _, c := range passes.As[passes.Command](b, "commands")[:step.Commands] {
		i := c.Slot
		if c.Kind > passes.CommandSet || c.Fields&passes.SetTarget == 0 || i >= f.Capacity || id[i] != c.ID ||
			state[i]&0xff == passes.StateFree || cell[i] >= f.Cells {
			continue
		}
		from, y := position[i], height[i]
		o := body{m, cell[i], from, min(bodies[i][0], widest(f))}
		o.lead(c.Target)
		position[i], cell[i], height[i] = o.at, o.cell, m.surface(o.cell, o.at)
		d, rise := sub(o.at, from), height[i]-y
		bodies[i][3] += sqrt(d[0]*d[0] + rise*rise + d[1]*d[1])
		if step.Dt > 0 {
			velocity[i] = scale(d, 1/step.Dt)
		}
		if state[i]&0xff == passes.StateDriven {
			bodies[i][2] = step.Time // it has moved in this step
		}
	}
}

// lead takes the body to a target, or as near as walls let it.
func (o *body) lead(target vec) {
	longest := min(0.5*o.f.Cell, max(0.5*o.radius, o.f.Cell/16))
	for range LeadStrides {
		d := sub(target, o.at)
		way := length(d)
		if way <= there {
			return
		}
		from := o.at
		o.stride(scale(d, min(1, longest/way)))
		if length(sub(o.at, from)) < there {
			return
		}
	}
}
