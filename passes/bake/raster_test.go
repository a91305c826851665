package bake

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
)

// covered counts how often triangles cover the texels of a view from the top.
func covered(f *passes.Frame, triangles [][3][2]float32) []int {
	n := make([]int, f.Texels())
	for _, s := range triangles {
		eachCovered(f, Top, s, func(x, y int, _ [2]float32) { n[y*int(f.Width)+x]++ })
	}
	return n
}

// cellSizes are cells whose centres are exact in binary, and such whose are not.
var cellSizes = []float32{0.25, 1, 0.1, 0.3, 0.07}

// mesh is a patchwork over the whole frame, split along any diagonal and wound any way. Corners lie on the border of the
// frame or where place puts them, near (i, j) in patches.
func mesh(r *rand.Rand, patches int, place func(i, j int) [2]float32) (triangles [][3][2]float32) {
	corner := make([][][2]float32, patches+1)
	for j := range corner {
		for i := range patches + 1 {
			corner[j] = append(corner[j], place(i, j))
		}
	}
	add := func(a, b, c [2]float32) {
		if r.IntN(2) == 0 {
			b, c = c, b
		}
		triangles = append(triangles, [3][2]float32{a, b, c})
	}
	for j := range patches {
		for i := range patches {
			a, b, c, d := corner[j][i], corner[j][i+1], corner[j+1][i+1], corner[j+1][i]
			if r.IntN(2) == 0 {
				a, b, c, d = b, c, d, a
			}
			add(a, b, c)
			add(c, d, a)
		}
	}
	return triangles
}

// A mesh covers every texel once, whatever its diagonals and windings, with corners and edges on texel centres, a bit
// beside them, and anywhere.
func TestMeshCoversEveryTexelOnce(t *testing.T) {
	const pitch, patches, size = 3, 7, 21
	r := rand.New(rand.NewPCG(5, 5))
	for _, l := range cellSizes {
		for _, kind := range []string{"on centres", "beside centres", "anywhere"} {
			for _, block := range [][2]uint32{{0, 0}, {4096, 160}} {
				f := newScene(size, size, l).Frame
				f.BlockX, f.BlockZ = block[0], block[1]
				o := Top.origin(f)
				for range 60 {
					triangles := mesh(r, patches, func(i, j int) [2]float32 {
						var p [2]float32
						for axis, k := range [2]int{i, j} {
							at := float64(pitch*k + o[axis])
							switch {
							case k == 0:
								at--
							case k == patches:
								at++
							case kind == "anywhere":
								at += r.Float64() - 0.5
							default:
								at += float64(r.IntN(3)-1) / 2
							}
							p[axis] = float32(at) * l // to the bit a centre where at is half-way
							if kind == "beside centres" {
								p[axis] = math.Float32frombits(math.Float32bits(p[axis]) + uint32(r.IntN(5)) - 2)
							}
						}
						return p
					})
					for at, n := range covered(f, triangles) {
						if n != 1 {
							t.Fatalf("cells of %g m, corners %s, block %v: texel (%d, %d) is covered %d times", l, kind, block, at%size, at/size, n)
						}
					}
				}
			}
		}
	}
}

// Centres on an edge belong to the side towards +x, or to that towards +y where the edge runs along x.
func TestEdgesOnCentres(t *testing.T) {
	a, b, c, d := [2]float32{1.5, 1.5}, [2]float32{3.5, 1.5}, [2]float32{3.5, 3.5}, [2]float32{1.5, 3.5}
	f := newScene(5, 5, 1).Frame
	got := covered(f, [][3][2]float32{{a, b, c}, {a, c, d}})
	for at, n := range got {
		x, y, want := at%5, at/5, 0
		if x >= 1 && x < 3 && y >= 1 && y < 3 {
			want = 1
		}
		if n != want {
			t.Errorf("texel (%d, %d) is covered %d times, want %d", x, y, n, want)
		}
	}
}

// A triangle covers the texels whose centres lie in it, and none outside the image, in every view and block.
func TestTriangleCoversItsCentres(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	const w, h, l = 13, 9, 0.3
	seen, inside := 0, 0
	for n := range 2000 {
		s := newScene(w, h, l)
		s.BlockX, s.BlockZ = 7, 5
		view := View(n % 3)
		o := view.origin(s.Frame)
		vw, vh := view.size(s.Frame)
		var p [3][2]float32
		for i := range p {
			p[i] = [2]float32{float32(float64(o[0])-4+21*r.Float64()) * l, float32(float64(o[1])-4+17*r.Float64()) * l}
		}
		at := map[[2]int]bool{}
		eachCovered(s.Frame, view, p, func(x, y int, centre [2]float32) {
			if at[[2]int{x, y}] = true; centre != view.centre(s.Frame, x, y) || x < 0 || y < 0 || x >= vw || y >= vh {
				t.Fatalf("texel (%d, %d) of view %d is seen at %v", x, y, view, centre)
			}
		})
		for y := range vh {
			for x := range vw {
				want, near := within(p, [2]float64{(float64(x+o[0]) + 0.5) * l, (float64(y+o[1]) + 0.5) * l}, 1e-4)
				if near {
					continue
				}
				if seen++; want {
					inside++
				}
				if at[[2]int{x, y}] != want {
					t.Fatalf("texel (%d, %d) of %v in view %d: covered %v, want %v", x, y, p, view, !want, want)
				}
			}
		}
	}
	if inside < 10000 || seen-inside < 10000 {
		t.Errorf("only %d texels inside and %d outside were looked at", inside, seen-inside)
	}
}

