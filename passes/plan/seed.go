package plan

import "throng/passes"

// Seed starts the potential of reset groups anew. From the goal (ML §5.2, initialisation), all is infinite but the goal. From
// above a mark, what lies below it is kept: a cell rests only on lower ones, so there nothing that rose has a share in it; the
// rest is infinite, and begins where it touches what is kept. Seed also wakes the pages of roused groups. It runs before the
// step is opened, after [Turn].
type Seed struct{ passes.PerGroup }

// Decl declares the pass.
func (Seed) Decl() passes.Decl {
	return passes.Decl{
		Name: "seed",
		Bindings: passes.Bindings(passes.Fetches("pages", "pageTable", "links", "cellZone", "clearance"), passes.Reads("classes", "groups", "regions"),
			passes.Updates("hops", "potential", "solveArgs", "solveList", "solveStamp", "solveState")),
		Group: 256,
	}
}

// Invocations is a thread per cell.
func (Seed) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU seeds the groups.
func (Seed) CPU(f *passes.Frame, b *passes.Buffers) {
	for g, group := range passes.As[passes.Group](b, "groups") {
		switch starts := due(f, b, uint32(g)); {
		case starts && group.Reset != passes.ResetAbove:
			seedGoal(f, b, uint32(g))
		case starts || b.U32("solveState")[passes.SolveNotes(f, uint32(g))]&passes.NoteRouse != 0:
			seedAbove(f, b, uint32(g), starts)
		}
	}
}

// due reports whether a group starts anew now: it does not wait for its turn.
func due(f *passes.Frame, b *passes.Buffers, g uint32) bool {
	reset := passes.As[passes.Group](b, "groups")[g].Reset
	return reset == passes.ResetPlace || passes.InBack(reset) && b.U32("solveState")[passes.SolveBack] == g+1
}

// seedGoal makes all infinite but the goal.
func seedGoal(f *passes.Frame, b *passes.Buffers, g uint32) {
	group := passes.As[passes.Group](b, "groups")[g]
	zone, clearance, radius := b.U32("cellZone"), b.F32("clearance"), passes.As[passes.Class](b, "classes")[group.Class].Radius
	phi := b.F32("potential")[passes.SolvePlane(f, g, group.Reset):][:f.Cells]
	for c := range f.Cells {
		phi[c] = passes.Inf
		if zone[c]&0xffff == group.Goal+1 && clearance[c] >= radius {
			phi[c] = passes.Fixed(0)
			keep(f, b, g, c)
			wakeAround(f, b, g, c)
		}
	}
}

// seedAbove keeps what lies below the mark, and wakes the pages in which infinite cells touch it. A roused group's other
// pages that are reached wake too. One that does not start keeps its field.
func seedAbove(f *passes.Frame, b *passes.Buffers, g uint32, starts bool) {
	group, state := passes.As[passes.Group](b, "groups")[g], b.U32("solveState")
	from := b.F32("potential")[passes.SolvePlane(f, g, group.Cold):][:f.Cells]
	to, mark := from, passes.Inf
	if starts {
		to, mark = b.F32("potential")[passes.SolvePlane(f, g, group.Reset):][:f.Cells], passes.Marked(state[passes.SolveMark(f, g)])
	}
	kept := func(c uint32) bool { return c != passes.None && (passes.IsFixed(from[c]) || from[c] < mark) }
	roused, links, pages := state[passes.SolveNotes(f, g)]&passes.NoteRouse != 0, passes.NewLinks(f, b), b.UVec4("pages")
	for c := range f.Cells {
		wakes := roused
		if kept(c) {
			to[c] = from[c]
			keep(f, b, g, c)
		} else {
			near := links.All(c)
			wakes = (roused || from[c] < passes.Inf) && (kept(near[0]) || kept(near[1]) || kept(near[2]) || kept(near[3]))
			to[c] = passes.Inf
		}
		if page := c / passes.PageCells; wakes {
			passes.Wake(f, b, g, page, f.Rounds+pages[page][3])
		}
	}
}

// keep notes for [Hops] that a cell has a value that is right.
func keep(f *passes.Frame, b *passes.Buffers, g, c uint32) {
	if f.Long == 0 {
		return
	}
	if r := regionOf(f, b.U32("regions"), passes.As[passes.Group](b, "groups")[g].Class, c); r != passes.None {
		b.U32("hops")[g*(f.Pages*passes.PageRegions+1)+r] = passes.HopsKept
	}
}

// wakeAround puts the page of a cell and those it links to on the lists of the coming step.
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
