package field

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

const walk = 1.34

// oneClass is a floor of 12×12 cells with one class.
func oneClass(class passes.Class) *passestest.World {
	w := passestest.New(12, 12, 0)
	w.Groups([]passes.Class{class}, []passes.Group{{}})
	w.Bake()
	return w
}

var walker = passes.Class{Speed: walk, Radius: 0.1, RhoMin: 0.7, Sample: 1}

// speeds are those of the first class from a cell, -1 where it is closed: what the pass "cost" prices.
func speeds(w *passestest.World, c uint32) (f [4]float32) {
	p := newPacer(w.Frame, w.B)
	p.class = passes.As[passes.Class](w.B, "classes")[0]
	for d := range f {
		f[d] = -1
		if n := p.links.To(c, d); p.open(c) && p.open(n) {
			f[d] = p.pace(c, n, d)
		}
	}
	return f
}

// density is that plane of the slot "crowd".
func density(w *passestest.World) []float32 { return w.B.F32("crowd")[:w.Cells] }

func TestSpeedIsIsotropicOnTheFlat(t *testing.T) {
	w := oneClass(walker)
	if f := speeds(w, w.Cell(6, 6, 0)); f != [4]float32{walk, walk, walk, walk} {
		t.Errorf("speed is %v, want %g", f, walk)
	}
	for corner, want := range map[[2]int][4]float32{
		{0, 0}: {walk, walk, -1, -1}, {11, 0}: {walk, -1, -1, walk}, {11, 11}: {-1, -1, walk, walk}} {
		if f := speeds(w, w.Cell(corner[0], corner[1], 0)); f != want {
			t.Errorf("speed at %v is %v, want %v", corner, f, want)
		}
	}
	if f := speeds(w, w.Cells-1); f != [4]float32{-1, -1, -1, -1} {
		t.Errorf("speed outside the floor is %v", f)
	}
}

func TestCellsBesideWallsAreClosedToWideAgents(t *testing.T) {
	wide := walker
	wide.Radius = 0.2 // the outer row has a clearance of half a cell
	w := oneClass(wide)
	if f := speeds(w, w.Cell(0, 5, 0)); f != [4]float32{-1, -1, -1, -1} {
		t.Errorf("a cell of clearance 0.125 has speed %v", f)
	}
	if f := speeds(w, w.Cell(1, 5, 0)); f != [4]float32{walk, walk, walk, -1} {
		t.Errorf("its neighbour has speed %v", f)
	}
}

func TestTerrainSlowsDownClimbers(t *testing.T) {
	for _, c := range []struct{ slope, up float64 }{{0, 1}, {0.5, 1 - 0.25*0.95}, {1, 1 - 0.5*0.95}, {2, 0.05}, {3, 0.05}} {
		w := oneClass(walker)
		w.Raise(0, func(x, _ float64) float64 { return c.slope * x })
		f := speeds(w, w.Cell(5, 5, 0))
		if math.Abs(float64(f[1])-walk*c.up) > 1e-5 || f[3] != walk || f[0] != walk {
			t.Errorf("slope %g: speed is %v, want %g to the east", c.slope, f, walk*c.up)
		}
		w.SlopeSpeed = 0
		if f := speeds(w, w.Cell(5, 5, 0)); f[1] != walk {
			t.Errorf("slope %g: speed is %v though slopes do not count", c.slope, f)
		}
	}
}

