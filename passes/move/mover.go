package move

import (
	"math"

	"throng/passes"
)

// Units of what others see of a body, as in lib/mover.glsl.
const (
	placeUnits  = 4096
	speedUnits  = 64
	radiusUnits = 512
	levelUnits  = 32
)

func floor32(x float32) int32 { return int32(math.Floor(float64(x))) }

// packPlace gives x and z in 1/4096 m, 16 bits each, which wrap around after 16 m.
func packPlace(p vec) uint32 {
	return uint32(floor32(p[0]*placeUnits))&0xffff | uint32(floor32(p[1]*placeUnits))<<16
}

// wayTo is the way from one place to another, of at most 8 m along x and z.
func wayTo(from, to uint32) vec {
	return vec{float32(int16(to-from)) / placeUnits, float32(int16(to>>16-from>>16)) / placeUnits}
}

// packMotion gives a velocity in 1/64 m/s, 11 bits each along x and z, and above them a radius in 1/512 m, rounded up.
func packMotion(v vec, r float32) uint32 {
	part := func(s float32) uint32 { return uint32(min(max(floor32(s*speedUnits+0.5), -1023), 1023)) & 0x7ff }
	return part(v[0]) | part(v[1])<<11 | min(uint32(math.Ceil(float64(r*radiusUnits))), 1023)<<22
}

func velocityOf(motion uint32) vec {
	return vec{float32(int32(motion<<21)>>21) / speedUnits, float32(int32(motion<<10)>>21) / speedUnits}
}

func radiusOf(motion uint32) float32 { return float32(motion>>22) / radiusUnits }

func packLevel(y float32) uint32 { return uint32(floor32(y * levelUnits)) }

// onOneLayer reports whether two bodies at some levels stand on one layer.
func onOneLayer(f *passes.Frame, a, b uint32) bool {
	return abs(float32(int32(a-b))) < storey*levelUnits*f.Clearance
}
