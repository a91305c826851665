package move

import "throng/passes"

// Meet lists for each body who can come to touch it while bodies are kept apart: those who are nearer than twice the
// longest way that anybody may be pushed. A round looks only at those who are nearer than what two may be pushed by its end, so that
// most bodies of a loose crowd meet nobody in most rounds.
type Meet struct{ perAgent }

// Decl declares the pass.
func (Meet) Decl() passes.Decl {
	return passes.Decl{Name: "meet", Group: 64, Bindings: passes.Bindings(
		passes.Fetches("pageTable", "binStart", "body"), passes.Reads("tally"), passes.Writes("near"))}
}

// CPU lists them.
func (Meet) CPU(f *passes.Frame, b *passes.Buffers) {
	p := newPairs(f, b, "body")
	margin, perRound := 2*p.tally.Push, 2*p.tally.Push/SeparationRounds
	for k := range p.bodies() {
		own, n, rounds, list := p.body[k], uint32(0), uint32(0), p.listed(k)
		clear(list)
		for m := range p.around(own) {
			gap := -p.overlap(own, p.body[m])
			if m == k || gap >= margin {
				continue
			}
			if n++; n > passes.Meets {
				continue
			}
			list[n] = m
			for r := uint32(min(max(gap/perRound, 0), SeparationRounds-1)); r < SeparationRounds; r++ {
				rounds |= 1 << (passes.Meets*r + n - 1) // from the first in which they can touch
			}
		}
		list[0] = min(n, passes.Meets+1)<<meetsAt | rounds
	}
}
