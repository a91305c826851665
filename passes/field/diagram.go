package field

import (
	"math"

	"throng/passes"
)

// Parameters of Weidmann's fundamental diagram v(ρ) = v0 (1 - exp(-γ (1/ρ - 1/ρmax))).
const (
	sharpness = 1.913 // γ [1/m²]
	jam       = 5.4   // ρmax [1/m²]
)

// Diagram caps the speeds by Weidmann's fundamental diagram, which the crowd's own flow speed does not have: a uniform
// stream would keep its speed at any density. The density is looked up where [Speed] looks it up.
type Diagram struct{ passes.PerClass }

// Decl declares the pass.
func (Diagram) Decl() passes.Decl {
	return passes.Decl{Name: "diagram", Group: passes.PageCells, Bindings: passes.Bindings(
		passes.Reads("classes", "links", "clearance", "density"), passes.Updates("speed"))}
}

// Invocations is one thread for each cell, in a plane per class.
func (Diagram) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU caps the speeds.
func (Diagram) CPU(f *passes.Frame, b *passes.Buffers) {
	s := pacer{f: f, links: b.UVec4("links"), clearance: b.F32("clearance"), density: b.F32("density")}
	for k, class := range passes.As[passes.Class](b, "classes") {
		s.class = class
		for c := range f.Cells {
			v := &b.Vec4("speed")[uint32(k)*f.Cells+c]
			for d, f := range v {
				if f >= 0 {
					v[d] = min(f, max(s.least(), s.diagram(s.density[s.ahead(s.links[c][d], d)])))
				}
			}
		}
	}
}

// diagram is Weidmann's speed at a density.
func (s *pacer) diagram(rho float32) float32 {
	if rho <= 0 {
		return s.class.Speed
	}
	return s.class.Speed * (1 - float32(math.Exp(float64(-sharpness*(1/rho-1/float32(jam))))))
}
