package move

import (
	"math"

	"throng/passes"
)

// Parties are the passes that find where the last member of every party is, and who is too far ahead of it: [Party] and [Pace].
//
// How far ahead is told by the potential, so it holds around corners and over stairs, and there is one word to reduce for a party: a
// greatest value, which does not depend on the order of the agents. The last never waits, so no party stops for good.
func Parties(f *passes.Frame) []passes.Pass {
	if f.Parties == 0 {
		return nil
	}
	return []passes.Pass{Parted{}, Party{}, Pace{}}
}

// Parted forgets where the last members were.
type Parted struct{ passes.Plain }

// Decl declares the pass, which has no shader.
func (Parted) Decl() passes.Decl {
	return passes.Decl{Name: "parted", Fill: true, Bindings: passes.Writes("partyLast")}
}

// Invocations is not used: a fill is no dispatch.
func (Parted) Invocations(*passes.Frame) int { return 0 }

// CPU clears the slot.
func (Parted) CPU(_ *passes.Frame, b *passes.Buffers) { clear(b.U32("partyLast")) }

// Party finds the greatest potential of the members of every party who are on their way.
type Party struct{ perAgent }

// Decl declares the pass.
func (Party) Decl() passes.Decl {
	return passes.Decl{Name: "party", Group: 64, Bindings: passes.Bindings(
		passes.Reads("potential"), passes.Fetches("agentCell", "agentState", "agentStage"), passes.Reads("agentParty"), passes.Updates("partyLast"))}
}

// CPU looks at one agent after the other.
func (Party) CPU(f *passes.Frame, b *passes.Buffers) {
	p, potential, cell, state := newParties(f, b), b.F32("potential"), b.U32("agentCell"), b.U32("agentState")
	for i, s := range state {
		group := s >> 8
		if s&0xff != passes.StateWalking || p.party[i] == 0 || cell[i] >= f.Cells || group >= f.Groups {
			continue
		}
		if f.Stages > 0 && p.stage[i] != passes.None && p.stage[i]>>24 != passes.PhaseWay {
			continue // in line, or at its goal for good
		}
		if phi := passes.Potential(potential[group*f.Cells+cell[i]]); phi < passes.Inf {
			last := &p.last[p.word(i)]
			*last = max(*last, math.Float32bits(phi))
		}
	}
}

// Pace gives every agent the share of its speed that it keeps: all of it up to the group's gap ahead of the last of its party, none at
// twice that, and linear between.
type Pace struct{ perAgent }

// Decl declares the pass.
func (Pace) Decl() passes.Decl {
	return passes.Decl{Name: "pace", Group: 64, Bindings: passes.Bindings(
		passes.Reads("potential"), passes.Fetches("agentCell", "agentState", "agentStage"), passes.Reads("agentParty", "partyLast", "partyGap"), passes.Writes("agentPace"))}
}

// CPU looks at one agent after the other.
func (Pace) CPU(f *passes.Frame, b *passes.Buffers) {
	p, potential, cell, out := newParties(f, b), b.F32("potential"), b.U32("agentCell"), b.F32("agentPace")
	for i, s := range b.U32("agentState") {
		group := s >> 8
		out[i] = 1
		if s&0xff == passes.StateFree || p.party[i] == 0 || cell[i] >= f.Cells || group >= f.Groups {
			continue
		}
		lead := math.Float32frombits(p.last[p.word(i)]) - passes.Potential(potential[group*f.Cells+cell[i]])
		out[i] = min(max(2-lead/p.gap[group], 0), 1)
	}
}

// parties is the form of lib/party.glsl.
type parties struct {
	f                  *passes.Frame
	party, stage, last []uint32
	gap                []float32
}

func newParties(f *passes.Frame, b *passes.Buffers) parties {
	return parties{f, b.U32("agentParty"), b.U32("agentStage"), b.U32("partyLast"), b.F32("partyGap")}
}

// word is that of "partyLast" of an agent in a party: members on successive stages of a route have potentials of different goals.
func (p *parties) word(i int) uint32 {
	word := 2*p.party[i] - 2
	if p.f.Stages > 0 {
		word += p.stage[i] & 1
	}
	return word
}
