package field

import "throng/passes"

// Cost computes the cost of the step to each neighbour, C = Δs (α f + β + γ g)/f with Δs = √(l² + ΔH²), the neighbour's
// discomfort g and the class's speed f in that direction (see [pacer]); passes.Inf where there is no way: no link, or a
// cell or neighbour whose clearance is below the class's radius. With α = 0, β = 1, γ = 0 it is the time of the step [s].
//
// A page keeps its stored costs, to the bit, until one of them differs by more than the share Frame.Wake, or the speed
// that it holds by more than five times that, or a direction opens or closes; or, once nobody is there, until they differ at
// all. Then all its costs are stored and it is put on the solver's list for every group of the class, see [teller]. So a
// settled solver stays settled while nothing of weight happens, and a crowd that has gone leaves nothing behind.
type Cost struct{ passes.PerClass }

// Decl declares the pass.
func (Cost) Decl() passes.Decl {
	return passes.Decl{Name: "cost", Group: passes.PageCells, Bindings: passes.Bindings(
		passes.Reads("classes", "groups"), passes.Fetches("pages", "pageTable", "links", "clearance", "height"), passes.Reads("cellStair", "cellDiscomfort", "crowd", "potential"),
		passes.Updates("cost", "solveArgs", "solveList", "solveStamp", "solveState"))}
}

// Invocations is one thread for each cell, in a plane per class.
func (Cost) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU computes the costs and wakes pages.
func (Cost) CPU(f *passes.Frame, b *passes.Buffers) {
	groups, cost := passes.As[passes.Group](b, "groups"), b.Vec4("cost")
	p := pricer{pacer: newPacer(f, b), discomfort: b.F32("cellDiscomfort")}
	for k, class := range passes.As[passes.Class](b, "classes") {
		p.class = class
		for page := range f.Pages {
			p.page(page)
			stored := cost[uint32(k)*f.Cells+page*passes.PageCells:][:passes.PageCells]
			if !p.differs(stored) {
				continue
			}
			t := newTeller(&p, page, stored)
			for g := range groups {
				if groups[g].Class == uint32(k) {
					t.tell(f, b, uint32(g))
				}
			}
			copy(stored, p.now[:])
		}
	}
}

// pricer takes the costs of one class, page by page.
type pricer struct {
	pacer
	discomfort []float32 // nil where the scene has none
	now        [passes.PageCells][4]float32
	lengths    [passes.PageCells][4]float32 // of the steps along the floor [m]; 0 where there is no way
	crowded    bool                         // whether there is anybody where cells of the page look
}

// page computes the costs in one page.
func (p *pricer) page(page uint32) {
	p.crowded = false
	for local := range p.now {
		c := page*passes.PageCells + uint32(local)
		for d := range p.now[local] {
			p.now[local][d], p.lengths[local][d] = passes.Inf, 0
			n := p.links.To(c, d)
			if !p.open(c) || !p.open(n) {
				continue
			}
			f, rise, rate := p.pace(c, n, d), p.height[n]-p.height[c], p.f.Beta
			if p.f.Gamma != 0 {
				rate += p.f.Gamma * p.discomfort[n]
			}
			p.crowded = p.crowded || p.density[p.ahead(n, d)] > 0
			p.lengths[local][d] = sqrt(p.f.Cell*p.f.Cell + rise*rise)
			p.now[local][d] = p.lengths[local][d] * (p.f.Alpha*f + rate) / f
		}
	}
}

// paceWake is the change of the speed that counts, in shares of a change of the cost that does: where the path's length
// rules, costs hardly tell that the crowd has stopped.
const paceWake = 5

// differs reports whether a cost differs by more than the stated share, or the speed that it holds by a larger one, or a
// direction opened or closed; or at all, where nobody is: of a crowd that has gone, nothing is left.
func (p *pricer) differs(old [][4]float32) bool {
	for c := range old {
		for d := range old[c] {
			o, n := old[c][d], p.now[c][d]
			least := min(o, paceWake*(o-p.f.Alpha*p.lengths[c][d]))
			if abs(n-o) > p.f.Wake*least || n != o && !p.crowded || (n >= passes.Inf) != (o >= passes.Inf) {
				return true
			}
		}
	}
	return false
}
