package ecs

import (
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
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
	size := gltf.SizeOfElement(a.ComponentType, a.Type)
	if a.BufferView != nil {
		if err := checkRange(doc, *a.BufferView, a.ByteOffset, a.Count, size); err != nil {
			return nil, err
		}
	} else if a.Count < 1 || a.Count > maxImplied {
		return nil, fmt.Errorf("%d elements and no buffer view; expected 1 to %d", a.Count, maxImplied)
	}
	if a.Sparse == nil {
		return a, nil
	}
	return a, checkSparse(doc, a, size)
}

func checkSparse(doc *gltf.Document, a *gltf.Accessor, size int) error {
	s := a.Sparse
	index := gltf.SizeOfElement(s.Indices.ComponentType, gltf.AccessorScalar)
	if err := checkRange(doc, s.Indices.BufferView, s.Indices.ByteOffset, s.Count, index); err != nil {
		return fmt.Errorf("sparse indices: %w", err)
	}
	if err := checkRange(doc, s.Values.BufferView, s.Values.ByteOffset, s.Count, size); err != nil {
		return fmt.Errorf("sparse values: %w", err)
	}
	indices, err := modeler.ReadIndices(doc, &gltf.Accessor{
		ComponentType: s.Indices.ComponentType, Type: gltf.AccessorScalar, Count: s.Count,
		BufferView: &s.Indices.BufferView, ByteOffset: s.Indices.ByteOffset,
	}, nil)
	if err != nil {
		return fmt.Errorf("sparse indices: %w", err)
	}
	return below(indices, a.Count)
}

// checkRange checks that count elements of size bytes lie in a view, in a buffer.
func checkRange(doc *gltf.Document, view, offset, count, size int) error {
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
	stride := v.ByteStride
	if stride == 0 {
		stride = size
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
	data, err := modeler.ReadAccessor(doc, a, nil)
	if err != nil {
		return nil, err
	}
	switch v := data.(type) {
	case [][3]float32:
		return widen(v, 1), nil
	case [][3]int8:
		return widen(v, unit(a, 127)), nil
	case [][3]uint8:
		return widen(v, unit(a, 255)), nil
	case [][3]int16:
		return widen(v, unit(a, 32767)), nil
	case [][3]uint16:
		return widen(v, unit(a, 65535)), nil
	}
	return nil, errors.New("components of 32-bit integers; expected floats, or integers of 8 or 16 bits")
}

var typeNames = map[gltf.AccessorType]string{
	gltf.AccessorScalar: "SCALAR", gltf.AccessorVec2: "VEC2", gltf.AccessorVec3: "VEC3", gltf.AccessorVec4: "VEC4",
	gltf.AccessorMat2: "MAT2", gltf.AccessorMat3: "MAT3", gltf.AccessorMat4: "MAT4",
}

func unit(a *gltf.Accessor, whole float64) float64 {
	if a.Normalized {
		return whole
	}
	return 1
}

func widen[T int8 | uint8 | int16 | uint16 | float32](in [][3]T, whole float64) [][3]float64 {
	out := make([][3]float64, len(in))
	for i, p := range in {
		for k, v := range p {
			// The one integer below −whole also means −1 (glTF §3.11).
			out[i][k] = float64(v) / whole
			if whole != 1 {
				out[i][k] = max(out[i][k], -1)
			}
		}
	}
	return out
}

// readIndices reads indices of any width and checks them against the vertices.
func readIndices(doc *gltf.Document, i, vertices int) ([]uint32, error) {
	a, err := checkAccessor(doc, i)
	if err != nil {
		return nil, err
	}
	if a.Type != gltf.AccessorScalar || a.ComponentType == gltf.ComponentFloat {
		return nil, errors.New("expected whole scalars of 8, 16 or 32 bits")
	}
	// glTF allows no stride here, and the library misreads bytes that have one.
	if v := a.BufferView; v != nil && doc.BufferViews[*v].ByteStride != 0 {
		return nil, fmt.Errorf("buffer view %d: byteStride %d; expected none for indices", *v, doc.BufferViews[*v].ByteStride)
	}
	indices, err := modeler.ReadIndices(doc, a, nil)
	if err != nil {
		return nil, err
	}
	return indices, below(indices, vertices)
}

func below(indices []uint32, n int) error {
	for k, v := range indices {
		if uint64(v) >= uint64(n) {
			return fmt.Errorf("index %d is %d; expected less than %d", k, v, n)
		}
	}
	return nil
}
