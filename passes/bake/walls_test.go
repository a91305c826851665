package bake

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// turned are the angles at which walls are put up, in degrees, and offsets the places of the wall's middle in a cell.
var turned, offsets = func() (a []float64, o [][2]float64) {
	for k := range 13 {
		a = append(a, 7.5*float64(k))
	}
	for k := range 4 {
		o = append(o, [2]float64{0.25 * float64(k) / 4, 0}, [2]float64{0.031 + 0.25*float64(k)/4, 0.127})
	}
	return a, o
}()

// wall is a straight line of the plan through a point.
type wall struct{ x, z, cos, sin float64 }

func (w wall) at(along, aside float64) (x, z float64) {
	return w.x + along*w.cos - aside*w.sin, w.z + along*w.sin + aside*w.cos
}

// beyond is the distance of a point from the wall, negative on its near side.
func (w wall) beyond(x, z float64) float64 { return (z-w.z)*w.cos - (x-w.x)*w.sin }

// walled is a floor of 5 × 5 m with whatever build puts along a wall.
func walled(degrees float64, offset [2]float64, build func(*scene, wall)) (*scene, wall) {
	s := newScene(22, 22, 0.25).entity(solid)
	s.floor(0.25, 0.25, 5.25, 5.25, 0, 0)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w := wall{2.75 + offset[0], 2.75 + offset[1], cos, sin}
	build(s, w)
	s.bake()
	return s, w
}

// sheetAlong puts a wall without thickness from a to b along w.
func sheetAlong(s *scene, w wall, a, b, low, high float64) {
	x0, z0 := w.at(a, 0)
	x1, z1 := w.at(b, 0)
	s.sheet(x0, z0, x1, z1, low, high)
}

// boxAlong puts a wall of 0.1 m from a to b along w.
func boxAlong(s *scene, w wall, a, b, low, high float64) {
	var plan [4][2]float64
	for k, p := range [4][2]float64{{a, -0.05}, {a, 0.05}, {b, 0.05}, {b, -0.05}} {
		plan[k][0], plan[k][1] = w.at(p[0], p[1])
	}
	s.box(plan, low, high)
}

var forms = map[string]func(s *scene, w wall, a, b, low, high float64){"sheet": sheetAlong, "box": boxAlong}

// eachWall tries every form, angle and offset.
func eachWall(t *testing.T, do func(t *testing.T, put func(*scene, wall, float64, float64, float64, float64), degrees float64, offset [2]float64)) {
	for name, put := range forms {
		for _, a := range turned {
			t.Run(fmt.Sprintf("%s/%g", name, a), func(t *testing.T) {
				for _, o := range offsets {
					do(t, put, a, o)
				}
			})
		}
	}
}

// side is a cell on the near or far side of a wall.
func (s *scene) side(t *testing.T, w wall, aside float64) uint32 {
	x, z := w.at(0, aside)
	return s.cell(t, int(x/0.25), int(z/0.25), 0)
}

func TestThinWallsDoNotLeak(t *testing.T) {
	eachWall(t, func(t *testing.T, put func(*scene, wall, float64, float64, float64, float64), degrees float64, offset [2]float64) {
		s, w := walled(degrees, offset, func(s *scene, w wall) { put(s, w, -9, 9, 0, 2.5) })
		s.mutual(t)
		reached := s.flood(s.side(t, w, -1.2), 0)
		for c := range reached {
			if x, z := s.centre(c); s.b.F32("height")[c] == 0 && w.beyond(x, z) > 1e-6 {
				t.Fatalf("the wall at offset %v leaks to (%g, %g)", offset, x, z)
			}
		}
		if len(reached) < 60 {
			t.Fatalf("only %d cells are on the near side", len(reached))
		}
	})
}

