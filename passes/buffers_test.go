package passes_test

import (
	"math"
	"testing"
	"unsafe"

	"throng/passes"
)

// example is a frame with a different size for everything.
var example = passes.Frame{
	Width: 37, Height: 21, Layers: 3, TilesX: 3, TilesZ: 2, Sheets: 3, Upright: 9, Triangles: 11, Zones: 4, Entities: 5,
	Pages: 7, Cells: 7 * passes.PageCells, Groups: 3, Classes: 2, Colours: 4, Rounds: 8, Capacity: 100,
}

func TestSlotsAreOfOnePiece(t *testing.T) {
	seen := map[string]bool{}
	for i := range passes.Slots {
		s := &passes.Slots[i]
		if seen[s.Name] || passes.Find(s.Name) != s || s.Doc == "" {
			t.Errorf("slot %q occurs twice or says nothing", s.Name)
		}
		seen[s.Name] = true
		if (s.Size != nil) != s.Elem.Image() || (s.Count != nil) == s.Elem.Image() {
			t.Errorf("slot %q has the size of another kind", s.Name)
		}
		b := passes.NewBuffers()
		b.Alloc(&example, s.Name)
		if got := len(b.U32(s.Name)); got == 0 || !s.Elem.Image() && 4*got != s.Bytes(&example) {
			t.Errorf("slot %q has %d words, %d bytes on the device", s.Name, got, s.Bytes(&example))
		}
		if b.Free(s.Name); b.Has(s.Name) {
			t.Errorf("slot %q is not freed", s.Name)
		}
	}
}

func TestSlotSizesOfOneAndNothing(t *testing.T) {
	for s, want := range map[string]int{"pieces": 1, "walls": 1} { // a buffer of no bytes cannot be bound
		if n := passes.Find(s).Count(&passes.Frame{}); n != want {
			t.Errorf("an empty slot %q has %d elements, want %d", s, n, want)
		}
	}
	// Planes beyond 2³² cells are counted in full, so that the limit of a device's buffers is noticed.
	huge := passes.Frame{Groups: 64, Classes: 64, Cells: 1 << 27, Pages: 1 << 19, Colours: 2}
	for _, s := range []string{"cost", "velocity"} {
		if n := passes.Find(s).Count(&huge); n != 1<<33 {
			t.Errorf("64 planes of 2²⁷ cells of %q have %d elements", s, n)
		}
	}
	for n, want := range map[int]int{0: 0, 1: 1, 1024: 1, 1025: 2, 100003: 98} {
		if got := passes.ScanBlocks(n); got != want {
			t.Errorf("ScanBlocks(%d) = %d, want %d", n, got, want)
		}
	}
	// The scratch of the scans holds the blocks of each.
	for _, f := range []passes.Frame{{Cells: 5000}, {Triangles: 5000}, {TilesX: 50, TilesZ: 100}} {
		if got := passes.Find("scanBlocks").Count(&f); got != 5 {
			t.Errorf("5001 counts have %d blocks, want 5", got)
		}
	}
}

func TestUnknownSlotsPanic(t *testing.T) {
	for name, do := range map[string]func(){
		"Find": func() { passes.Find("wals") },
		"U32":  func() { passes.NewBuffers().U32("walls") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s accepts a slot that is not there", name)
				}
			}()
			do()
		}()
	}
}

func TestRecordsHaveTheirSizes(t *testing.T) {
	for name, c := range map[string][2]uintptr{
		"Class": {unsafe.Sizeof(passes.Class{}), 16}, "Group": {unsafe.Sizeof(passes.Group{}), 16},
		"Command": {unsafe.Sizeof(passes.Command{}), 80}, "Tally": {unsafe.Sizeof(passes.Tally{}), 80},
		"StepData": {unsafe.Sizeof(passes.StepData{}), 32},
	} {
		if c[0] != c[1] {
			t.Errorf("%s has %d bytes, want %d", name, c[0], c[1])
		}
	}
	f := passes.Frame{Width: 0x01020304}
	if b := f.Bytes(); len(b)%4 != 0 || b[0] != 4 || b[3] != 1 {
		t.Errorf("the frame starts with the bytes %v", b[:4])
	}
}

