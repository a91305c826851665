package bake

import (
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// dense fills the images that the paging reads at random: some tiles with floor, links to any layer.
func dense(r *rand.Rand, w, h, layers int) *scene {
	s := newScene(w, h, 0.25)
	s.Layers, s.Entities, s.Triangles, s.b = uint32(layers), 2, 2, passes.NewBuffers()
	s.b.Alloc(s.Frame, "attributes", "facets", "bakeCounts", "position", "surface", "grid", "goal", "spawn", "discomfort", "connection")
	passes.As[Attribute](s.b, "attributes")[1].Stair = 77
	passes.As[Facet](s.b, "facets")[1].Entity = 1 | Closed
	grid := s.b.Image("grid")
	eachTexel(s, func(i, j, k int) {
		s.b.Image("surface").SetU32(i, j, k, 1+uint32(r.IntN(2)))
		s.b.Image("position").SetVec4(i, j, k, [4]float32{0, r.Float32(), 0, 1})
		s.b.Image("goal").SetU32(i, j, k, reversed(uint32(r.IntN(numbers))))
		s.b.Image("spawn").SetU32(i, j, k, reversed(uint32(r.IntN(numbers))))
		s.b.Image("discomfort").SetF32(i, j, k, r.Float32())
		flag := uint32(GridSteep + r.IntN(5))
		if (i/16+j/16)%3 != 1 && r.IntN(3) == 0 || i == 0 && j == 0 && k == 0 {
			flag = GridWalkable
		}
		grid.SetU32(i, j, k, flag)
	})
	eachTexel(s, func(i, j, k int) {
		c := [4]int32{-1, -1, -1, -1}
		for d := range c {
			layer, n := r.IntN(layers), [2]int{i + directions[d][0], j + directions[d][1]}
			if n[0] < 0 || n[1] < 0 || n[0] >= w || n[1] >= h {
				continue
			}
			if flag := grid.U32(n[0], n[1], layer); flag == GridWalkable || flag == GridInside {
				c[d] = int32(layer)
			}
		}
		s.b.Image("connection").SetI8x4(i, j, k, c)
	})
	return s
}

// Pages are numbered by tile and sheet, and cells are what the images hold at their place.
func TestPagesHoldTheImages(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, size := range [][3]int{{1, 1, 1}, {16, 16, 1}, {17, 16, 2}, {50, 33, 3}, {40, 70, 5}} {
		s := dense(r, size[0], size[1], size[2])
		s.BlockX, s.BlockZ = 32, 64
		s.pages()
		named := 0
		for n, page := range s.b.U32("pageTable") {
			tiles := int(s.TilesX * s.TilesZ)
			tile, sheet := n%tiles, n/tiles
			starts := s.b.U32("tileScan")[tile:]
			if want := starts[0] + uint32(sheet); page != passes.None && page != want || (page != passes.None) != (want < starts[1]) {
				t.Fatalf("%v: sheet %d of tile %d has page %d, want %d to %d", size, sheet, tile, page, starts[0], starts[1])
			}
			if page == passes.None {
				continue
			}
			named++
			if got, want := s.b.UVec4("pages")[page], [4]uint32{uint32(tile)%s.TilesX + 2, uint32(tile)/s.TilesX + 4, uint32(sheet), 0}; got != want {
				t.Fatalf("%v: page %d is %v, want %v", size, page, got, want)
			}
		}
		if named != int(s.Pages) {
			t.Fatalf("%v: the table names %d of %d pages", size, named, s.Pages)
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

// at is the cell of a walkable texel.
func (s *scene) at(i, j, layer int) uint32 {
	return passes.CellAt(s.Frame, s.b.U32("pageTable"), i, j, int(s.b.Image("sheet").U32(i, j, layer)&^laid))
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
		c := s.at(i, j, k)
		if x, z := passes.Column(s.b.UVec4("pages"), c); x != i+int(s.BlockX) || z != j+int(s.BlockZ) {
			t.Fatalf("the cell of column (%d, %d) says (%d, %d)", i, j, x, z)
		}
		stair := map[uint32]uint32{1: 0, 2: 77}[s.b.Image("surface").U32(i, j, k)]
		if s.b.F32("height")[c] != s.b.Image("position").Vec4(i, j, k)[1] || s.b.U32("cellStair")[c] != stair ||
			s.b.U32("cellZone")[c] != reversed(s.b.Image("goal").U32(i, j, k))|reversed(s.b.Image("spawn").U32(i, j, k))<<16 ||
			s.b.F32("cellDiscomfort")[c] != s.b.Image("discomfort").F32(i, j, k) {
			t.Fatalf("cell (%d, %d, %d) does not hold what the images do", i, j, k)
		}
		for d, layer := range s.b.Image("connection").I8x4(i, j, k) {
			got, want := s.b.UVec4("floorLinks")[c][d], uint32(passes.None)
			if x, z := i+directions[d][0], j+directions[d][1]; layer >= 0 {
				if want = Inside; s.b.Image("grid").U32(x, z, int(layer)) != GridInside {
					want = s.at(x, z, int(layer))
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
	copy(s.b.F32("height"), []float32{0, 0.25, 1, 2.25})
	s.b.UVec4("floorLinks")[0] = [4]uint32{passes.None, 1, passes.None, passes.None}
	s.b.UVec4("floorLinks")[1] = [4]uint32{3, 2, Inside, 0}
	s.b.UVec4("floorLinks")[2] = [4]uint32{passes.None, Inside, passes.None, 1}
	s.run(Slope{})
	for c, want := range [][2]float32{{0.5, 0}, {1, 4}, {1.5, 0}, {0, 0}} {
		if got := passes.UnpackSlope(s.b.U32("slope")[c]); got != want {
			t.Errorf("cell %d has slope %v, want %v", c, got, want)
		}
	}
}

// neverShares fails where linked pages have one colour.
func (s *scene) neverShares(t *testing.T) {
	t.Helper()
	pages := s.b.UVec4("pages")
	links := s.links()
	for c := range s.Cells {
		a := pages[c/passes.PageCells]
		if a[3] >= s.b.U32("bakeCounts")[CountColours] {
			t.Fatalf("a page has colour %d of %d", a[3], s.b.U32("bakeCounts")[CountColours])
		}
		for _, n := range links.All(c) {
			if n == passes.None || n/passes.PageCells == c/passes.PageCells {
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
			s.Layers, s.Sheets, s.b = layers, layers, passes.NewBuffers()
			s.Pages = s.TilesX * s.TilesZ * layers
			s.Cells = s.Pages * passes.PageCells
			s.b.Alloc(s.Frame, "pageTable", "pages", "links", "bakeCounts", "tileScan")
			for p := range s.b.U32("tileScan") {
				s.b.U32("tileScan")[p] = uint32(p) * layers
			}
			for c := range s.b.U32("links") {
				s.b.U32("links")[c] = passes.NoLinks
			}
			s.run(Assign{})
			links := s.links()
			at := func(i, j int) uint32 {
				return passes.CellAt(s.Frame, s.b.U32("pageTable"), i, j, r.IntN(int(layers)))
			}
			for range 6 * layers {
				i, j := r.IntN(47), r.IntN(32)
				if a, b := at(i, j), at(i+1, j); links.To(a, 1) == passes.None && links.To(b, 3) == passes.None {
					links.Set(a, 1, b)
					links.Set(b, 3, a)
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