// A wall of many triangles with T-junctions and hairline cracks holds as well.
func TestCrackedWallsDoNotLeak(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	eachWall(t, func(t *testing.T, put func(*scene, wall, float64, float64, float64, float64), degrees float64, offset [2]float64) {
		s, w := walled(degrees, offset, func(s *scene, w wall) {
			for a := -5.0; a < 5; {
				b := a + 0.05 + 0.9*r.Float64()
				mid := 1.2 + 0.4*r.Float64()
				put(s, w, a+0.002, b, 0, mid) // gaps of 2 mm, under the 5 mm that count as closed
				put(s, w, a, b+0.1, mid, 2.5)
				a = b
			}
		})
		for c := range s.flood(s.side(t, w, -1.2), 0) {
			if x, z := s.centre(c); s.b.F32("height")[c] == 0 && w.beyond(x, z) > 1e-6 {
				t.Fatalf("the cracked wall at offset %v leaks to (%g, %g)", offset, x, z)
			}
		}
	})
}

// A door of 0.9 m lets people of radius 0.2 m through, wherever it lies in the grid.
func TestDoorsStayOpen(t *testing.T) {
	eachWall(t, func(t *testing.T, put func(*scene, wall, float64, float64, float64, float64), degrees float64, offset [2]float64) {
		s, w := walled(degrees, offset, func(s *scene, w wall) {
			put(s, w, -9, -0.45, 0, 2.5)
			put(s, w, 0.45, 9, 0, 2.5)
			put(s, w, -0.45, 0.45, 2, 2.5) // the lintel
		})
		s.mutual(t)
		if !s.flood(s.side(t, w, -1.2), 0.2)[s.side(t, w, 1.2)] {
			t.Fatalf("the door at offset %v is closed", offset)
		}
	})
}

// What lies below a step or above the heads blocks nobody; what reaches between does.
func TestRisersAndLintels(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		open      bool
	}{{0, 0.2, true}, {0, 0.24, true}, {0, 0.3, false}, {1.9, 2.5, true}, {1.7, 2.5, false}, {0.3, 0.4, false}, {1, 1.01, false}} {
		for _, degrees := range turned {
			s, w := walled(degrees, [2]float64{0.04, 0.11}, func(s *scene, w wall) { sheetAlong(s, w, -9, 9, c.low, c.high) })
			if got := s.flood(s.side(t, w, -1.2), 0.2)[s.side(t, w, 1.2)]; got != c.open {
				t.Errorf("a sheet from %g to %g m at %g° is open: %v, want %v", c.low, c.high, degrees, got, c.open)
			}
		}
	}
}

// Walls and handrails on a ramp hold like those on the level, and those of the storey above are not there.
func TestWallsOnARamp(t *testing.T) {
	const slope = 0.7
	for _, degrees := range turned {
		for _, o := range offsets {
			for _, above := range []float64{0, 3} {
				s := newScene(22, 22, 0.25).entity(solid)
				s.floor(0.25, 0.25, 5.25, 5.25, 0, 5*slope)
				sin, cos := math.Sincos(degrees * math.Pi / 180)
				w := wall{2.75 + o[0], 2.75 + o[1], cos, sin}
				x0, z0 := w.at(-9, 0)
				x1, z1 := w.at(9, 0)
				y0, y1 := above+slope*(x0-0.25), above+slope*(x1-0.25)
				s.quad(point{x0, y0, z0}, point{x1, y1, z1}, point{x1, y1 + 0.9, z1}, point{x0, y0 + 0.9, z0})
				s.bake()
				s.mutual(t)
				x, z := w.at(0, -1.2)
				reached := s.flood(s.cell(t, int(x/0.25), int(z/0.25), slope*x), 0)
				beyond := 0
				for c := range reached {
					if x, z := s.centre(c); w.beyond(x, z) > 1e-6 {
						beyond++
					}
				}
				if (beyond > 0) != (above > 0) {
					t.Fatalf("a wall at %g° and offset %v, %g m above the ramp: %d cells beyond it are reached", degrees, o, above, beyond)
				}
			}
		}
	}
}

