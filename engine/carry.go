package engine

import (
	"math"
	"slices"

	"throng/passes"
)

// carried are the fields that go on from one step to the next, with what a new floor starts with. Costs of zero differ
// from any others, so the solver takes up the pages with them.
var carried = []struct {
	slot   string
	planes func(*passes.Frame) int
	empty  uint32
}{
	{"cost", func(f *passes.Frame) int { return int(f.Classes) }, 0},
	{"potential", func(f *passes.Frame) int { return int(f.Groups) + 1 }, math.Float32bits(passes.Inf)}, // and the back plane
	{"velocity", func(f *passes.Frame) int { return int(f.Groups) }, 0},
}

// plane is one plane of a carried field on some pages.
type plane struct {
	slot   string
	first  int // byte of the plane's first page
	empty  uint32
	before map[uint32][]uint32 // words of a page
}

// carry gives the fresh cells the fields of the floor that they were before, or those of a new floor.
func (e *Engine) carry(fresh map[uint32]uint32) error {
	if len(fresh) == 0 {
		return nil
	}
	pages := map[uint32]bool{}
	for c, from := range fresh {
		pages[c/passes.PageCells] = true
		if from != passes.None {
			pages[from/passes.PageCells] = true
		}
	}
	planes := e.planes()
	var parts []part
	for i := range planes {
		parts = append(parts, planes[i].parts(pages)...)
	}
	if err := e.x.readParts(parts); err != nil {
		return err
	}
	for i := range planes {
		planes[i].move(fresh)
	}
	return e.x.writeParts(parts)
}

func (e *Engine) planes() (all []plane) {
	for _, f := range carried {
		for k := range f.planes(&e.frame) {
			first := 4 * k * int(e.frame.Cells) * channels(f.slot)
			all = append(all, plane{f.slot, first, f.empty, map[uint32][]uint32{}})
		}
	}
	return all
}

// parts makes room for the words of pages.
func (p *plane) parts(pages map[uint32]bool) (parts []part) {
	size := passes.PageCells * channels(p.slot)
	for page := range pages {
		p.before[page] = make([]uint32, size)
		parts = append(parts, part{p.slot, p.first + 4*int(page)*size, wordBytes(p.before[page])})
	}
	return parts
}

// move puts the values where the floor is now.
func (p *plane) move(fresh map[uint32]uint32) {
	n := uint32(channels(p.slot))
	of := func(c uint32) []uint32 { return p.before[c/passes.PageCells][c%passes.PageCells*n:][:n] }
	values := make(map[uint32][]uint32, len(fresh))
	for c, from := range fresh {
		if from != passes.None {
			values[c] = slices.Clone(of(from))
		}
	}
	for c := range fresh {
		to := of(c)
		for i := range to {
			to[i] = p.empty
		}
		copy(to, values[c])
	}
}

// regrow gives the fields room for more pages or colours. What they hold is copied over; the solver starts its lists
// anew, with all pages on them.
func (e *Engine) regrow(was passes.Frame) error {
	kept := map[string][]uint32{}
	for _, f := range carried {
		words := make([]uint32, passes.Find(f.slot).Bytes(&was)/4)
		if err := e.x.read(f.slot, 0, wordBytes(words)); err != nil {
			return err
		}
		kept[f.slot] = words
	}
	groups := make([]passes.Group, was.Groups)
	if err := e.x.read("groups", 0, wordBytes(groups)); err != nil {
		return err
	}
	for i := range groups { // the lists are gone, and how far those had come that were being solved in the back plane
		if g := &groups[i]; passes.InBack(g.Cold) || passes.InBack(g.Reset) {
			g.Reset = passes.ResetBack
		}
		groups[i].Cold = 0
	}
	e.every = setEffort(e.scenario, &e.frame, e.x.effort())
	if err := e.allocFields(groups); err != nil {
		return err
	}
	for _, f := range carried {
		if err := e.spread(f.slot, f.planes(&was), f.empty, kept[f.slot], was.Cells); err != nil {
			return err
		}
	}
	state := make([]uint32, passes.Find("solveState").Count(&e.frame))
	for g := range e.frame.Groups {
		state[passes.SolveNotes(&e.frame, g)] = passes.NoteMissed
	}
	clear(e.crowd.resting)
	e.crowd.reset = true
	if err := e.x.write("solveState", 0, wordBytes(state)); err != nil {
		return err
	}
	return e.x.record(&e.frame, e.schedule())
}

// spread writes planes of a number of cells into a slot that has more in a plane.
func (e *Engine) spread(slot string, planes int, empty uint32, words []uint32, cells uint32) error {
	n := channels(slot)
	from, to := int(cells)*n, int(e.frame.Cells)*n
	wide := make([]uint32, planes*to)
	for i := range wide {
		wide[i] = empty
	}
	for plane := range planes {
		copy(wide[plane*to:(plane+1)*to], words[plane*from:(plane+1)*from])
	}
	return e.x.write(slot, 0, wordBytes(wide))
}
