package bake

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// A mesh covers every texel once, whatever its diagonals and windings, with corners and edges on texel centres.
func TestMeshCoversEveryTexelOnce(t *testing.T) {
	const pitch, patches, size = 3, 7, 21
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		var corner [patches + 1][patches + 1][2]float64
		for j := range corner {
			for i := range corner[j] {
				p := [2]float64{float64(pitch * i), float64(pitch * j)}
				if i > 0 && i < patches {
					p[0] += float64(r.IntN(3)-1) / 2
				}
				if j > 0 && j < patches {
					p[1] += float64(r.IntN(3)-1) / 2
				}
				corner[j][i] = p
			}
		}
		var covered [size][size]int
		draw := func(a, b, c [2]float64) {
			if r.IntN(2) == 0 {
				b, c = c, b
			}
			scan([3][2]float64{a, b, c}, size, size, func(x, y int) { covered[y][x]++ })
		}
		for j := range patches {
			for i := range patches {
				a, b, c, d := corner[j][i], corner[j][i+1], corner[j+1][i+1], corner[j+1][i]
				if r.IntN(2) == 0 {
					a, b, c, d = b, c, d, a
				}
				draw(a, b, c)
				draw(c, d, a)
			}
		}
		for y := range covered {
			for x, n := range covered[y] {
				if n != 1 {
					t.Fatalf("texel (%d, %d) is covered %d times", x, y, n)
				}
			}
		}
	}
}

// Centres on a left or top edge are covered, those on a right or bottom edge are not.
func TestTopLeftRule(t *testing.T) {
	a, b, c, d := [2]float64{1.5, 1.5}, [2]float64{3.5, 1.5}, [2]float64{3.5, 3.5}, [2]float64{1.5, 3.5}
	covered := map[[2]int]int{}
	for _, s := range [][3][2]float64{{a, b, c}, {a, c, d}} {
		scan(s, 5, 5, func(x, y int) { covered[[2]int{x, y}]++ })
	}
	for _, at := range [][2]int{{1, 1}, {2, 1}, {1, 2}, {2, 2}} {
		if covered[at] != 1 {
			t.Errorf("texel %v is covered %d times, want once", at, covered[at])
		}
		delete(covered, at)
	}
	if len(covered) != 0 {
		t.Errorf("the square covers %v too", covered)
	}
}

// A triangle covers the texels whose centres lie in it, and none outside the image.
func TestTriangleCoversItsCentres(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	const w, h = 13, 9
	for range 2000 {
		var s [3][2]float64
		for i := range s {
			s[i] = [2]float64{-4 + 21*r.Float64(), -4 + 17*r.Float64()}
		}
		var covered [h][w]bool
		scan(s, w, h, func(x, y int) { covered[y][x] = true })
		for y := range h {
			for x := range w {
				c, left, right := [2]float64{float64(x) + 0.5, float64(y) + 0.5}, 0, 0
				for i := range s {
					if edge(s[i], s[(i+1)%3], c) > 0 {
						left++
					} else {
						right++
					}
				}
				if want := left == 3 || right == 3; covered[y][x] != want {
					t.Fatalf("texel (%d, %d) of %v: covered %v, want %v", x, y, s, covered[y][x], want)
				}
			}
		}
	}
}

func TestDegenerateTrianglesCoverNothing(t *testing.T) {
	for _, s := range [][3][2]float64{{{1, 1}, {1, 1}, {1, 1}}, {{0, 0}, {4, 4}, {2, 2}}, {{0.5, 0.5}, {4.5, 0.5}, {9.5, 0.5}}} {
		scan(s, 10, 10, func(x, y int) { t.Errorf("%v covers texel (%d, %d)", s, x, y) })
	}
}

// Fragments lie on the plane of their triangle, at the centre of their texel, inside the triangle's box.
func TestFragmentsLieOnThePlane(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	seen := 0
	for range 300 {
		s := newScene(24, 20, 0.25).entity(solid)
		var p [3]point
		for i := range p {
			p[i] = point{6 * r.Float64(), 5 * r.Float64(), 5 * r.Float64()}
		}
		s.triangle(p[:]...)
		s.layers()
		for v, axes := range [][2]int{Top: {0, 2}, Front: {0, 1}, Side: {2, 1}} {
			draw := Peel{View: View(v)}.Draw(s.Frame)
			rasterise(s.Frame, s.b, View(v), draw, func(x, y int, g fragment) {
				seen++
				across := [3]int{1, 2, 0}[v]
				steep := math.Abs(float64(g.normal[across]))
				off := 0.0
				for k := range 3 {
					q := float64(g.position[k])
					off += float64(g.normal[k]) * (q - p[0][k])
					if q < min(p[0][k], p[1][k], p[2][k])-1e-6 || q > max(p[0][k], p[1][k], p[2][k])+1e-6 {
						t.Fatalf("fragment %v lies outside the triangle %v", g.position, p)
					}
				}
				if math.Abs(off) > 1e-5/max(steep, 0.01) {
					t.Fatalf("fragment %v lies %g m off the plane of %v", g.position, off, p)
				}
				at := [2]float64{float64(g.position[axes[0]]), float64(g.position[axes[1]])}
				if at != [2]float64{(float64(x) + 0.5) / 4, (float64(y) + 0.5) / 4} {
					t.Fatalf("fragment %v is not at the centre of texel (%d, %d)", g.position, x, y)
				}
				if !(g.depth > 0 && g.depth < 1) {
					t.Fatalf("fragment %v has depth %g", g.position, g.depth)
				}
			})
		}
	}
	if seen < 10000 {
		t.Errorf("only %d fragments were looked at", seen)
	}
}

