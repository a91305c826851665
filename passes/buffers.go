package passes

import (
	"fmt"
	"unsafe"
)

// Buffers is the memory of the CPU executor: the slots' elements in the same order as on the device. Images hold their
// channels unpacked (float32 for colours and normals, uint32 or int32 bits for integers), layer by layer, row by row.
type Buffers struct {
	words map[string][]uint32
	sizes map[string][3]int
}

// NewBuffers makes an empty memory; [Buffers.Alloc] fills it.
func NewBuffers() *Buffers {
	return &Buffers{words: map[string][]uint32{}, sizes: map[string][3]int{}}
}

// Alloc gives the slots zeroed memory of the size that f asks for.
func (b *Buffers) Alloc(f *Frame, slots ...string) {
	for _, name := range slots {
		s := Find(name)
		if s.Elem.Image() {
			w, h, n := s.Size(f)
			b.sizes[name] = [3]int{w, h, n}
			b.words[name] = make([]uint32, w*h*n*s.Elem.Channels())
			continue
		}
		b.words[name] = make([]uint32, s.Count(f)*s.Elem.Channels())
	}
}

// Free forgets the slots.
func (b *Buffers) Free(slots ...string) {
	for _, name := range slots {
		delete(b.words, name)
		delete(b.sizes, name)
	}
}

// Has reports whether the slot has memory.
func (b *Buffers) Has(slot string) bool { _, ok := b.words[slot]; return ok }

// U32 is the slot as words, whatever its type.
func (b *Buffers) U32(slot string) []uint32 {
	w, ok := b.words[slot]
	if !ok {
		panic(fmt.Sprintf("passes: slot %q is used but was not allocated.", slot))
	}
	return w
}

// F32 is the slot as floats.
func (b *Buffers) F32(slot string) []float32 { return cast[float32](b.U32(slot)) }

// Vec2 is the slot as pairs.
func (b *Buffers) Vec2(slot string) [][2]float32 { return cast[[2]float32](b.U32(slot)) }

// Vec4 is the slot as quadruples.
func (b *Buffers) Vec4(slot string) [][4]float32 { return cast[[4]float32](b.U32(slot)) }

// UVec2 is the slot as pairs of words.
func (b *Buffers) UVec2(slot string) [][2]uint32 { return cast[[2]uint32](b.U32(slot)) }

// UVec4 is the slot as quadruples of words.
func (b *Buffers) UVec4(slot string) [][4]uint32 { return cast[[4]uint32](b.U32(slot)) }

// As views a slot as records of type T, whose size must divide the slot's.
func As[T any](b *Buffers, slot string) []T { return cast[T](b.U32(slot)) }

func cast[T any](w []uint32) []T {
	var t T
	n := int(unsafe.Sizeof(t)) / 4
	if len(w) < n {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&w[0])), len(w)/n)
}

// Image is a layered image of the CPU executor.
type Image struct {
	W, H, Layers int
	C            int // channels
	Words        []uint32
}

// Image gives an image slot.
func (b *Buffers) Image(slot string) Image {
	s := b.sizes[slot]
	return Image{s[0], s[1], s[2], Find(slot).Elem.Channels(), b.U32(slot)}
}

func (m Image) at(i, j, k int) int { return ((k*m.H+j)*m.W + i) * m.C }

// Vec4 reads a texel of a four-channel float image.
func (m Image) Vec4(i, j, k int) [4]float32 {
	return cast[[4]float32](m.Words[m.at(i, j, k):][:4])[0]
}

// SetVec4 writes a texel of a four-channel float image.
func (m Image) SetVec4(i, j, k int, v [4]float32) {
	cast[[4]float32](m.Words[m.at(i, j, k):][:4])[0] = v
}

// U32 reads a texel of a one-channel image.
func (m Image) U32(i, j, k int) uint32 { return m.Words[m.at(i, j, k)] }

// SetU32 writes a texel of a one-channel image.
func (m Image) SetU32(i, j, k int, v uint32) { m.Words[m.at(i, j, k)] = v }

// F32 reads a texel of a one-channel float image.
func (m Image) F32(i, j, k int) float32 { return cast[float32](m.Words)[m.at(i, j, k)] }

// SetF32 writes a texel of a one-channel float image.
func (m Image) SetF32(i, j, k int, v float32) { cast[float32](m.Words)[m.at(i, j, k)] = v }

// I8x4 reads a texel of a four-channel integer image.
func (m Image) I8x4(i, j, k int) [4]int32 {
	return cast[[4]int32](m.Words[m.at(i, j, k):][:4])[0]
}

// SetI8x4 writes a texel of a four-channel integer image.
func (m Image) SetI8x4(i, j, k int, v [4]int32) {
	cast[[4]int32](m.Words[m.at(i, j, k):][:4])[0] = v
}

// Clear fills the image's layer with zeros.
func (m Image) Clear(k int) {
	clear(m.Words[m.at(0, 0, k):m.at(0, 0, k+1)])
}
