package engine

import "unsafe"

// wordBytes views words as bytes.
func wordBytes[T any](w []T) []byte {
	if len(w) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), len(w)*int(unsafe.Sizeof(w[0])))
}

// records views bytes as records of type T.
func records[T any](b []byte) []T {
	var t T
	if len(b) < int(unsafe.Sizeof(t)) {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/int(unsafe.Sizeof(t)))
}
