package engine

import (
	"encoding/binary"

	"throng/passes"
)

// unpackTexels turns the texels of an image as the device stores them into words, a word per channel.
func unpackTexels(e passes.Elem, raw []byte) []uint32 {
	n := len(raw) / e.Bytes() * e.Channels()
	words := make([]uint32, n)
	for i := range words {
		if e == passes.RGBA8I {
			words[i] = uint32(int32(int8(raw[i])))
		} else {
			words[i] = binary.LittleEndian.Uint32(raw[4*i:])
		}
	}
	return words
}
