package field

import "throng/passes"

// Cost computes the cost of the step to each neighbour, C = Δs (α f + β + γ g)/f with Δs = √(l² + ΔH²), the neighbour's
// discomfort g and the class's speed f in that direction (see [pacer]); passes.Inf where there is no way: no link, or a
// cell or neighbour whose clearance is below the class's radius. With α = 0, β = 1, γ = 0 it is the time of the step [s].
//
// A page keeps its stored costs, to the bit, until one of them differs by more than the share Frame.Wake, or the speed
// that it holds by more than five times that, or a direction opens or closes; then all its costs are stored and it is put
// on the solver's list for every group of the class. So a settled solver stays settled while nothing of weight happens.
type Cost struct{ passes.PerClass }

// Decl declares the pass.
func (Cost) Decl() passes.Decl {
	return passes.Decl{Name: "cost", Group: passes.PageCells, Bindings: passes.Bindings(
		passes.Reads("classes", "groups", "pages", "pageTable", "links", "clearance", "height", "cellStair", "cellDiscomfort", "crowd"),
		passes.Updates("cost", "solveArgs", "solveList", "solveStamp", "solveState"))}
}

// Invocations is one thread for each cell, in a plane per class.
func (Cost) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU computes the costs and wakes pages.
func (Cost) CPU(f *passes.Frame, b *passes.Buffers) {
	groups, pages, cost := passes.As[passes.Group](b, "groups"), b.UVec4("pages"), b.Vec4("cost")
	p := pricer{pacer: newPacer(f, b), discomfort: b.F32("cellDiscomfort")}
	for k, class := range passes.As[passes.Class](b, "classes") {
		p.class = class
		for page := range f.Pages {
			p.page(page)
			stored := cost[uint32(k)*f.Cells+page*passes.PageCells:][:passes.PageCells]
			if !p.differs(stored) {
				continue
			}
			copy(stored, p.now[:])
			for g := range groups {
				if groups[g].Class == uint32(k) {
					passes.Wake(f, b, uint32(g), page, pages[page][3])
				}
			}
		}
	}
}

// pricer takes the costs of one class, page by page.
type pricer struct {
	pacer
	discomfort []float32 // nil where the scene has none
	now        [passes.PageCells][4]float32
	lengths    [passes.PageCells][4]float32 // of the steps along the floor [m]; 0 where there is no way
}

// page computes the costs in one page.
func (p *pricer) page(page uint32) {
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
			p.lengths[local][d] = sqrt(p.f.Cell*p.f.Cell + rise*rise)
			p.now[local][d] = p.lengths[local][d] * (p.f.Alpha*f + rate) / f
		}
	}
}

// paceWake is the change of the speed that counts, in shares of a change of the cost that does: where the path's length
// rules, costs hardly tell that the crowd has stopped.
const paceWake = 5

// differs reports whether a cost differs by more than the stated share, or the speed that it holds by a larger one, or a
// direction opened or closed.
func (p *pricer) differs(old [][4]float32) bool {
	for c := range old {
		for d := range old[c] {
			o, n := old[c][d], p.now[c][d]
			least := min(o, paceWake*(o-p.f.Alpha*p.lengths[c][d]))
			if abs(n-o) > p.f.Wake*least || (n >= passes.Inf) != (o >= passes.Inf) {
				return true
			}
		}
	}
	return false
}