func TestImageTexelsAreApart(t *testing.T) {
	b := passes.NewBuffers()
	b.Alloc(&example, "position", "grid", "discomfort", "connection")
	position, grid, discomfort, connection := b.Image("position"), b.Image("grid"), b.Image("discomfort"), b.Image("connection")
	each := func(do func(i, j, k int, n uint32)) {
		for k := range 3 {
			for j := range 21 {
				for i := range 37 {
					do(i, j, k, uint32((k*100+j)*100+i))
				}
			}
		}
	}
	each(func(i, j, k int, n uint32) {
		position.SetVec4(i, j, k, [4]float32{float32(n), 1, float32(i), float32(k)})
		grid.SetU32(i, j, k, n)
		discomfort.SetF32(i, j, k, float32(n)/2)
		connection.SetI8x4(i, j, k, [4]int32{-1, int32(i), int32(j), -int32(k)})
	})
	each(func(i, j, k int, n uint32) {
		if position.Vec4(i, j, k) != [4]float32{float32(n), 1, float32(i), float32(k)} || grid.U32(i, j, k) != n ||
			discomfort.F32(i, j, k) != float32(n)/2 || connection.I8x4(i, j, k) != [4]int32{-1, int32(i), int32(j), -int32(k)} {
			t.Fatalf("texel (%d, %d, %d) is not what was written", i, j, k)
		}
	})
	grid.Clear(1)
	each(func(i, j, k int, n uint32) {
		if got := grid.U32(i, j, k); (k == 1) != (got == 0) && n != 0 {
			t.Fatalf("clearing layer 1 leaves %d in layer %d", got, k)
		}
	})
}

// A cell's column and layer lead back to it, and its centre lies in its column.
func TestCellsAndColumns(t *testing.T) {
	f := example
	f.Cell = 0.3
	b := passes.NewBuffers()
	b.Alloc(&f, "pageTable", "pages")
	table, pages := b.U32("pageTable"), b.UVec4("pages")
	for tile := range table {
		table[tile] = passes.None
	}
	for p := range pages {
		tile := 2 * p
		table[tile] = uint32(p)
		pages[p] = [4]uint32{uint32(tile) % 3, uint32(tile) / 3 % 2, uint32(tile) / 6, 0}
	}
	for c := range f.Cells {
		i, j := passes.Column(pages, c)
		if got := passes.CellAt(&f, table, i, j, int(pages[c/passes.PageCells][2])); got != c {
			t.Fatalf("the cell of column (%d, %d) is %d, want %d", i, j, got, c)
		}
		at := passes.Centre(&f, pages, c)
		for axis, k := range [2]int{i, j} {
			if math.Abs(float64(at[axis])-0.3*(float64(k)+0.5)) > 1e-5 {
				t.Fatalf("cell %d of column (%d, %d) has its centre at %v", c, i, j, at)
			}
		}
	}
	if passes.CellAt(&f, table, 17, 3, 0) != passes.None {
		t.Error("a tile without a page has cells")
	}
}

func TestDeclarations(t *testing.T) {
	got := passes.Bindings(passes.Reads("a", "b"), passes.Writes("c"), passes.Updates("d"), passes.Fetches("e"))
	want := []passes.Binding{{"frame", passes.Read, false}, {"a", passes.Read, false}, {"b", passes.Read, false}, {"c", passes.Write, false}, {"d", passes.ReadWrite, false}, {"e", passes.Read, true}}
	for i := range want {
		if len(got) != len(want) || got[i] != want[i] {
			t.Fatalf("the bindings are %v, want %v", got, want)
		}
	}
	for a, s := range map[passes.Access]string{0: "-", passes.Read: "r", passes.Write: "w", passes.ReadWrite: "rw"} {
		if a.String() != s {
			t.Errorf("access %d is printed as %q, want %q", a, a, s)
		}
	}
}
