package field

import "throng/passes"

// Cost computes the cost of the step to each neighbour, C = √(l² + ΔH²) (α f + β + γ g)/f with the neighbour's discomfort
// g, and passes.Inf where there is no way. With α = 0, β = 1, γ = 0 it is the time of the step [s].
//
// A page keeps its stored costs, to the bit, until one of them differs by more than the share Frame.Wake or a direction
// opens or closes; then all its costs are stored and it is put on the solver's list for every group of the class. So a
// settled solver stays settled while nothing of weight happens.
type Cost struct{ passes.PerClass }

// Decl declares the pass.
func (Cost) Decl() passes.Decl {
	return passes.Decl{Name: "cost", Group: passes.PageCells, Bindings: passes.Bindings(
		passes.Reads("groups", "pages", "links", "height", "cellDiscomfort", "speed"),
		passes.Updates("cost", "solveArgs", "solveList", "solveStamp", "solveState"))}
}

// Invocations is one thread for each cell, in a plane per class.
func (Cost) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU computes the costs and wakes pages.
func (Cost) CPU(f *passes.Frame, b *passes.Buffers) {
	groups, pages, cost := passes.As[passes.Group](b, "groups"), b.UVec4("pages"), b.Vec4("cost")
	p := pricer{f: f, links: b.UVec4("links"), height: b.F32("height"), discomfort: b.F32("cellDiscomfort"), speed: b.Vec4("speed")}
	for class := range f.Classes {
		for page := range f.Pages {
			now, stored := p.page(class, page), cost[class*f.Cells+page*passes.PageCells:][:passes.PageCells]
			if !p.differs(stored, now[:]) {
				continue
			}
			copy(stored, now[:])
			for g := range groups {
				if groups[g].Class == class {
					passes.Wake(f, b, uint32(g), page, pages[page][3])
				}
			}
		}
	}
}

type pricer struct {
	f                  *passes.Frame
	links              [][4]uint32
	height, discomfort []float32
	speed              [][4]float32
}

// page computes the costs of one class in one page.
func (p *pricer) page(class, page uint32) (now [passes.PageCells][4]float32) {
	for local := range now {
		c := page*passes.PageCells + uint32(local)
		for d, f := range p.speed[class*p.f.Cells+c] {
			now[local][d] = p.step(c, p.links[c][d], f)
		}
	}
	return now
}

func (p *pricer) step(c, n uint32, f float32) float32 {
	if f <= 0 || n == passes.None {
		return passes.Inf
	}
	rise := p.height[n] - p.height[c]
	return sqrt(p.f.Cell*p.f.Cell+rise*rise) * (p.f.Alpha*f + p.f.Beta + p.f.Gamma*p.discomfort[n]) / f
}

// differs reports whether a cost differs by more than the stated share, or a direction opened or closed.
func (p *pricer) differs(old, now [][4]float32) bool {
	for c := range old {
		for d := range old[c] {
			o, n := old[c][d], now[c][d]
			if abs(n-o) > p.f.Wake*o || (n >= passes.Inf) != (o >= passes.Inf) {
				return true
			}
		}
	}
	return false
}
