package engine

import (
	"encoding/binary"
	"math"

	"throng/passes"
)

// unpackTexels turns the texels of an image as the device stores them into words, a word per channel.
func unpackTexels(e passes.Elem, raw []byte) []uint32 {
	n := len(raw) / e.Bytes() * e.Channels()
	words := make([]uint32, n)
	for i := range words {
		switch e {
		case passes.RGBA16F:
			words[i] = math.Float32bits(half(binary.LittleEndian.Uint16(raw[2*i:])))
		case passes.RGBA8:
			words[i] = math.Float32bits(float32(raw[i]) / 255)
		case passes.RGBA8I:
			words[i] = uint32(int32(int8(raw[i])))
		default:
			words[i] = binary.LittleEndian.Uint32(raw[4*i:])
		}
	}
	return words
}

// half converts an IEEE binary16 number.
func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0: // zero and subnormals
		v := float32(fraction) * (1.0 / (1 << 24))
		if sign != 0 {
			v = -v
		}
		return v
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}
