package bake

import (
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// Pages are numbered by layer, row and column of their tiles, and cells are what the images hold at their place.
func TestPagesHoldTheImages(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, size := range [][3]int{{1, 1, 1}, {16, 16, 1}, {17, 16, 2}, {50, 33, 3}, {40, 70, 5}} {
		s := newScene(size[0], size[1], 0.25)
		s.Layers, s.Entities, s.b = uint32(size[2]), 2, passes.NewBuffers()
		s.b.Alloc(s.Frame, "attributes", "position", "surface", "grid", "zone", "discomfort", "connection")
		passes.As[Attribute](s.b, "attributes")[1].Stair = 77
		grid, position, surface := s.b.Image("grid"), s.b.Image("position"), s.b.Image("surface")
		occupied := map[[3]int]bool{}
		eachTexel(s, func(i, j, k int) {
			grid.SetU32(i, j, k, GridEmpty)
			surface.SetU32(i, j, k, 1+uint32(r.IntN(2)))
			position.SetVec4(i, j, k, [4]float32{0, r.Float32(), 0, 1})
			s.b.Image("zone").SetU32(i, j, k, r.Uint32())
			s.b.Image("discomfort").SetF32(i, j, k, r.Float32())
			if (i/16+j/16+k)%3 == 0 && r.IntN(20) == 0 || i == 0 && j == 0 && k == 0 {
				grid.SetU32(i, j, k, GridWalkable)
				occupied[[3]int{k, j / 16, i / 16}] = true
			} else if r.IntN(9) == 0 {
				grid.SetU32(i, j, k, uint32(GridSteep+r.IntN(5)))
			}
		})
		eachTexel(s, func(i, j, k int) {
			c := [4]int32{-1, -1, -1, -1}
			for d := range c {
				layer, n := r.IntN(size[2]), [2]int{i + directions[d][0], j + directions[d][1]}
				if n[0] < 0 || n[1] < 0 || n[0] >= size[0] || n[1] >= size[1] {
					continue
				}
				if flag := grid.U32(n[0], n[1], layer); flag == GridWalkable || flag == GridInside {
					c[d] = int32(layer)
				}
			}
			s.b.Image("connection").SetI8x4(i, j, k, c)
		})
		s.pages()
		if int(s.Pages) != len(occupied) {
			t.Fatalf("%v: %d pages, want %d", size, s.Pages, len(occupied))
		}
		last := -1
		for p, page := range s.b.UVec4("pages") {
			at := [3]int{int(page[2]), int(page[1]), int(page[0])}
			order := (at[0]*int(s.TilesZ)+at[1])*int(s.TilesX) + at[2]
			if !occupied[at] || order <= last || s.b.U32("pageTable")[order] != uint32(p) {
				t.Fatalf("%v: page %d is the tile %v", size, p, at)
			}
			last = order
		}
		pagesMatch(t, s)
	}
}

func eachTexel(s *scene, do func(i, j, k int)) {
	for k := range int(s.Layers) {
		for j := range int(s.Height) {
			for i := range int(s.Width) {
				do(i, j, k)
			}
		}
	}
}

// pagesMatch compares every cell with the images.
func pagesMatch(t *testing.T, s *scene) {
	t.Helper()
	cells := uint32(0)
	eachTexel(s, func(i, j, k int) {
		if s.b.Image("grid").U32(i, j, k) != GridWalkable {
			return
		}
		cells++
		c := passes.CellAt(s.Frame, s.b.U32("pageTable"), i, j, k)
		if x, z := passes.Column(s.b.UVec4("pages"), c); x != i || z != j {
			t.Fatalf("the cell of column (%d, %d) says (%d, %d)", i, j, x, z)
		}
		stair := map[uint32]uint32{1: 0, 2: 77}[s.b.Image("surface").U32(i, j, k)]
		if s.b.F32("height")[c] != s.b.Image("position").Vec4(i, j, k)[1] || s.b.U32("cellStair")[c] != stair ||
			s.b.U32("cellZone")[c] != s.b.Image("zone").U32(i, j, k) || s.b.F32("cellDiscomfort")[c] != s.b.Image("discomfort").F32(i, j, k) {
			t.Fatalf("cell (%d, %d, %d) does not hold what the images do", i, j, k)
		}
		for d, layer := range s.b.Image("connection").I8x4(i, j, k) {
			got, want := s.b.UVec4("floorLinks")[c][d], uint32(passes.None)
			if x, z := i+directions[d][0], j+directions[d][1]; layer >= 0 {
				want = passes.CellAt(s.Frame, s.b.U32("pageTable"), x, z, int(layer))
				if s.b.Image("grid").U32(x, z, int(layer)) == GridInside {
					want = Inside
				}
			}
			if got != want {
				t.Fatalf("cell (%d, %d, %d) links to %d in direction %d, want %d", i, j, k, got, d, want)
			}
		}
	})
	for c, flag := range s.b.U32("cellFlag") {
		if flag == CellWalkable {
			cells--
		} else if s.b.UVec4("floorLinks")[c] != [4]uint32{passes.None, passes.None, passes.None, passes.None} {
			t.Fatalf("cell %d is no floor but has links", c)
		}
	}
	if cells != 0 {
		t.Errorf("%d cells too few are walkable", int32(cells))
	}
}

// Slope by hand: central between two neighbours, one-sided beside an edge, level where there is none.
func TestSlope(t *testing.T) {
	s := newScene(16, 16, 0.5)
	s.Pages, s.Cells, s.b = 1, passes.PageCells, passes.NewBuffers()
	s.b.Alloc(s.Frame, "floorLinks", "height", "slope")
	none := [4]uint32{passes.None, passes.None, passes.None, passes.None}
	for c := range s.b.UVec4("floorLinks") {
		s.b.UVec4("floorLinks")[c] = none
	}
	copy(s.b.F32("height"), []float32{0, 1, 4, 9})
	s.b.UVec4("floorLinks")[0] = [4]uint32{passes.None, 1, passes.None, passes.None}
	s.b.UVec4("floorLinks")[1] = [4]uint32{3, 2, Inside, 0}
	s.b.UVec4("floorLinks")[2] = [4]uint32{passes.None, Inside, passes.None, 1}
	s.run(Slope{})
	for c, want := range [][2]float32{{2, 0}, {4, 16}, {6, 0}, {0, 0}} {
		if got := s.b.Vec2("slope")[c]; got != want {
			t.Errorf("cell %d has slope %v, want %v", c, got, want)
		}
	}
}

// neverShares fails where linked pages have one colour.
func (s *scene) neverShares(t *testing.T) {
	t.Helper()
	pages := s.b.UVec4("pages")
	for c, to := range s.b.UVec4("links") {
		a := pages[c/passes.PageCells]
		if a[3] >= s.b.U32("bakeCounts")[CountColours] {
			t.Fatalf("a page has colour %d of %d", a[3], s.b.U32("bakeCounts")[CountColours])
		}
		for _, n := range to {
			if n == passes.None || int(n)/passes.PageCells == c/passes.PageCells {
				continue
			}
			if b := pages[n/passes.PageCells]; a[3] == b[3] {
				t.Fatalf("the pages %v and %v are linked and share a colour", a, b)
			}
		}
	}
}

// In random worlds of up to 70 layers with links from any layer to any other, linked pages never share a colour.
func TestLinkedPagesNeverShareAColour(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	for _, layers := range []uint32{1, 2, 3, 8, 33, 70} {
		for range 10 {
			s := newScene(48, 32, 0.25)
			s.Layers, s.b = layers, passes.NewBuffers()
			s.Pages = s.TilesX * s.TilesZ * layers
			s.Cells = s.Pages * passes.PageCells
			s.b.Alloc(s.Frame, "pageTable", "pages", "links", "bakeCounts", "tileScan")
			for p := range s.b.U32("tileScan") {
				s.b.U32("tileScan")[p] = uint32(p)
			}
			links := s.b.UVec4("links")
			for c := range links {
				links[c] = [4]uint32{passes.None, passes.None, passes.None, passes.None}
			}
			s.run(Assign{})
			at := func(i, j int) uint32 {
				return passes.CellAt(s.Frame, s.b.U32("pageTable"), i, j, r.IntN(int(layers)))
			}
			for range 6 * layers {
				i, j := r.IntN(47), r.IntN(32)
				if a, b := at(i, j), at(i+1, j); links[a][1] == passes.None && links[b][3] == passes.None {
					links[a][1], links[b][3] = b, a
				}
			}
			s.run(Conflict{}, Colour{})
			s.neverShares(t)
			if n := s.b.U32("bakeCounts")[CountColours]; n%2 != 0 || n > 2*layers {
				t.Errorf("%d layers take %d colours", layers, n)
			}
		}
	}
}
