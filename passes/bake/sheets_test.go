package bake

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// parts are the connected parts of each tile, found by flooding: a number for every walkable texel.
func (s *scene) parts() (part map[[3]int]int, members [][][3]int) {
	part = map[[3]int]int{}
	ways := map[[3]int][][3]int{} // a connection joins whichever way it goes
	grid := s.b.Image("grid")
	eachTexel(s, func(i, j, k int) {
		for d, layer := range s.b.Image("connection").I8x4(i, j, k) {
			a, b := [3]int{i, j, k}, [3]int{i + directions[d][0], j + directions[d][1], int(layer)}
			if layer >= 0 && a[0]/16 == b[0]/16 && a[1]/16 == b[1]/16 && grid.U32(i, j, k) == GridWalkable && grid.U32(b[0], b[1], b[2]) == GridWalkable {
				ways[a], ways[b] = append(ways[a], b), append(ways[b], a)
			}
		}
	})
	eachTexel(s, func(i, j, k int) {
		if _, ok := part[[3]int{i, j, k}]; ok || grid.U32(i, j, k) != GridWalkable {
			return
		}
		n := len(members)
		members = append(members, nil)
		part[[3]int{i, j, k}] = n
		for next := [][3]int{{i, j, k}}; len(next) > 0; {
			at := next[len(next)-1]
			next, members[n] = next[:len(next)-1], append(members[n], at)
			for _, to := range ways[at] {
				if _, ok := part[to]; !ok {
					part[to] = n
					next = append(next, to)
				}
			}
		}
	})
	return part, members
}

// sheetsHold fails where two cells of a column share a sheet, a part that does not overlap itself is torn, or a tile has
// fewer sheets than floors above each other or more than parts could need.
func (s *scene) sheetsHold(t *testing.T) (torn int) {
	t.Helper()
	sheet := func(at [3]int) uint32 {
		word := s.b.Image("sheet").U32(at[0], at[1], at[2])
		if word&laid == 0 || word&^laid >= s.Sheets {
			t.Fatalf("texel %v is on sheet %#x of %d", at, word, s.Sheets)
		}
		return word &^ laid
	}
	part, members := s.parts()
	above, most := map[[3]int]bool{}, map[[2]int]int{}
	for at := range part {
		key := [3]int{at[0], at[1], int(sheet(at))}
		if above[key] {
			t.Fatalf("two cells of column (%d, %d) are on sheet %d", at[0], at[1], key[2])
		}
		above[key] = true
		n := 0
		for k := range int(s.Layers) {
			if _, ok := part[[3]int{at[0], at[1], k}]; ok {
				n++
			}
		}
		most[[2]int{at[0] / 16, at[1] / 16}] = max(most[[2]int{at[0] / 16, at[1] / 16}], n)
	}
	for _, m := range members {
		columns, sheets := map[[2]int]bool{}, map[uint32]bool{}
		for _, at := range m {
			columns[[2]int{at[0], at[1]}], sheets[sheet(at)] = true, true
		}
		if len(columns) < len(m) {
			torn++
		} else if len(sheets) != 1 {
			t.Fatalf("a part of %d cells that does not overlap itself is on %d sheets", len(m), len(sheets))
		}
	}
	for tile := range int(s.TilesX * s.TilesZ) {
		at := [2]int{tile % int(s.TilesX), tile / int(s.TilesX)}
		if n := int(s.b.U32("tileScan")[tile+1] - s.b.U32("tileScan")[tile]); n < most[at] || (n > 0) != (most[at] > 0) {
			t.Fatalf("tile %v has %d sheets for %d floors above each other", at, n, most[at])
		}
	}
	return torn
}

