package field

import (
	"fmt"
	"math"
	"testing"

	"throng/passes"
)

// kernels are the footprints under test, by cell size, half-width, sharpness and ρ̄.
var kernels = []struct {
	kernel           uint32
	l, half, a, rhoB float32
}{
	{passes.KernelJiang, 0.25, 0.7, 0.3, 0.5},
	{passes.KernelJiang, 1, 0.7, 0.3, 0.5},
	{passes.KernelJiang, 0.1, 0.7, 0, 0.5},
	{passes.KernelJiang, 0.25, 0.5, 1, 0.5},
	{passes.KernelTreuille, 0.25, 0.7, 0.3, 0.5},
	{passes.KernelTreuille, 0.25, 0.25, 0.3, 0.7},
	{passes.KernelTreuille, 1, 0.7, 0.3, 0.25},
	{passes.KernelBilinear, 0.25, 0.7, 0.3, 0.5},
	{passes.KernelBilinear, 1, 0.7, 0.3, 0.5},
}

func eachKernel(t *testing.T, do func(t *testing.T, f *passes.Frame)) {
	for _, k := range kernels {
		t.Run(fmt.Sprintf("kernel%d/l%g/h%g/a%g", k.kernel, k.l, k.half, k.a), func(t *testing.T) {
			f := &passes.Frame{Cell: k.l}
			SetKernel(f, k.kernel, k.half, k.a, k.rhoB)
			do(t, f)
		})
	}
}

// oracle is the footprint as the texts print it, in float64.
func oracle(f *passes.Frame, dx, dz float64) float64 {
	l, support, a := float64(f.Cell), float64(f.KernelSupport), float64(f.KernelA)
	switch f.Kernel {
	case passes.KernelJiang:
		chi := math.Hypot(dx, dz) / l
		switch {
		case chi <= 0.5:
			return ((1-a)*math.Sin(2*math.Pi*chi+math.Pi/2) + (1 + a)) / 2
		case chi <= support:
			return a * (1 - math.Pow((chi-0.5)/(support-0.5), 2))
		}
		return 0
	case passes.KernelTreuille:
		return math.Pow(max(0, min(1-math.Abs(dx)/(support*l), 1-math.Abs(dz)/(support*l))), float64(f.KernelLambda))
	}
	return max(0, 1-math.Abs(dx)/l) * max(0, 1-math.Abs(dz)/l)
}

// Rounding and the polynomial for the cosine are the only differences to the formulas.
const footprintTolerance = 2e-6

func TestFootprintMatchesTheFormulas(t *testing.T) {
	eachKernel(t, func(t *testing.T, f *passes.Frame) {
		p := footprintOf(f)
		for i := -60; i <= 60; i++ {
			for j := -60; j <= 60; j++ {
				dx, dz := float32(i)*0.053*f.Cell, float32(j)*0.053*f.Cell
				got, want := float64(p.share(dx/f.Cell, dz/f.Cell)), oracle(f, float64(dx), float64(dz))
				if math.Abs(got-want) > footprintTolerance || got < 0 || got > 1 {
					t.Fatalf("footprint(%g, %g) = %g, want %g", dx, dz, got, want)
				}
			}
		}
	})
}

func TestNormIsTheInverseIntegral(t *testing.T) {
	eachKernel(t, func(t *testing.T, f *passes.Frame) {
		const n = 1200
		half := float64(f.KernelSupport * f.Cell)
		step, sum := 2*half/n, 0.0
		for i := range n {
			for j := range n {
				sum += oracle(f, (float64(i)+0.5)*step-half, (float64(j)+0.5)*step-half)
			}
		}
		if mass := sum * step * step * float64(f.KernelNorm); math.Abs(mass-1) > 2e-4 {
			t.Errorf("the footprint holds %g agents, want 1", mass)
		}
	})
}

func TestFootprintIsContinuous(t *testing.T) {
	eachKernel(t, func(t *testing.T, f *passes.Frame) {
		if f.Kernel == passes.KernelTreuille && f.KernelLambda < 0.6 {
			return // the root has no bounded slope at the edge of the support
		}
		p := footprintOf(f)
		last := p.share(0, 0)
		for x := float32(0); x < 1.1*f.KernelSupport; x += 1e-4 {
			w := p.share(x, 0)
			if math.Abs(float64(w-last)) > 2e-3 {
				t.Fatalf("the footprint jumps from %g to %g at %g cells", last, w, x)
			}
			last = w
		}
		if last != 0 {
			t.Errorf("the footprint is %g outside its support", last)
		}
	})
}

func TestSelfDensityIsTheMost(t *testing.T) {
	eachKernel(t, func(t *testing.T, f *passes.Frame) {
		for ahead := range uint32(4) {
			most := 0.0
			for i := -20; i <= 20; i++ {
				for j := -20; j <= 20; j++ {
					x, z := float64(i)/40, float64(j)/40
					l := float64(f.Cell)
					most = max(most, oracle(f, (float64(ahead)-x)*l, z*l)*float64(f.KernelNorm))
				}
			}
			if got := float64(SelfDensity(f, ahead)); got < most || got > most+3*float64(f.KernelNorm)/weightUnit {
				t.Errorf("SelfDensity(%d) = %g, want %g", ahead, got, most)
			}
		}
	})
}

func TestUnknownKernelPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("SetKernel accepts kernel 7")
		}
	}()
	SetKernel(&passes.Frame{Cell: 1}, 7, 1, 1, 1)
}