// within tells whether a point lies in a triangle, and whether it is nearer to the line of an edge than a gap.
func within(p [3][2]float32, at [2]float64, gap float64) (in, near bool) {
	left, right := 0, 0
	for i := range p {
		a, b := p[i], p[(i+1)%3]
		dx, dy := float64(b[0])-float64(a[0]), float64(b[1])-float64(a[1])
		w := (dx*(at[1]-float64(a[1])) - dy*(at[0]-float64(a[0]))) / math.Hypot(dx, dy)
		near = near || !(math.Abs(w) > gap)
		if w > 0 {
			left++
		} else {
			right++
		}
	}
	return left == 3 || right == 3, near
}

func TestDegenerateTrianglesCoverNothing(t *testing.T) {
	f := newScene(10, 10, 1).Frame
	for _, s := range [][3][2]float32{{{1.5, 1.5}, {1.5, 1.5}, {1.5, 1.5}}, {{0, 0}, {4, 4}, {2, 2}}, {{0.5, 0.5}, {4.5, 0.5}, {9.5, 0.5}}, {{2.5, 9}, {2.5, 1}, {2.5, 5}}} {
		eachCovered(f, Top, s, func(x, y int, _ [2]float32) { t.Errorf("%v covers texel (%d, %d)", s, x, y) })
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
			p[i] = point{float64(float32(6 * r.Float64())), float64(float32(5 * r.Float64())), float64(float32(5 * r.Float64()))}
		}
		s.triangle(p[:]...)
		s.begin()
		n := normal(corners(s.b, 0))
		for _, v := range []View{Top, Front, Side} {
			ax, ay, across := v.axes()
			rasterise(s.Frame, s.b, v, drawOf(s.Frame, v), func(x, y int, g fragment) {
				seen++
				off := 0.0
				for k := range 3 {
					q := float64(g.position[k])
					off += n[k] * (q - p[0][k])
					if k == across && (q < min(p[0][k], p[1][k], p[2][k]) || q > max(p[0][k], p[1][k], p[2][k])) {
						t.Fatalf("fragment %v lies outside the triangle %v", g.position, p)
					}
				}
				if math.Abs(off) > 1e-5 {
					t.Fatalf("fragment %v lies %g m off the plane of %v", g.position, off, p)
				}
				if at := [2]float32{g.position[ax], g.position[ay]}; at != [2]float32{(float32(x) + 0.5) / 4, (float32(y) + 0.5) / 4} {
					t.Fatalf("fragment %v is not at the centre of texel (%d, %d)", g.position, x, y)
				}
				if d := depth(s.Frame, g.distance(s.Frame)); v == Top && !(d > 0 && d < 1) {
					t.Fatalf("fragment %v has depth %g", g.position, d)
				}
			})
		}
	}
	if seen < 10000 {
		t.Errorf("only %d fragments were looked at", seen)
	}
}

// A column gets the same bits whatever block it is baked in.
func TestFragmentsDoNotDependOnTheBlock(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	seen := 0
	for range 200 {
		whole, part := newScene(40, 40, 0.3).entity(solid), newScene(12, 9, 0.3).entity(solid)
		part.BlockX, part.BlockZ = uint32(r.IntN(28)), uint32(r.IntN(31))
		for range 4 {
			var p [3]point
			for i := range p {
				p[i] = point{12 * r.Float64(), 5 * r.Float64(), 12 * r.Float64()}
			}
			whole.triangle(p[:]...)
			part.triangle(p[:]...)
		}
		fragments := func(s *scene) map[[3]int]fragment {
			found := map[[3]int]fragment{}
			s.begin()
			eachFragment(s.Frame, s.b, func(x, y int, g fragment) {
				at := [3]int{x + int(s.BlockX), y + int(s.BlockZ), int(g.triangle)}
				g.facet = nil
				found[at] = g
			})
			return found
		}
		all, some := fragments(whole), fragments(part)
		for at, g := range all {
			x, z := at[0]-int(part.BlockX), at[1]-int(part.BlockZ)
			inside := x >= 0 && z >= 0 && x < 12 && z < 9
			other, ok := some[at]
			if ok != inside || ok && other != g {
				t.Fatalf("texel %v is %v in the whole, %v (%v) in the block", at, g, other, ok)
			}
			if delete(some, at); ok {
				seen++
			}
		}
		if len(some) > 0 {
			t.Fatalf("the block has fragments of its own: %v", some)
		}
	}
	if seen < 1000 {
		t.Errorf("only %d fragments were looked at", seen)
	}
}

// A triangle without area is neither floor nor spoils what lies beneath it; one that stands upright has no fragments.
func TestDegenerateTriangleIsNoFloor(t *testing.T) {
	for _, p := range [][3]point{
		{{0.1, 1, 0.1}, {1, 1, 1}, {1.9, 1, 1.9}}, {{1.125, 1, 0}, {1.125, 3, 1}, {1.125, 1, 2}}, {{1.125, 1, 1.125}, {1.125, 1, 1.125}, {1.125, 1, 1.125}},
	} {
		s := newScene(8, 8, 0.25).entity(solid)
		s.floor(0, 0, 2, 2, 0, 0)
		s.triangle(p[:]...)
		s.layers()
		eachTexel(s, func(i, j, k int) {
			if got, want := s.b.Image("grid").U32(i, j, k), uint32(GridWalkable); got != want {
				t.Errorf("%v: layer %d of column (%d, %d) has flag %d", p, k, i, j, got)
			}
		})
		if s.Layers != 1 {
			t.Errorf("%v makes %d layers", p, s.Layers)
		}
	}
	if g := NewFacet([3][3]float32{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}}, 5, false, false); g != (Facet{Entity: 5}) {
		t.Errorf("the facet of a triangle without area is %v", g)
	}
}
