package move

import "throng/passes"

// Close ends the step after the host's copy of events and tally was taken: it clears the events and what the tally counts
// anew in every step.
type Close struct{ passes.Plain }

// Decl declares the pass.
func (Close) Decl() passes.Decl {
	return passes.Decl{Name: "close", Group: 64, Bindings: passes.Bindings(
		passes.Writes("events"), passes.Updates("tally"))}
}

// Invocations is one thread for each word of events, and at least one.
func (Close) Invocations(f *passes.Frame) int { return max(1, (int(f.Capacity)+31)/32) }

// CPU clears the events.
func (Close) CPU(_ *passes.Frame, b *passes.Buffers) {
	clear(b.U32("events"))
	t := tally(b)
	t.Events, t.Alive, t.Stranded, t.Overlapping, t.Overlap, t.Drift, t.Push, t.InLine = 0, 0, 0, 0, 0, 0, 0, 0
	t.Step++
}
