package field

import "throng/passes"

// Flow turns the fixed-point sums into density ρ [1/m²] and average velocity v̄ = Σwv/Σw [m/s], zero where nobody is
// (ML §5.1.1, CC), and clears the sums for the next step.
type Flow struct{ passes.Plain }

// Decl declares the pass.
func (Flow) Decl() passes.Decl {
	return passes.Decl{Name: "flow", Group: passes.PageCells, Bindings: passes.Bindings(
		passes.Updates("splat"), passes.Writes("density", "meanVelocity"))}
}

// Invocations is one thread for each cell.
func (Flow) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU computes both fields.
func (Flow) CPU(f *passes.Frame, b *passes.Buffers) {
	sums, density, mean := b.U32("splat"), b.F32("density"), b.Vec2("meanVelocity")
	n := int(f.Cells)
	for c := range density {
		w := float32(sums[c])
		mean[c] = [2]float32{}
		if sums[c] != 0 {
			const unit = float32(weightUnit) / momentumUnit
			mean[c][0] = float32(int32(sums[n+c])) * unit / w
			mean[c][1] = float32(int32(sums[2*n+c])) * unit / w
		}
		density[c] = w / weightUnit * f.KernelNorm
	}
	clear(sums)
}
