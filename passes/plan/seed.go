package plan

import "throng/passes"

// Seed starts the potential of reset groups anew (ML §5.2, initialisation). It runs before the step is opened.
type Seed struct{ passes.PerGroup }

// Decl declares the pass.
func (Seed) Decl() passes.Decl {
	return passes.Decl{
		Name: "seed",
		Bindings: passes.Bindings(passes.Reads("pages", "links", "cellZone", "clearance", "classes", "groups"),
			passes.Writes("potentialBack"), passes.Updates("solveArgs", "solveList", "solveStamp", "solveState")),
		Group: 256,
	}
}

// Invocations is a thread per cell.
func (Seed) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU seeds the groups.
func (Seed) CPU(f *passes.Frame, b *passes.Buffers) {
	classes := passes.As[passes.Class](b, "classes")
	zone, clearance, back := b.U32("cellZone"), b.F32("clearance"), b.F32("potentialBack")
	for g, group := range passes.As[passes.Group](b, "groups") {
		if group.Reset == 0 {
			continue
		}
		for c := range f.Cells {
			back[uint32(g)*f.Cells+c] = passes.Inf
			if zone[c]&0xffff == group.Goal+1 && clearance[c] >= classes[group.Class].Radius {
				back[uint32(g)*f.Cells+c] = 0
				wakeAround(f, b, uint32(g), c)
			}
		}
	}
}

// wakeAround puts the page of a goal cell and those it links to on the lists of the coming step.
func wakeAround(f *passes.Frame, b *passes.Buffers, g, c uint32) {
	pages := b.UVec4("pages")
	own := c / passes.PageCells
	passes.Wake(f, b, g, own, f.Rounds+pages[own][3])
	for _, to := range b.UVec4("links")[c] {
		if page := to / passes.PageCells; to != passes.None && page != own {
			passes.Wake(f, b, g, page, f.Rounds+pages[page][3])
		}
	}
}