// Among random thin walls a link stays exactly where the way between the centres keeps clear of them all.
func TestLinksAreTheClearWays(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 8))
	cut, kept := 0, 0
	for range 25 {
		s := newScene(24, 20, 0.25).entity(solid)
		s.floor(0.25, 0.25, 5.75, 4.75, 0, 0)
		var walls []passes.Segment
		for range 12 {
			x, z := 0.3+5.4*r.Float64(), 0.3+4.4*r.Float64()
			q := passestest.Segment{x, z, x + 2*r.Float64() - 1, z + 2*r.Float64() - 1}
			walls = append(walls, passes.Segment{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])})
			s.sheet(q[0], q[1], q[2], q[3], 0, 2)
		}
		s.bake()
		for c, to := range s.b.UVec4("floorLinks") {
			for d, n := range to {
				if n == passes.None {
					continue
				}
				x, z := s.centre(uint32(c))
				dx, dz := 0.25*float64(directions[d][0]), 0.25*float64(directions[d][1])
				gap := float32(math.Inf(1))
				for _, q := range walls {
					gap = min(gap, passes.Gap(q, passes.Segment{float32(x), float32(z), float32(x + dx), float32(z + dz)}))
				}
				if math.Abs(float64(gap)-crack*0.25) < 1e-5 {
					continue // too close to call
				}
				open := s.link(uint32(c), d) == n
				if open != (gap > crack*0.25) {
					t.Fatalf("the link from (%g, %g) in direction %d is open: %v, %g m from a wall", x, z, d, open, gap)
				}
				if open {
					kept++
				} else {
					cut++
				}
			}
		}
	}
	if cut < 1000 || kept < 10000 {
		t.Errorf("%d links were cut and %d kept: the test shows little", cut, kept)
	}
}

// Clearance is the distance to the nearest wall or floor edge, up to the reach, and the lists hold all that matters.
func TestClearanceIsTheDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 7))
	for scene := range 25 {
		s := newScene(24, 20, 0.25).entity(solid)
		s.floor(0.25, 0.25, 5.75, 4.75, 0, 0)
		walls := []passestest.Segment{{0.25, 0.25, 5.75, 0.25}, {0.25, 4.75, 5.75, 4.75}, {0.25, 0.25, 0.25, 4.75}, {5.75, 0.25, 5.75, 4.75}}
		for range 1 + scene/2 {
			x, z := 0.5+5*r.Float64(), 0.5+4*r.Float64()
			q := passestest.Segment{x, z, min(max(x+2*r.Float64()-1, 0.3), 5.7), min(max(z+2*r.Float64()-1, 0.3), 4.7)}
			walls = append(walls, q)
			s.sheet(q[0], q[1], q[2], q[3], 0, 2)
		}
		s.bake()
		lists := passes.NewWalls(s.Frame, s.b)
		for c, flag := range s.b.U32("cellFlag") {
			if flag&CellWalkable == 0 {
				if s.b.F32("clearance")[c] != passes.NoFloor {
					t.Fatalf("a cell without floor has clearance %g", s.b.F32("clearance")[c])
				}
				continue
			}
			x, z := s.centre(uint32(c))
			want := float64(s.Reach)
			for _, q := range walls {
				want = min(want, q.Gap(x, z))
			}
			got := float64(s.b.F32("clearance")[c])
			if got == float64(passes.Covered) && want < 2*crack*0.25 {
				continue // the centre touches a wall
			}
			if math.Abs(got-want) > 1e-5 {
				t.Fatalf("scene %d: the clearance at (%g, %g) is %g, want %g", scene, x, z, got, want)
			}
			// Anywhere in the cell, the listed walls give the distance too.
			px, pz := x+0.25*(r.Float64()-0.5), z+0.25*(r.Float64()-0.5)
			want, got = float64(s.Reach), float64(s.Reach)
			for _, q := range walls {
				want = min(want, q.Gap(px, pz))
			}
			for q := range lists.Around(uint32(c)) {
				got = min(got, float64(passes.Distance(q, float32(px), float32(pz))))
			}
			if unit := float64(s.Reach+s.Frame.Cell) / 32767; math.Abs(got-want) > 1e-5+unit {
				t.Fatalf("scene %d: the walls listed at (%g, %g) are %g m off, want %g", scene, px, pz, got, want)
			}
		}
	}
}

