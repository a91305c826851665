package move

import "throng/passes"

// Hold keeps where agents are that the host moves on the engine's advice, before a step advances them like all others;
// [Takeback] puts them back once it has. What is left of the step is their velocity: the way that they would have gone.
type Hold struct{ perAgent }

// Decl declares the pass.
func (Hold) Decl() passes.Decl {
	return passes.Decl{Name: "hold", Group: 64, Bindings: passes.Bindings(
		passes.Fetches("agentPosition", "agentHeight", "agentBody", "agentCell", "agentState"), passes.Writes("heldPlace", "heldCell"))}
}

// CPU keeps the places.
func (Hold) CPU(_ *passes.Frame, b *passes.Buffers) {
	position, height, body, cell := b.Vec2("agentPosition"), b.F32("agentHeight"), b.Vec4("agentBody"), b.U32("agentCell")
	for i, s := range b.U32("agentState") {
		if s&0xff == passes.StateAdvised {
			b.Vec4("heldPlace")[i] = [4]float32{position[i][0], position[i][1], height[i], body[i][3]}
			b.U32("heldCell")[i] = cell[i]
		}
	}
}

// Takeback puts agents back that [Hold] has kept the places of.
type Takeback struct{ perAgent }

// Decl declares the pass.
func (Takeback) Decl() passes.Decl {
	return passes.Decl{Name: "takeback", Group: 64, Bindings: passes.Bindings(
		passes.Reads("heldPlace", "heldCell"), passes.Fetches("agentState"), passes.Writes("agentPosition", "agentHeight"), passes.Updates("agentBody"), passes.Writes("agentCell"))}
}

// CPU puts the agents back.
func (Takeback) CPU(_ *passes.Frame, b *passes.Buffers) {
	for i, s := range b.U32("agentState") {
		if s&0xff != passes.StateAdvised {
			continue
		}
		p := b.Vec4("heldPlace")[i]
		b.Vec2("agentPosition")[i], b.F32("agentHeight")[i], b.Vec4("agentBody")[i][3] = vec{p[0], p[1]}, p[2], p[3]
		b.U32("agentCell")[i] = b.U32("heldCell")[i]
	}
}
