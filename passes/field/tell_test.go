package field

import (
	"slices"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// mark and notes are those of a group.
func mark(w *passestest.World, g uint32) float32 {
	return passes.Marked(w.B.U32("solveState")[passes.SolveMark(w.Frame, g)])
}

func notes(w *passestest.World, g uint32) *uint32 {
	return &w.B.U32("solveState")[passes.SolveNotes(w.Frame, g)]
}

// crowded is a floor of 3×1 pages with groups of two classes, priced, and potentials that rise along it.
func crowded() *passestest.World {
	w := twoClasses()
	w.Run(Cost{})
	woken(w)
	for g := range w.Frame.Groups {
		w.Each(func(c uint32, i, _, _ int) { w.B.F32("potential")[g*w.Cells+c] = 1 + float32(i) })
	}
	return w
}

// stand puts a standing crowd into some columns of the middle page.
func stand(w *passestest.World, columns ...int) {
	w.Each(func(c uint32, i, _, _ int) {
		if density(w)[c] = 0; slices.Contains(columns, i) {
			density(w)[c] = 6
		}
	})
}

// A wall of people across a page marks its groups where the potential is least in it; a few people do not, nor does a wall
// that dissolves. All wake the page.
func TestJamsMarkTheirGroups(t *testing.T) {
	w := crowded()
	density(w)[w.Cell(20, 5, 0)] = 6
	w.Run(Cost{})
	if pairs := woken(w); len(pairs) == 0 || mark(w, 0) != passes.Inf {
		t.Errorf("one person wakes %v and marks group 0 at %g", pairs, mark(w, 0))
	}
	stand(w)
	w.Run(Cost{})
	woken(w)
	stand(w, 20, 21, 22)
	w.Run(Cost{})
	// Those columns are dear to step into: only in the middle one all steps are.
	for g, want := range []float32{22, passes.Inf, 22} {
		if got := mark(w, uint32(g)); g != 1 && got != want {
			t.Errorf("a wall of people marks group %d at %g, want %g", g, got, want)
		}
	}
	if pairs := woken(w); !slices.Contains(pairs, [2]uint32{0, 1}) {
		t.Errorf("a wall of people wakes %v", pairs)
	}
	stand(w)
	w.Run(Cost{})
	if mark(w, 0) != passes.Inf {
		t.Errorf("a wall that dissolves marks group 0 at %g", mark(w, 0))
	}
}

// Groups at rest are not woken; they note that, and mark whatever has become dearer. So do those that are being solved in
// the back plane, but for the step they start in, and without the marks.
func TestRestingGroupsOnlyNote(t *testing.T) {
	w := crowded()
	*notes(w, 0) = passes.NoteRest
	passes.As[passes.Group](w.B, "groups")[2].Cold = passes.ResetBack
	w.B.U32("solveState")[passes.SolveSince(w.Frame, 2)] = 1
	density(w)[w.Cell(20, 5, 0)] = 6
	w.Run(Cost{})
	marks, first, last := [3]float32{mark(w, 0), mark(w, 1), mark(w, 2)}, *notes(w, 0), *notes(w, 2)
	if pairs := woken(w); !slices.Equal(pairs, [][2]uint32{{1, 1}}) {
		t.Errorf("%v are woken, want only group 1", pairs)
	}
	if first != passes.NoteRest|passes.NoteMissed || last != passes.NoteMissed {
		t.Errorf("the notes are %d and %d", first, last)
	}
	if marks != [3]float32{20, passes.Inf, passes.Inf} { // from column 19 the step has become dearer
		t.Errorf("the marks are %v", marks)
	}
	passes.As[passes.Group](w.B, "groups")[2].Cold = passes.ResetBack // as a step that starts it leaves it
	density(w)[w.Cell(20, 5, 0)] = 0
	w.Run(Cost{})
	if pairs := woken(w); !slices.Contains(pairs, [2]uint32{2, 1}) {
		t.Errorf("%v are woken, want group 2 with them, which starts", pairs)
	}
}

// Pages to which a group's potential has not come are not woken, unless an open step leads to where it has.
func TestIslandsAreNotWoken(t *testing.T) {
	w := crowded()
	w.Each(func(c uint32, i, _, _ int) {
		if i >= 16 {
			w.B.F32("potential")[c] = passes.Inf // of group 0
		}
	})
	for _, k := range []struct {
		column int
		room   float32 // in the first column of the middle page: without any it is shut off from the first page
		want   [][2]uint32
	}{
		{20, 0, [][2]uint32{{1, 1}, {2, 1}}}, {40, 0, [][2]uint32{{1, 2}, {2, 2}}},
		{20, 0.5, [][2]uint32{{0, 1}, {1, 1}, {2, 1}}}, {40, 0.5, [][2]uint32{{1, 2}, {2, 2}}},
	} {
		for j := range 16 {
			w.B.F32("clearance")[w.Cell(16, j, 0)] = k.room
		}
		w.Run(Cost{})
		woken(w)
		density(w)[w.Cell(k.column, 5, 0)] = 6
		w.Run(Cost{})
		if pairs := woken(w); !slices.Equal(pairs, k.want) {
			t.Errorf("with %g m of room a change in column %d wakes %v, want %v", k.room, k.column, pairs, k.want)
		}
		stand(w)
	}
}