// join connects the walkable texels anew and mutually, n of 40 of the ways there could be: many small parts or few large ones.
func (s *scene) join(r *rand.Rand, n int) {
	m, grid := s.b.Image("connection"), s.b.Image("grid")
	eachTexel(s, func(i, j, k int) { m.SetI8x4(i, j, k, [4]int32{-1, -1, -1, -1}) })
	eachTexel(s, func(i, j, k int) {
		for d := range 2 {
			x, z, l := i+directions[d][0], j+directions[d][1], r.IntN(int(s.Layers))
			if x >= int(s.Width) || z >= int(s.Height) || r.IntN(40) >= n || grid.U32(i, j, k) != GridWalkable || grid.U32(x, z, l) != GridWalkable {
				continue
			}
			c, to := m.I8x4(i, j, k), m.I8x4(x, z, l)
			if to[d+2] < 0 {
				c[d], to[d+2] = int32(l), int32(k)
				m.SetI8x4(i, j, k, c)
				m.SetI8x4(x, z, l, to)
			}
		}
	})
}

// In images of any content, no two cells of a column share a sheet and what is connected stays together.
func TestSheetsOfRandomImages(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 1))
	torn := 0
	for _, size := range [][3]int{{1, 1, 1}, {16, 16, 2}, {17, 40, 3}, {40, 33, 6}, {16, 16, 60}} {
		for range 3 {
			s := dense(r, size[0], size[1], size[2])
			s.join(r, r.IntN(40))
			s.pages()
			torn += s.sheetsHold(t)
			pagesMatch(t, s)
		}
	}
	if torn == 0 {
		t.Error("no part overlapped itself")
	}
}

// Floors that do not overlap share a page even on different layers; floors above each other do not.
func TestSheetsShare(t *testing.T) {
	s := newScene(16, 16, 0.25).entity(solid)
	s.floor(0, 0, 4, 2, 0, 0)   // layer 0 in half of the columns, layer 1 under what follows
	s.floor(0, 2.5, 4, 4, 3, 3) // beside it, on a layer of its own
	s.floor(1, 0, 2, 1, 3, 3)   // above a part of the first
	s.layers()
	s.run(Connect{})
	s.pages()
	if s.sheetsHold(t); s.Sheets != 2 || s.Pages != 2 {
		t.Errorf("two floors above each other take %d sheets and %d pages, want 2", s.Sheets, s.Pages)
	}
}

// A spiral overlaps itself: it takes as many sheets as it has floors above each other, and its ways hold.
func TestSheetsOfASpiral(t *testing.T) {
	const turns, treads, rise = 4, 24, 0.12
	s := newScene(18, 18, 0.25).entity(walkable)
	for n := range turns * treads {
		a, b := 2*math.Pi*float64(n)/treads, 2*math.Pi*float64(n+1)/treads
		at := func(angle, radius float64) point {
			return point{2.25 + radius*math.Cos(angle), rise * float64(n), 2.25 + radius*math.Sin(angle)}
		}
		s.quad(at(a, 0.3), at(b, 0.3), at(b, 2), at(a, 2))
	}
	s.Top = turns * treads * rise
	s.DepthScale = 1 / (s.Top + 2)
	s.bake()
	if torn := s.sheetsHold(t); torn == 0 {
		t.Error("no part of the spiral overlaps itself")
	}
	s.mutual(t)
	top, bottom := uint32(passes.None), uint32(passes.None)
	for c, flag := range s.b.U32("cellFlag") {
		y := s.b.F32("height")
		if flag&CellWalkable != 0 && (top == passes.None || y[c] > y[top]) {
			top = uint32(c)
		}
		if flag&CellWalkable != 0 && (bottom == passes.None || y[c] < y[bottom]) {
			bottom = uint32(c)
		}
	}
	if !s.flood(bottom, 0)[top] {
		t.Errorf("the spiral does not lead from %g to %g m", s.b.F32("height")[bottom], s.b.F32("height")[top])
	}
	if s.Sheets > turns+1 {
		t.Errorf("a spiral of %d turns takes %d sheets", turns, s.Sheets)
	}
}
