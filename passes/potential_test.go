package passes

import (
	"math"
	"testing"
)

// The sign bit alone tells what is fixed, and taking it off gives the value back to the bit.
func TestFixedPotentials(t *testing.T) {
	for _, phi := range []float32{0, 1e-40, 0.25, 1234.5, Inf} {
		stored := Fixed(phi)
		if IsFixed(phi) || !IsFixed(stored) || math.Float32bits(Potential(stored)) != math.Float32bits(phi) || Potential(phi) != phi {
			t.Errorf("φ = %g is stored as %g and read as %g", phi, stored, Potential(stored))
		}
	}
}
