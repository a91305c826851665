package passes

import "math"

// Units of the pairs of numbers that are stored in one word, as in lib/pair.glsl: powers of two, so that packing rounds
// alike on every device, and the largest that leave room for the fastest group and for a floor of 82°.
const (
	velocityUnits = 2048
	slopeUnits    = 4096
)

// PackVelocity rounds a plan velocity to the word of the slot "velocity": x in the low, z in the high half, in steps of
// 1/2048 m/s up to ±16 m/s.
func PackVelocity(v [2]float32) uint32 { return packPair(v, velocityUnits) }

// UnpackVelocity gives the plan velocity of a word of the slot "velocity" [m/s].
func UnpackVelocity(w uint32) [2]float32 { return unpackPair(w, velocityUnits) }

// PackSlope rounds ∂H/∂x, ∂H/∂z to the word of the slot "slope", in steps of 1/4096 up to ±8.
func PackSlope(v [2]float32) uint32 { return packPair(v, slopeUnits) }

// UnpackSlope gives ∂H/∂x, ∂H/∂z of a word of the slot "slope".
func UnpackSlope(w uint32) [2]float32 { return unpackPair(w, slopeUnits) }

func packPair(v [2]float32, units float32) uint32 {
	pack := func(s float32) uint32 {
		return uint32(int32(min(max(math.Floor(float64(s*units+0.5)), math.MinInt16), math.MaxInt16))) & 0xffff
	}
	return pack(v[0]) | pack(v[1])<<16
}

func unpackPair(w uint32, units float32) [2]float32 {
	return [2]float32{float32(int16(w)) / units, float32(int16(w>>16)) / units}
}
