package move

import (
	"math"

	"throng/passes"
)

// Units of a mover, as in lib/mover.glsl.
const (
	radiusUnits = 8192
	heightUnits = 32
)

// mover is what others see of a body at the beginning of the step: x and z [m] as floats, its velocity as a pair, and its
// radius and height in 16 bits each. Heights wrap around; their differences do not.
type mover [4]uint32

func packMover(p, v vec, r, y float32) mover {
	wide, high := uint32(math.Ceil(float64(r*radiusUnits))), uint32(int32(math.Floor(float64(y*heightUnits))))
	return mover{math.Float32bits(p[0]), math.Float32bits(p[1]), passes.PackVelocity(v), wide&0xffff | high<<16}
}

func (m mover) at() vec { return vec{math.Float32frombits(m[0]), math.Float32frombits(m[1])} }

func (m mover) velocity() vec { return passes.UnpackVelocity(m[2]) }

func (m mover) radius() float32 { return float32(m[3]&0xffff) / radiusUnits }

// onOneLayer reports whether two bodies stand on one layer.
func (m mover) onOneLayer(f *passes.Frame, o mover) bool {
	apart := int16(m[3]>>16 - o[3]>>16)
	return abs(float32(apart)) < storey*heightUnits*f.Clearance
}
