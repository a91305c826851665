package move

import "throng/passes"

// Watch gathers the first StepData.Watched agents of the slot "watch" into "watched", which the host shares: of a large
// crowd only these cross the bus. The record of an agent that has left has the state free.
type Watch struct{ passes.Plain }

// Decl declares the pass.
func (Watch) Decl() passes.Decl {
	return passes.Decl{Name: "watch", Group: 64, Bindings: passes.Bindings(
		passes.Reads("step", "watch"), passes.Fetches("agentPosition", "agentHeight", "agentVelocity", "agentBody", "agentCell", "agentState", "agentID"),
		passes.Writes("watched"))}
}

// Invocations is one thread for each agent that there is room for.
func (Watch) Invocations(f *passes.Frame) int { return int(f.Watched) }

// CPU gathers one agent after the other.
func (Watch) CPU(f *passes.Frame, b *passes.Buffers) {
	list, out, state, id := passes.As[[2]uint32](b, "watch"), passes.As[passes.Watched](b, "watched"), b.U32("agentState"), b.U32("agentID")
	for k := range passes.As[passes.StepData](b, "step")[0].Watched {
		i := list[k][0]
		out[k] = passes.Watched{Slot: i, ID: list[k][1]}
		if i >= f.Capacity || id[i] != list[k][1] {
			continue
		}
		body := b.Vec4("agentBody")[i]
		out[k] = passes.Watched{
			Slot: i, ID: id[i], State: state[i], Cell: b.U32("agentCell")[i], Position: b.Vec2("agentPosition")[i], Height: b.F32("agentHeight")[i],
			Walked: body[3], Velocity: b.Vec2("agentVelocity")[i], Radius: body[0], Speed: body[1],
		}
	}
}
