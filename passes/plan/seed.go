package plan

import "throng/passes"

// Seed starts the potential of reset groups anew (ML §5.2, initialisation). It runs before the step is opened, after
// [Turn].
type Seed struct{ passes.PerGroup }

// Decl declares the pass.
func (Seed) Decl() passes.Decl {
	return passes.Decl{
		Name: "seed",
		Bindings: passes.Bindings(passes.Reads("pages", "pageTable", "links", "cellZone", "clearance", "classes", "groups"),
			passes.Writes("potential"), passes.Updates("solveArgs", "solveList", "solveStamp", "solveState")),
		Group: 256,
	}
}

// Invocations is a thread per cell.
func (Seed) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU seeds the groups.
func (Seed) CPU(f *passes.Frame, b *passes.Buffers) {
	classes := passes.As[passes.Class](b, "classes")
	zone, clearance, turn := b.U32("cellZone"), b.F32("clearance"), b.U32("solveState")[passes.SolveBack]
	for g, group := range passes.As[passes.Group](b, "groups") {
		if group.Reset == 0 || group.Reset == passes.ResetBack && turn != uint32(g)+1 {
			continue // or it waits for its turn
		}
		phi := b.F32("potential")[passes.SolvePlane(f, uint32(g), group.Reset):][:f.Cells]
		for c := range f.Cells {
			phi[c] = passes.Inf
			if zone[c]&0xffff == group.Goal+1 && clearance[c] >= classes[group.Class].Radius {
				phi[c] = 0
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
	links := passes.NewLinks(f, b)
	for _, to := range links.All(c) {
		if page := to / passes.PageCells; to != passes.None && page != own {
			passes.Wake(f, b, g, page, f.Rounds+pages[page][3])
		}
	}
}