// Walls around a corner are in reach on whichever of the two ways round there is floor.
func TestWallsAroundACorner(t *testing.T) {
	for _, gap := range [][2]float64{{1, 0}, {0, 1}} {
		s := newScene(12, 12, 0.25).entity(solid)
		for j := range 10 {
			for i := range 10 {
				x, z := 0.25*float64(i+1), 0.25*float64(j+1)
				if [2]float64{float64(i - 4), float64(j - 4)} != gap {
					s.floor(x, z, x+0.25, z+0.25, 0, 0)
				}
			}
		}
		s.sheet(1.6, 1.55, 1.6, 1.7, 0, 2) // in the cell diagonally from that of column (5, 5)
		s.bake()
		c, found := s.cell(t, 5, 5, 0), false
		lists := passes.NewWalls(s.Frame, s.b)
		for q := range lists.Around(c) {
			const unit = 3e-5 // and a rounding
			found = found || math.Abs(float64(q[0])-1.6) < 1e-5+unit && math.Abs(float64(q[2])-1.6) < 1e-5+unit
		}
		if !found {
			t.Errorf("with no floor at %v the wall around the corner is not known", gap)
		}
	}
}

// Floor under a block is covered: nobody stands there and nothing links to it.
func TestCoveredFloorIsClosed(t *testing.T) {
	for _, block := range []struct {
		what Attribute
		high float64
	}{{solid, 2.5}, {solid, 1}, {obstacle, 1}, {obstacle, 2.5}} {
		s := newScene(16, 16, 0.25).entity(solid)
		s.floor(0.25, 0.25, 3.75, 3.75, 0, 0)
		s.entity(block.what).box([4][2]float64{{1.1, 1.1}, {1.1, 2.9}, {2.9, 2.9}, {2.9, 1.1}}, 0, block.high)
		s.bake()
		s.mutual(t)
		for c := range s.flood(s.cell(t, 2, 2, 0), 0.01) {
			if x, z := s.centre(c); x > 1.1 && x < 2.9 && z > 1.1 && z < 2.9 {
				t.Fatalf("role %d: the floor leads into the block at (%g, %g)", block.what.Role, x, z)
			}
		}
		if got, want := s.b.F32("clearance")[s.cell(t, 3, 8, 0)], 1.1-0.875; math.Abs(float64(got)-want) > 1e-5 {
			t.Errorf("role %d: the clearance beside the block is %g, want %g", block.what.Role, got, want)
		}
	}
}

// The rows of a triangle cover its plan box, and pieces come out in one order whatever the order of the triangles.
func TestPiecesDoNotDependOnTheOrder(t *testing.T) {
	build := func(order []int) *scene {
		s := newScene(20, 20, 0.25).entity(solid)
		s.floor(0.25, 0.25, 4.75, 4.75, 0, 0)
		for _, k := range order {
			a := float64(k)
			s.sheet(1+0.2*a, 1, 4-0.3*a, 4, 0, 2)
		}
		s.bake()
		return s
	}
	a, b := build([]int{0, 1, 2, 3, 4}), build([]int{3, 1, 4, 0, 2})
	for _, slot := range []string{"pieceStart", "pieces", "wallStart", "pageWalls", "walls", "links", "clearance"} {
		x, y := a.b.U32(slot), b.b.U32(slot)
		for i := range x {
			if x[i] != y[i] {
				t.Fatalf("%s depends on the order of the triangles", slot)
			}
		}
	}
}

// Clipping keeps what is on the right side: areas of a cut add up to the whole.
func TestClipSplitsAreas(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 3))
	area := func(g polygon) (a float64) {
		for i, p := range g {
			q := g[(i+1)%len(g)]
			a += float64(p[0])*float64(q[2]) - float64(p[2])*float64(q[0])
		}
		return a / 2
	}
	for range 5000 {
		g := polygon{}
		for range 3 {
			g = append(g, [3]float32{r.Float32(), r.Float32(), r.Float32()})
		}
		for range 6 {
			n, w := [3]float32{r.Float32() - 0.5, 0, r.Float32() - 0.5}, r.Float32()-0.5
			kept, rest := g.clip(n, w), g.clip([3]float32{-n[0], 0, -n[2]}, -w)
			if math.Abs(area(kept)+area(rest)-area(g)) > 1e-6 {
				t.Fatalf("the halves of %v have areas %g and %g of %g", g, area(kept), area(rest), area(g))
			}
			if len(kept) > len(g)+1 {
				t.Fatalf("a cut adds %d corners", len(kept)-len(g))
			}
			if g = kept; len(rest) > len(kept) {
				g = rest
			}
		}
	}
}
