package move

import "throng/passes"

// Meet lists for each body who can come to touch it while bodies are kept apart: those who are nearer than twice the
// longest way that anybody may be pushed. Most bodies of a loose crowd meet nobody, and their rounds end before they have begun.
type Meet struct{ perAgent }

// Decl declares the pass.
func (Meet) Decl() passes.Decl {
	return passes.Decl{Name: "meet", Group: 64, Bindings: passes.Bindings(
		passes.Reads("pageTable", "binStart", "body", "tally"), passes.Writes("near"))}
}

// CPU lists them.
func (Meet) CPU(f *passes.Frame, b *passes.Buffers) {
	p := newPairs(f, b, "body")
	for k := range p.bodies() {
		own, n := p.body[k], uint32(0)
		for m := range p.around(own) {
			if m == k || p.overlap(own, p.body[m]) <= -2*p.tally.Push {
				continue
			}
			if n++; n <= passes.Meets {
				p.near[n*f.Capacity+k] = m
			}
		}
		p.near[k] = n
	}
}