func TestStairsHaveFractionsOfTheirOwn(t *testing.T) {
	w := oneClass(walker)
	w.SlopeSpeed = 0
	w.Raise(0, func(x, _ float64) float64 { return 0.75 * x })
	for _, z := range []int{5, 6} {
		for _, x := range []int{5, 6} {
			w.B.U32("cellStair")[w.Cell(x, z, 0)] = 0x8000 | 0xc000<<16
		}
	}
	half, most := float64(0x8000)/0xffff, float64(0xc000)/0xffff
	halfway := func(share float64) float64 { return 2 / (1/share + 1) } // half of the step on the stair
	for _, c := range []struct {
		x, z, d int
		want    float64
	}{
		{5, 5, 1, half}, {6, 5, 3, most}, {5, 5, 0, (half + most) / 2}, {5, 6, 2, (half + most) / 2}, // on it
		{4, 5, 1, halfway(half)}, {5, 5, 3, halfway(most)}, {7, 5, 3, halfway(most)}, {6, 5, 1, halfway(half)}, // at its ends
		{5, 4, 0, halfway((half + most) / 2)}, {5, 5, 2, halfway((half + most) / 2)}, {4, 4, 0, 1}, // at its side, and off it
	} {
		if f := speeds(w, w.Cell(c.x, c.z, 0)); math.Abs(float64(f[c.d])-walk*c.want) > 1e-5 {
			t.Errorf("speed from (%d, %d) in direction %d is %g, want %g", c.x, c.z, c.d, f[c.d], walk*c.want)
		}
	}
	w.B.U32("cellStair")[w.Cell(5, 5, 0)], w.B.U32("cellStair")[w.Cell(6, 5, 0)] = 1<<16, 1<<16
	if f := speeds(w, w.Cell(5, 5, 0)); math.Abs(float64(f[1])-0.05*walk) > 1e-6 {
		t.Errorf("speed on a stair that leaves none is %g, want the least one", f[1])
	}
}

// ahead gives a cell's eastern speed for a density and velocity in the cell ahead of it.
func ahead(w *passestest.World, rho float32, v [2]float32) float32 {
	n := w.Cell(6, 5, 0)
	rhos, x, z := planes(w.Frame, w.B.F32("crowd"))
	rhos[n], x[n], z[n] = rho, v[0], v[1]
	return speeds(w, w.Cell(5, 5, 0))[1]
}

func TestSpeedBlendsFromTerrainToCrowd(t *testing.T) {
	w := oneClass(walker)
	slow := [2]float32{0.4, 9}
	for rho, want := range map[float32]float32{
		0: walk, 0.7: walk, 3.05: (walk + 0.4) / 2, 5.4: 0.4, 9: 0.4,
		math.Nextafter32(0.7, 1): walk, math.Nextafter32(5.4, 0): 0.4,
	} {
		if f := ahead(w, rho, slow); abs(f-want) > 1e-5 {
			t.Errorf("speed is %g at density %g, want %g", f, rho, want)
		}
	}
	if f := ahead(w, 9, [2]float32{-2, 0}); abs(f-0.05*walk) > 1e-6 {
		t.Errorf("speed against the stream is %g, want the least one", f)
	}
}

func TestSpeedIsSampledAtTheLastOpenCell(t *testing.T) {
	far := walker
	far.Sample = 3
	w := oneClass(far)
	density(w)[w.Cell(8, 5, 0)] = 9
	if f := speeds(w, w.Cell(5, 5, 0)); abs(f[1]-0.05*walk) > 1e-6 || f[3] != walk {
		t.Errorf("speed is %v three cells before a jam in the east", f)
	}
	w.Block(8, 5, 0)
	w.Bake()
	density(w)[w.Cell(7, 5, 0)] = 9
	if f := speeds(w, w.Cell(5, 5, 0)); abs(f[1]-0.05*walk) > 1e-6 {
		t.Errorf("speed is %v with a jam in the last open cell", f)
	}
}

func TestDiagramCapsAnUndisturbedStream(t *testing.T) {
	w := oneClass(walker)
	for rho := float32(0.1); rho < 7; rho += 0.3 {
		w.Diagram = 0
		f := ahead(w, rho, [2]float32{walk, 0})
		if abs(f-walk) > 1e-6 {
			t.Errorf("without a diagram a stream walks at %g at density %g, want %g", f, rho, walk)
		}
		w.Diagram = 1
		f = speeds(w, w.Cell(5, 5, 0))[1]
		want := max(0.05*walk, walk*(1-math.Exp(-1.913*(1/float64(rho)-1/5.4))))
		if math.Abs(float64(f)-want) > 1e-5 {
			t.Errorf("with a diagram a stream walks at %g at density %g, want %g", f, rho, want)
		}
	}
}

