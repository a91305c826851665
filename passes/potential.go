package passes

import "math"

const signBit = 1 << 31

// Fixed is a potential as the slot "potential" holds it where it must not be relaxed, at goals above all: negative, a goal
// -0.0. [Potential] takes the sign off.
func Fixed(phi float32) float32 { return math.Float32frombits(math.Float32bits(phi) | signBit) }

// IsFixed reports whether a stored potential must not be relaxed.
func IsFixed(stored float32) bool { return math.Float32bits(stored)&signBit != 0 }

// Potential is φ of what the slot "potential" holds.
func Potential(stored float32) float32 {
	return math.Float32frombits(math.Float32bits(stored) &^ signBit)
}
