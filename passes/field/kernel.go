package field

import (
	"fmt"
	"math"

	"throng/passes"
)

// Units of the fixed-point sums, as in lib/kernel.glsl. A cell can hold 16,384 footprints before a sum overflows.
const (
	weightUnit   = 1 << 18 // per footprint
	momentumUnit = 1 << 14 // per footprint and m/s
	splatSpeed   = 8       // momentum is counted up to this speed [m/s]
)

// SetKernel fills the footprint's parameters in the frame, whose Cell must be set.
//
//   - kernel: passes.KernelJiang (ML eq. 6-7), KernelTreuille (min(1-|dx|, 1-|dz|)^λ) or KernelBilinear, which conserves
//     mass: the sum of density·l² is the number of agents
//   - halfWidth of the footprint [m], at least one cell is taken; bilinear footprints are always one cell wide
//   - a in [0, 1]: Jiang's sharpness
//   - rhoBar in (0, 1]: Treuille's ρ̄ = 2^-λ
//
// Footprints are divided by their plan integral, so that densities are in agents/m² at any cell size.
func SetKernel(f *passes.Frame, kernel uint32, halfWidth, a, rhoBar float32) {
	l := float64(f.Cell)
	support := max(float64(halfWidth)/l, 1)
	lambda := -math.Log2(float64(rhoBar))
	var integral float64 // [cells²]
	switch kernel {
	case passes.KernelJiang:
		integral = jiangIntegral(float64(a), support)
	case passes.KernelTreuille:
		// The level sets are squares of edge 2m: the integral of (1-m)^λ over m in [0, 1] with weight 8m.
		integral = 8 * support * support / ((lambda + 1) * (lambda + 2))
	case passes.KernelBilinear:
		support, integral = 1, 1
	default:
		panic(fmt.Sprintf("field: there is no density kernel %d.", kernel))
	}
	f.Kernel, f.KernelA, f.KernelLambda = kernel, a, float32(lambda)
	f.KernelSupport = float32(support)
	f.KernelNorm = float32(1 / (integral * l * l))
	// An agent stands up to half a cell nearer than its cell's centre.
	f.FootCells = uint32(math.Ceil(support+0.5)) - 1
}

// jiangIntegral is the integral of ML eq. 7 over the plan [cells²].
func jiangIntegral(a, support float64) float64 {
	s := support - 0.5
	core := (1+a)/16 - (1-a)/(4*math.Pi*math.Pi)
	skirt := a * s * (1.0/3 + s/4)
	return 2 * math.Pi * (core + skirt)
}

// SelfDensity is the most that one agent adds to the density of the cell that lies `ahead` cells in front of its own
// [1/m²]: it stands at the near edge of its cell, in line with the centres. A class whose RhoMin is not below it never
// slows down an agent for its own sake.
func SelfDensity(f *passes.Frame, ahead uint32) float32 {
	p := footprintOf(f)
	w := floor(p.share(max(0, float32(ahead)-0.5), 0)*weightUnit+0.5) + 1 // a unit for the rounding of positions
	return w / weightUnit * f.KernelNorm
}

// footprint is the frame's footprint, ready for use.
type footprint struct {
	kernel, cells             uint32
	a, support, skirt, lambda float32
}

func footprintOf(f *passes.Frame) footprint {
	return footprint{f.Kernel, f.FootCells, f.KernelA, f.KernelSupport, 1 / (f.KernelSupport - 0.5), f.KernelLambda}
}

// share is the weight w in [0, 1] of a cell whose centre lies at offset (dx, dz) from the agent [cells].
func (p *footprint) share(dx, dz float32) float32 {
	if p.kernel == passes.KernelJiang {
		return p.jiang(sqrt(dx*dx + dz*dz))
	}
	tx, tz := max(1-abs(dx)/p.support, 0), max(1-abs(dz)/p.support, 0)
	if p.kernel == passes.KernelBilinear {
		return tx * tz
	}
	m := min(tx, tz)
	if m <= 0 {
		return 0
	}
	return float32(math.Pow(float64(m), float64(p.lambda)))
}

// jiang is ML eq. 7 at the distance χ [cells]; beyond the support there is no share.
func (p *footprint) jiang(chi float32) float32 {
	if chi <= 0.5 {
		return max(p.a, 0.5*((1-p.a)*cosTurn(chi)+(1+p.a)))
	}
	if chi >= p.support {
		return 0
	}
	u := (chi - 0.5) * p.skirt
	return p.a * (1 - u*u)
}

// cosTurn is cos 2πχ for χ in [0, 0.5], within 1e-6, by the same polynomial as on the device.
func cosTurn(chi float32) float32 {
	x := float32(math.Pi) * chi
	y := x * x
	s := x * (1 - y*(1.0/6)*(1-y*0.05*(1-y*(1.0/42)*(1-y*(1.0/72)*(1-y*(1.0/110))))))
	return 1 - 2*s*s
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }
