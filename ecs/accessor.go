package ecs

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/qmuntal/gltf"
)

// maxImplied bounds an accessor without a buffer view, the only kind whose count
// no bytes have to back.
const maxImplied = 1 << 20

// checkAccessor makes sure that reading the accessor stays inside its view and
// the view inside its buffer: the library slices first and asks later.
func checkAccessor(doc *gltf.Document, i int) (*gltf.Accessor, error) {
	if i < 0 || i >= len(doc.Accessors) {
		return nil, fmt.Errorf("expected one of its %d accessors", len(doc.Accessors))
	}
	a := doc.Accessors[i]
	if a.BufferView != nil {
		packed, padded := a.ComponentType.ByteSize()*a.Type.Components(), gltf.SizeOfElement(a.ComponentType, a.Type)
		if err := checkRange(doc, *a.BufferView, a.ByteOffset, a.Count, packed, padded); err != nil {
			return nil, err
		}
	} else if a.Count < 1 || a.Count > maxImplied {
		return nil, fmt.Errorf("%d elements and no buffer view; expected 1 to %d", a.Count, maxImplied)
	}
	if a.Sparse == nil {
		return a, nil
	}
	return a, checkSparse(doc, a)
}

// checkSparse knows that sparse values are packed without gaps.
func checkSparse(doc *gltf.Document, a *gltf.Accessor) error {
	s := a.Sparse
	if !unsigned(s.Indices.ComponentType) {
		return errors.New("sparse indices: expected whole numbers of 8, 16 or 32 bits without a sign")
	}
	if err := checkPacked(doc, s.Indices.BufferView, s.Indices.ByteOffset, s.Count, s.Indices.ComponentType.ByteSize()); err != nil {
		return fmt.Errorf("sparse indices: %w", err)
	}
	if err := checkPacked(doc, s.Values.BufferView, s.Values.ByteOffset, s.Count, a.ComponentType.ByteSize()*a.Type.Components()); err != nil {
		return fmt.Errorf("sparse values: %w", err)
	}
	return below(sparseIndices(doc, s), a.Count)
}

// checkPacked is checkRange for a view that must not have gaps.
func checkPacked(doc *gltf.Document, view, offset, count, size int) error {
	if err := checkRange(doc, view, offset, count, size, size); err != nil {
		return err
	}
	if stride := doc.BufferViews[view].ByteStride; stride != 0 && stride != size {
		return fmt.Errorf("buffer view %d: byteStride %d; expected none", view, stride)
	}
	return nil
}

// checkRange checks that count elements of size bytes lie in a view, in a buffer.
// In a view without a stride they lie so many bytes apart as given.
func checkRange(doc *gltf.Document, view, offset, count, size, stride int) error {
	if view < 0 || view >= len(doc.BufferViews) {
		return fmt.Errorf("buffer view %d; expected one of its %d views", view, len(doc.BufferViews))
	}
	v := doc.BufferViews[view]
	if v.Buffer < 0 || v.Buffer >= len(doc.Buffers) {
		return fmt.Errorf("buffer view %d: buffer %d; expected one of its %d buffers", view, v.Buffer, len(doc.Buffers))
	}
	// Subtractions only: sums of numbers out of a file may wrap.
	have := len(doc.Buffers[v.Buffer].Data)
	if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > have || v.ByteLength > have-v.ByteOffset {
		return fmt.Errorf("buffer view %d: %d bytes from %d; expected to end within the %d of buffer %d",
			view, v.ByteLength, v.ByteOffset, have, v.Buffer)
	}
	if v.ByteStride != 0 {
		stride = v.ByteStride
	}
	if stride < size || stride > 252 {
		return fmt.Errorf("buffer view %d: byteStride %d; expected %d to 252", view, stride, size)
	}
	room := v.ByteLength - offset
	if count < 1 || offset < 0 || room < size || count-1 > (room-size)/stride {
		return fmt.Errorf("%d elements of %d bytes from %d; expected at least 1, ending within the %d bytes of buffer view %d",
			count, stride, offset, v.ByteLength, view)
	}
	return nil
}

// readPositions reads points of floats, or of integers as
// KHR_mesh_quantization stores them.
func readPositions(doc *gltf.Document, i int) ([][3]float64, error) {
	a, err := checkAccessor(doc, i)
	if err != nil {
		return nil, err
	}
	if a.Type != gltf.AccessorVec3 {
		return nil, fmt.Errorf("type %v; expected VEC3", typeNames[a.Type])
	}
	if a.ComponentType == gltf.ComponentUint {
		return nil, errors.New("components of 32-bit integers; expected floats, or integers of 8 or 16 bits")
	}
	numbers := readNumbers(doc, a)
	points := make([][3]float64, a.Count)
	for i := range points {
		points[i] = [3]float64(numbers[3*i:])
	}
	return points, nil
}

var typeNames = map[gltf.AccessorType]string{
	gltf.AccessorScalar: "SCALAR", gltf.AccessorVec2: "VEC2", gltf.AccessorVec3: "VEC3", gltf.AccessorVec4: "VEC4",
	gltf.AccessorMat2: "MAT2", gltf.AccessorMat3: "MAT3", gltf.AccessorMat4: "MAT4",
}

// readIndices reads indices of any width and checks them against the vertices.
func readIndices(doc *gltf.Document, i, vertices int) ([]uint32, error) {
	a, err := checkAccessor(doc, i)
	if err != nil {
		return nil, err
	}
	if a.Type != gltf.AccessorScalar || !unsigned(a.ComponentType) {
		return nil, errors.New("expected whole scalars of 8, 16 or 32 bits without a sign")
	}
	if v := a.BufferView; v != nil && doc.BufferViews[*v].ByteStride != 0 {
		return nil, fmt.Errorf("buffer view %d: byteStride %d; expected none for indices", *v, doc.BufferViews[*v].ByteStride)
	}
	indices := wholes(readNumbers(doc, a))
	return indices, below(indices, vertices)
}

func unsigned(c gltf.ComponentType) bool {
	return c == gltf.ComponentUbyte || c == gltf.ComponentUshort || c == gltf.ComponentUint
}

func wholes(numbers []float64) []uint32 {
	out := make([]uint32, len(numbers))
	for i, v := range numbers {
		out[i] = uint32(v)
	}
	return out
}

// readNumbers reads a checked accessor: all components of its elements, one after
// another, zero where nothing backs them. modeler.ReadAccessor is not used for it
// because of sparse accessors: it fills the unbacked ones with what its memory held
// before, and takes sparse values for padded to four bytes, which they are not.
func readNumbers(doc *gltf.Document, a *gltf.Accessor) []float64 {
	n := a.Type.Components()
	out := make([]float64, a.Count*n)
	if a.BufferView != nil {
		v := doc.BufferViews[*a.BufferView]
		stride := v.ByteStride
		if stride == 0 {
			stride = gltf.SizeOfElement(a.ComponentType, a.Type)
		}
		data := bytesAt(doc, *a.BufferView, a.ByteOffset)
		for i := range a.Count {
			decodeNumbers(out[n*i:n*i+n], data[stride*i:], a)
		}
	}
	if s := a.Sparse; s != nil {
		data, size := bytesAt(doc, s.Values.BufferView, s.Values.ByteOffset), n*a.ComponentType.ByteSize()
		for k, i := range sparseIndices(doc, s) {
			decodeNumbers(out[n*int(i):n*int(i)+n], data[size*k:], a)
		}
	}
	return out
}

func sparseIndices(doc *gltf.Document, s *gltf.Sparse) []uint32 {
	return wholes(readNumbers(doc, &gltf.Accessor{
		ComponentType: s.Indices.ComponentType, Type: gltf.AccessorScalar, Count: s.Count,
		BufferView: &s.Indices.BufferView, ByteOffset: s.Indices.ByteOffset,
	}))
}

func bytesAt(doc *gltf.Document, view, offset int) []byte {
	v := doc.BufferViews[view]
	return doc.Buffers[v.Buffer].Data[v.ByteOffset+offset:]
}

// decodeNumbers reads one element of an accessor.
func decodeNumbers(dst []float64, src []byte, a *gltf.Accessor) {
	whole := 1.0
	for k := range dst {
		switch a.ComponentType {
		case gltf.ComponentByte:
			dst[k], whole = float64(int8(src[k])), math.MaxInt8
		case gltf.ComponentUbyte:
			dst[k], whole = float64(src[k]), math.MaxUint8
		case gltf.ComponentShort:
			dst[k], whole = float64(int16(binary.LittleEndian.Uint16(src[2*k:]))), math.MaxInt16
		case gltf.ComponentUshort:
			dst[k], whole = float64(binary.LittleEndian.Uint16(src[2*k:])), math.MaxUint16
		case gltf.ComponentUint:
			dst[k] = float64(binary.LittleEndian.Uint32(src[4*k:]))
		case gltf.ComponentFloat:
			dst[k] = float64(math.Float32frombits(binary.LittleEndian.Uint32(src[4*k:])))
		}
		if a.Normalized && whole > 1 {
			// The one integer below −whole also means −1 (glTF §3.11).
			dst[k] = max(dst[k]/whole, -1)
		}
	}
}

func below(indices []uint32, n int) error {
	for k, v := range indices {
		if uint64(v) >= uint64(n) {
			return fmt.Errorf("index %d is %d; expected less than %d", k, v, n)
		}
	}
	return nil
}