func TestOpenSpeedsAreNeverBelowTheLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 50 {
		class := walker
		class.RhoMin, class.Sample = 8*r.Float32(), 1+r.Uint32N(3) // also above RhoMax
		w := oneClass(class)
		heights, stairs := w.B.F32("height"), w.B.U32("cellStair")
		rho, x, z := planes(w.Frame, w.B.F32("crowd"))
		for c := range rho {
			rho[c], x[c], z[c] = 10*r.Float32(), r.Float32()*6-3, r.Float32()*6-3
			heights[c] = r.Float32()
			stairs[c] = r.Uint32() * r.Uint32N(2)
		}
		w.Diagram = r.Uint32N(2)
		for c := range w.Cells {
			for d, v := range speeds(w, c) {
				closed := w.Link(c, d) == passes.None
				if closed != (v == -1) || !closed && !(v >= 0.05*walk*0.9999) {
					t.Fatalf("speed of cell %d to side %d is %g", c, d, v)
				}
			}
		}
	}
}

// An agent must not be slowed down by its own density.
func TestNobodyIsSlowedDownByHimself(t *testing.T) {
	for _, kernel := range []uint32{passes.KernelJiang, passes.KernelTreuille, passes.KernelBilinear} {
		for sample := range uint32(4) {
			w := crowd(16, 16, 1, 1.2, 3)
			SetKernel(w.Frame, kernel, 0.7, 0.3, 0.5)
			class := walker
			class.Sample, class.RhoMin = sample, max(0.7, SelfDensity(w.Frame, sample))
			w.Groups([]passes.Class{class}, []passes.Group{{}})
			r := rand.New(rand.NewPCG(1, uint64(sample)))
			for range 200 {
				x, z := 1.5+r.Float32(), 1.5+r.Float32()
				c := w.At(x, z, 0)
				w.Agent(0, c, [2]float32{x, z}, [2]float32{}, 0.2, walk)
				w.Run(Clear{}, Splat{}, Flow{})
				if f := speeds(w, c); f != [4]float32{walk, walk, walk, walk} {
					t.Fatalf("kernel %d, sample %d: an agent alone at (%g, %g) walks at %v", kernel, sample, x, z, f)
				}
			}
		}
	}
}

// The speed can be taken out of the cost again, whatever the weights, on rough floor with discomfort in a crowd.
func TestCostsHoldTheSpeed(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 9))
	for _, weights := range [][3]float32{{1, 1, 1}, {0, 1, 0}, {1, 1e-3, 0}, {0.5, 3, 2}, {1, 1e-3, 1}} {
		w := oneClass(walker)
		w.Alpha, w.Beta, w.Gamma = weights[0], weights[1], weights[2]
		rho, x, z := planes(w.Frame, w.B.F32("crowd"))
		for c := range rho {
			rho[c], x[c], z[c] = 8*r.Float32(), r.Float32()*4-2, r.Float32()*4-2
			w.B.F32("height")[c], w.B.F32("cellDiscomfort")[c] = 0.4*r.Float32(), 2*r.Float32()
		}
		w.Run(Cost{})
		height, g := w.B.F32("height"), w.B.F32("cellDiscomfort")
		for c := range w.Cells {
			for d, want := range speeds(w, c) {
				cost, length := w.B.Vec4("cost")[c][d], float64(w.Frame.Cell)
				n := w.Link(c, d)
				if n != passes.None {
					length = math.Hypot(length, float64(height[n]-height[c]))
				} else {
					n = c
				}
				if got := w.Frame.Speed(cost, float32(length), g[n]); abs(got-want) > 1e-3*abs(want) {
					t.Fatalf("weights %v: the cost %g of cell %d holds the speed %g, want %g", weights, cost, c, got, want)
				}
			}
		}
	}
}
