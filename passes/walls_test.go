package passes_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"throng/passes"
)

// A stored wall is the part of the segment in the window of its cell, to a step of storing it.
func TestWallsAreStoredAboutTheirCell(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 1))
	f := &passes.Frame{TilesX: 4, TilesZ: 4, Layers: 1, Cell: 0.25, Reach: 0.45, Pages: 16, Cells: 16 * passes.PageCells, Segments: 2}
	b := passes.NewBuffers()
	b.Alloc(f, "pages", "wallStart", "pageWalls", "walls")
	for p := range b.UVec4("pages") {
		b.UVec4("pages")[p] = [4]uint32{uint32(p) % 4, uint32(p) / 4}
	}
	half, step := float64(f.Reach+f.Cell), float64(f.Reach+f.Cell)/32767
	cut := 0
	for range 5000 {
		c := r.Uint32N(f.Cells)
		centre := passes.Centre(f, b.UVec4("pages"), c)
		near := [2]float32{centre[0] + r.Float32() - 0.5, centre[1] + r.Float32() - 0.5} // in the window
		s := passes.Segment{near[0] + 4*r.Float32() - 2, near[1] + 4*r.Float32() - 2}
		s[2], s[3] = 2*near[0]-s[0], 2*near[1]-s[1]
		passes.As[[2]uint32](b, "walls")[1] = passes.PackWall(f, centre, s)
		b.U32("pageWalls")[c/passes.PageCells], b.U32("wallStart")[c] = 0, passes.WallRange(1, 1)
		w := passes.NewWalls(f, b)
		all := slices.Collect(w.Around(c))
		if len(all) != 1 {
			t.Fatalf("cell %d has the walls %v, want one", c, all)
		}
		got := all[0]
		for k := range 17 { // every point of the window is on both or on neither
			x, z := s[0]+float32(k)/16*(s[2]-s[0]), s[1]+float32(k)/16*(s[3]-s[1])
			if max(math.Abs(float64(x-centre[0])), math.Abs(float64(z-centre[1]))) > half {
				cut++
				continue
			}
			if gap := passes.Distance(got, x, z); float64(gap) > step+2e-6 {
				t.Fatalf("(%g, %g) of the wall %v is %g m from %v", x, z, s, gap, got)
			}
		}
		for k := 0; k < 4; k += 2 {
			if gap := passes.Distance(s, got[k], got[k+1]); float64(gap) > step+2e-6 {
				t.Fatalf("the end (%g, %g) is %g m from the wall %v", got[k], got[k+1], gap, s)
			}
		}
	}
	if cut < 1000 {
		t.Errorf("only %d points were cut off: the test shows little", cut)
	}
}
