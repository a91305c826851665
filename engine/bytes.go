package engine

import "unsafe"

// wordBytes views words as bytes.
func wordBytes[T any](w []T) []byte {
	if len(w) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), len(w)*int(unsafe.Sizeof(w[0])))
}

// castWords views words as records of type T.
func castWords[T any](w []uint32) []T { return records[T](wordBytes(w)) }

// asFloats views words as floats.
func asFloats(w []uint32) []float32 { return castWords[float32](w) }

// records views bytes as records of type T.
func records[T any](b []byte) []T {
	var t T
	if len(b) < int(unsafe.Sizeof(t)) {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/int(unsafe.Sizeof(t)))
}
