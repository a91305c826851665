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

func TestSpeedIsIsotropicOnTheFlat(t *testing.T) {
	w := oneClass(walker)
	w.Run(Speed{})
	if f := w.B.Vec4("speed")[w.Cell(6, 6, 0)]; f != [4]float32{walk, walk, walk, walk} {
		t.Errorf("speed is %v, want %g", f, walk)
	}
	for corner, want := range map[[2]int][4]float32{
		{0, 0}: {walk, walk, -1, -1}, {11, 0}: {walk, -1, -1, walk}, {11, 11}: {-1, -1, walk, walk}} {
		if f := w.B.Vec4("speed")[w.Cell(corner[0], corner[1], 0)]; f != want {
			t.Errorf("speed at %v is %v, want %v", corner, f, want)
		}
	}
	if f := w.B.Vec4("speed")[w.Cells-1]; f != [4]float32{-1, -1, -1, -1} {
		t.Errorf("speed outside the floor is %v", f)
	}
}

func TestCellsBesideWallsAreClosedToWideAgents(t *testing.T) {
	wide := walker
	wide.Radius = 0.2 // the outer row has a clearance of half a cell
	w := oneClass(wide)
	w.Run(Speed{})
	if f := w.B.Vec4("speed")[w.Cell(0, 5, 0)]; f != [4]float32{-1, -1, -1, -1} {
		t.Errorf("a cell of clearance 0.125 has speed %v", f)
	}
	if f := w.B.Vec4("speed")[w.Cell(1, 5, 0)]; f != [4]float32{walk, walk, walk, -1} {
		t.Errorf("its neighbour has speed %v", f)
	}
}

func TestTerrainSlowsDownClimbers(t *testing.T) {
	for _, c := range []struct{ slope, up float64 }{{0, 1}, {0.5, 1 - 0.25*0.95}, {1, 1 - 0.5*0.95}, {2, 0.05}, {3, 0.05}} {
		w := oneClass(walker)
		w.Raise(0, func(x, _ float64) float64 { return c.slope * x })
		w.Run(Speed{})
		f := w.B.Vec4("speed")[w.Cell(5, 5, 0)]
		if math.Abs(float64(f[1])-walk*c.up) > 1e-5 || f[3] != walk || f[0] != walk {
			t.Errorf("slope %g: speed is %v, want %g to the east", c.slope, f, walk*c.up)
		}
		w.SlopeSpeed = 0
		w.Run(Speed{})
		if f := w.B.Vec4("speed")[w.Cell(5, 5, 0)]; f[1] != walk {
			t.Errorf("slope %g: speed is %v though slopes do not count", c.slope, f)
		}
	}
}

func TestStairsHaveFractionsOfTheirOwn(t *testing.T) {
	w := oneClass(walker)
	w.Raise(0, func(x, _ float64) float64 { return 0.75 * x })
	c := w.Cell(5, 5, 0)
	w.B.U32("cellStair")[c] = 0x8000 | 0xc000<<16
	w.Run(Speed{})
	f := w.B.Vec4("speed")[c]
	up, down := walk*float64(0x8000)/0xffff, walk*float64(0xc000)/0xffff
	if math.Abs(float64(f[1])-up) > 1e-5 || math.Abs(float64(f[3])-down) > 1e-5 || f[0] != walk {
		t.Errorf("speed is %v, want %g up and %g down", f, up, down)
	}
	if f := w.B.Vec4("speed")[w.Cell(4, 5, 0)]; math.Abs(float64(f[1])-up) > 1e-5 {
		t.Errorf("speed towards the stair is %v, want %g", f, up)
	}
}

// ahead gives a cell's eastern speed for a density and velocity in the cell ahead of it.
func ahead(w *passestest.World, rho float32, v [2]float32) float32 {
	n := w.Cell(6, 5, 0)
	w.B.F32("density")[n], w.B.Vec2("meanVelocity")[n] = rho, v
	w.Run(Speed{})
	return w.B.Vec4("speed")[w.Cell(5, 5, 0)][1]
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
	w.B.F32("density")[w.Cell(8, 5, 0)] = 9
	w.Run(Speed{})
	if f := w.B.Vec4("speed")[w.Cell(5, 5, 0)]; abs(f[1]-0.05*walk) > 1e-6 || f[3] != walk {
		t.Errorf("speed is %v three cells before a jam in the east", f)
	}
	w.Block(8, 5, 0)
	w.Bake()
	w.B.F32("density")[w.Cell(7, 5, 0)] = 9
	w.Run(Speed{})
	if f := w.B.Vec4("speed")[w.Cell(5, 5, 0)]; abs(f[1]-0.05*walk) > 1e-6 {
		t.Errorf("speed is %v with a jam in the last open cell", f)
	}
}

func TestDiagramCapsAnUndisturbedStream(t *testing.T) {
	w := oneClass(walker)
	for rho := float32(0.1); rho < 7; rho += 0.3 {
		f := ahead(w, rho, [2]float32{walk, 0})
		if abs(f-walk) > 1e-6 {
			t.Errorf("without a diagram a stream walks at %g at density %g, want %g", f, rho, walk)
		}
		w.Run(Diagram{})
		f = w.B.Vec4("speed")[w.Cell(5, 5, 0)][1]
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
		density, mean := w.B.F32("density"), w.B.Vec2("meanVelocity")
		for c := range density {
			density[c], mean[c] = 10*r.Float32(), [2]float32{r.Float32()*6 - 3, r.Float32()*6 - 3}
			heights[c] = r.Float32()
			stairs[c] = r.Uint32() * r.Uint32N(2)
		}
		w.Run(Speed{})
		if r.Uint32N(2) == 1 {
			w.Run(Diagram{})
		}
		for c, f := range w.B.Vec4("speed") {
			for d, v := range f {
				closed := w.B.UVec4("links")[c][d] == passes.None
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
				w.Run(Splat{}, Flow{}, Speed{})
				if f := w.B.Vec4("speed")[c]; f != [4]float32{walk, walk, walk, walk} {
					t.Fatalf("kernel %d, sample %d: an agent alone at (%g, %g) walks at %v", kernel, sample, x, z, f)
				}
			}
		}
	}
}