// A soup of level floors is peeled from the top, none lost but those within δ of the one above.
func TestPeelingSortsTheSurfaces(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 40 {
		s := newScene(10, 10, 0.5).entity(walkable)
		type slab struct {
			x0, z0, x1, z1 float64
			y              int // [cm]
		}
		var slabs []slab
		for range 12 {
			x, z := 5*r.Float64(), 5*r.Float64()
			a := slab{x, z, x + 3*r.Float64(), z + 3*r.Float64(), r.IntN(400)}
			slabs = append(slabs, a)
			s.floor(a.x0, a.z0, a.x1, a.z1, float64(a.y)/100, float64(a.y)/100)
		}
		s.layers()
		position := s.b.Image("position")
		for j := range 10 {
			for i := range 10 {
				x, z := (float64(i)+0.5)/2, (float64(j)+0.5)/2
				heights := map[int]bool{}
				for _, a := range slabs {
					if x > a.x0 && x < a.x1 && z > a.z0 && z < a.z1 {
						heights[a.y] = true
					}
				}
				above := math.MaxInt
				for k := range int(s.Layers) {
					p := position.Vec4(i, j, k)
					if (p[3] != 0) != (k < len(heights)) {
						t.Fatalf("column (%d, %d) has %d surfaces, but layer %d says %g", i, j, len(heights), k, p[3])
					}
					if p[3] == 0 {
						continue
					}
					y := int(math.Round(float64(p[1]) * 100))
					if !heights[y] || y >= above {
						t.Fatalf("layer %d of column (%d, %d) is at %d below %d of %v", k, i, j, y, above, heights)
					}
					above = y
				}
			}
		}
	}
}

// Surfaces nearer to each other than δ are one, those further apart are two.
func TestPeelingBias(t *testing.T) {
	for gap, want := range map[float64]int{0.0005: 1, 0.002: 2} {
		s := newScene(8, 8, 0.25).entity(solid)
		s.floor(0.25, 0.25, 1.75, 1.75, 1, 1)
		s.floor(0.25, 0.25, 1.75, 1.75, 1-gap, 1-gap)
		s.layers()
		layers := 0
		for k := range int(s.Layers) {
			if s.b.Image("position").Vec4(4, 4, k)[3] != 0 {
				layers++
			}
		}
		if layers != want {
			t.Errorf("floors %g m apart make %d layers, want %d", gap, layers, want)
		}
	}
}

// A triangle without area has no normal; it must neither be floor nor spoil what lies beneath it.
func TestDegenerateTriangleIsNoFloor(t *testing.T) {
	s := newScene(8, 8, 0.25).entity(solid)
	s.floor(0, 0, 2, 2, 0, 0)
	s.triangle(point{0.1, 1, 0.1}, point{1, 1, 1}, point{1.9, 1, 1.9})
	s.layers()
	n := unitNormal([3][3]float32{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}})
	if n != [3]float32{} {
		t.Errorf("the normal of a triangle without area is %v", n)
	}
	for _, v := range []View{Top, Front, Side} {
		for _, c := range v.point(s.Frame, 3, 3, [3]float32{1, 1, 1}, n) {
			if c != c || math.Abs(float64(c)) > 1e6 {
				t.Errorf("a triangle without area is seen at %g", c)
			}
		}
	}
}

// More surfaces than the counter of the overdraw can hold still give its maximum.
func TestOverdrawSaturates(t *testing.T) {
	s := newScene(4, 4, 0.25).entity(walkable)
	for k := range 300 {
		s.floor(0.25, 0.25, 0.75, 0.75, float64(k)/40, float64(k)/40)
	}
	s.b, s.Layers, s.Triangles, s.Entities = passes.NewBuffers(), 1, uint32(len(s.triangles)/3), 1
	s.b.Alloc(s.Frame, "triangles", "attributes", "bakeCounts", "overdraw")
	copy(s.b.Vec4("triangles"), s.triangles)
	s.run(Overdraw{})
	most := s.b.U32("bakeCounts")[CountOverdraw]
	if most>>24 != 255 || most&0xffffff != 2*4+2 {
		t.Errorf("the overdraw says %d in texel %d, want 255 in texel 10", most>>24, most&0xffffff)
	}
}
