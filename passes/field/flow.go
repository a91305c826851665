package field

import "throng/passes"

// Flow turns the fixed-point sums of the slot "crowd", in their place, into density ρ [1/m²] and average velocity
// v̄ = Σwv/Σw [m/s], zero where nobody is (ML §5.1.1, CC).
type Flow struct{ passes.Plain }

// Decl declares the pass.
func (Flow) Decl() passes.Decl {
	return passes.Decl{Name: "flow", Group: passes.PageCells, Bindings: passes.Bindings(passes.Updates("crowd"))}
}

// Invocations is one thread for each cell.
func (Flow) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU computes both fields.
func (Flow) CPU(f *passes.Frame, b *passes.Buffers) {
	sums, momentumX, momentumZ := planes(f, b.U32("crowd"))
	density, meanX, meanZ := planes(f, b.F32("crowd"))
	for c, sum := range sums {
		if sum == 0 {
			continue // then all three are zero in either form
		}
		const unit = float32(weightUnit) / momentumUnit
		w := float32(sum)
		meanX[c] = float32(int32(momentumX[c])) * unit / w
		meanZ[c] = float32(int32(momentumZ[c])) * unit / w
		density[c] = w / weightUnit * f.KernelNorm
	}
}

// planes are the three planes of the slot "crowd": density and the average velocity along x and z, or their sums.
func planes[T any](f *passes.Frame, crowd []T) (density, x, z []T) {
	n := int(f.Cells)
	return crowd[:n], crowd[n : 2*n], crowd[2*n : 3*n]
}
