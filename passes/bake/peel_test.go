package bake

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// peelers are the two ways to the layers, by whether they use lists.
var peelers = map[string]bool{"depth": false, "lists": true}

// A soup of level floors is peeled from the top, none lost.
func TestPeelingSortsTheSurfaces(t *testing.T) {
	for name, lists := range peelers {
		r := rand.New(rand.NewPCG(8, 8))
		for range 40 {
			s := newScene(10, 10, 0.5).entity(walkable)
			s.lists = lists
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
			for j := range 10 {
				for i := range 10 {
					x, z := (float64(i)+0.5)/2, (float64(j)+0.5)/2
					var want []int
					for _, a := range slabs {
						if x > a.x0 && x < a.x1 && z > a.z0 && z < a.z1 {
							want = append(want, a.y)
						}
					}
					slices.Sort(want)
					slices.Reverse(want)
					want = slices.Compact(want)
					var got []int
					for k := range int(s.Layers) {
						if p := s.b.Image("position").Vec4(i, j, k); p[3] != 0 {
							got = append(got, int(math.Round(float64(p[1])*100)))
						}
					}
					if !slices.Equal(got, want) {
						t.Fatalf("%s: column (%d, %d) has surfaces at %v cm, want %v", name, i, j, got, want)
					}
				}
			}
		}
	}
}

// Surfaces nearer to each other than δ are one, those further apart are two. Of two in one place the first triangle counts.
func TestPeelingBias(t *testing.T) {
	for name, lists := range peelers {
		for gap, want := range map[float64]int{0: 1, 0.0005: 1, 0.002: 2} {
			s := newScene(8, 8, 0.25).entity(solid)
			s.lists = lists
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
				t.Errorf("%s: floors %g m apart make %d layers, want %d", name, gap, layers, want)
			}
			if first := s.b.Image("surface").U32(4, 4, 0); first > 2 {
				t.Errorf("%s: of two floors the surface is triangle %d", name, first-1)
			}
		}
	}
}

// Both peelers find the same layers, windings and flags to the bit in soups of triangles, many of them coincident.
func TestPeelersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	seen := 0
	for range 60 {
		build := func(lists bool, seed uint64) *scene {
			r := rand.New(rand.NewPCG(seed, 1))
			s := newScene(20, 18, 0.3)
			s.lists = lists
			for range 12 {
				s.entity([]Attribute{solid, obstacle, walkable}[r.IntN(3)])
				s.closed = r.IntN(2) == 0
				x, z, y := 6*r.Float64(), 5*r.Float64(), 0.25*float64(r.IntN(16))
				switch r.IntN(3) {
				case 0:
					s.floor(x, z, x+2, z+2, y, y+r.Float64())
				case 1:
					s.box([4][2]float64{{x, z}, {x, z + 2}, {x + 2, z + 2}, {x + 2, z}}, y, y+1)
				default:
					a, b, c := point{x, y, z}, point{6 * r.Float64(), 4 * r.Float64(), 5 * r.Float64()}, point{6 * r.Float64(), 4 * r.Float64(), 5 * r.Float64()}
					s.triangle(a, b, c)
					s.triangle(b, c, a) // the same once more, and its other side
					s.triangle(a, c, b)
				}
			}
			s.layers()
			return s
		}
		seed := r.Uint64()
		a, b := build(false, seed), build(true, seed)
		for _, slot := range []string{"position", "surface", "winding", "grid"} {
			if !slices.Equal(a.b.U32(slot), b.b.U32(slot)) {
				t.Fatalf("the peelers do not agree on %s", slot)
			}
		}
		for _, w := range a.b.U32("surface") {
			if w != 0 {
				seen++
			}
		}
	}
	if seen < 20000 {
		t.Errorf("only %d texels were looked at", seen)
	}
}

// More surfaces than one would build are counted, and the lists have room for all.
func TestOverdrawCounts(t *testing.T) {
	s := newScene(4, 4, 0.25).entity(walkable)
	for k := range 300 {
		s.floor(0.25, 0.25, 0.75, 0.75, float64(k)/40, float64(k)/40)
	}
	s.sheet(0.25, 0.375, 0.75, 0.375, 0, 2) // upright: no fragments
	s.lists = true
	s.layers()
	if s.Layers != 300 || s.Fragments != 4*300 || s.b.U32("bakeCounts")[CountWritten] != 300 {
		t.Errorf("300 floors over 4 cells make %d fragments and %d layers", s.Fragments, s.b.U32("bakeCounts")[CountWritten])
	}
	for column, start := range s.b.U32("fragmentStart")[:16] {
		n := s.b.U32("fragmentStart")[column+1] - start
		if want := map[bool]uint32{true: 300}[column%4 == 1 || column%4 == 2]; (column/4 == 1 || column/4 == 2) && n != want {
			t.Errorf("column %d has %d fragments, want %d", column, n, want)
		}
	}
}
