package vk

import (
	"fmt"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// Buffer is linear memory for all uses: storage, texels, indirect arguments, copies.
type Buffer struct {
	d      *Device
	label  string
	size   int
	handle vulkan.Buffer
	memory piece

	view   vulkan.BufferView // made when first asked for; guarded by d.mu
	texels Format
}

const bufferUsage = vulkan.BufferUsageFlags(vulkan.BufferUsageStorageBufferBit | vulkan.BufferUsageUniformBufferBit |
	vulkan.BufferUsageUniformTexelBufferBit |
	vulkan.BufferUsageIndirectBufferBit | vulkan.BufferUsageVertexBufferBit |
	vulkan.BufferUsageTransferSrcBit | vulkan.BufferUsageTransferDstBit)

// NewBuffer makes a buffer of size bytes, all zero. Vulkan knows no empty buffers and no shader reads a part of a word,
// so it holds a multiple of 4 bytes and at least 4, while Size stays as asked.
//
// Errors: ErrOutOfMemory, ErrTooLarge.
func (d *Device) NewBuffer(label string, size int, m Memory) (*Buffer, error) {
	if size < 0 {
		panic(fmt.Sprintf("vk: buffer %q was asked for with the negative size %d.", label, size))
	}
	b := &Buffer{d: d, label: label, size: size}
	if err := b.create(m); err != nil {
		return nil, fmt.Errorf("vk: create buffer %q of %d bytes: %w", label, size, err)
	}
	d.adopt(b, vulkan.ObjectTypeBuffer, raw(b.handle))
	if err := b.zero(); err != nil {
		b.Destroy()
		return nil, fmt.Errorf("vk: clear buffer %q: %w", label, err)
	}
	return b, nil
}

func (b *Buffer) create(m Memory) error {
	d, n := b.d, b.words()
	if err := d.memory.fits(m, n); err != nil {
		return err
	}
	if most := d.info.Limits.MaxBufferSize; n > most {
		return fmt.Errorf("the device's limit for a buffer is %s: %w", size(most), ErrTooLarge)
	}
	info := vulkan.BufferCreateInfo{
		SType: vulkan.StructureTypeBufferCreateInfo,
		Size:  vulkan.DeviceSize(n), Usage: bufferUsage, SharingMode: vulkan.SharingModeExclusive,
	}
	defer info.Free()
	var handle vulkan.Buffer
	if err := check(vulkan.CreateBuffer(d.handle, &info, nil, &handle)); err != nil {
		return err
	}
	var req vulkan.MemoryRequirements
	vulkan.GetBufferMemoryRequirements(d.handle, handle, &req)
	req.Deref()
	defer req.Free()
	memory, err := d.memory.allocate(req, m, false)
	if err == nil {
		err = check(vulkan.BindBufferMemory(d.handle, handle, memory.block.memory, vulkan.DeviceSize(memory.offset)))
		if err != nil {
			d.memory.give(memory)
		}
	}
	if err != nil {
		vulkan.DestroyBuffer(d.handle, handle, nil)
		return err
	}
	b.handle, b.memory = handle, memory
	return nil
}

// zero overwrites what the memory's last owner left.
func (b *Buffer) zero() error {
	if mapped := b.memory.bytes(b.words()); mapped != nil {
		clear(mapped)
		return nil
	}
	_, err := b.d.start("clear "+b.label, func(l *List) { // what is submitted later comes later
		l.Fill(b, 0, b.words(), 0)
		l.Barrier(TransferWrite, All)
	})
	return err
}

// words is the size in whole 32-bit words.
func (b *Buffer) words() int { return max(4, roundUp(b.size, 4)) }

// Size returns the size as asked for.
func (b *Buffer) Size() int { return b.size }

// Label returns the name given to NewBuffer.
func (b *Buffer) Label() string { return b.label }

// Bytes returns the memory itself if the host can reach it, else nil. It is valid until Destroy.
func (b *Buffer) Bytes() []byte { return b.memory.bytes(b.size) }

// Destroy frees the buffer when the GPU is done with it.
func (b *Buffer) Destroy() {
	if b != nil {
		b.d.release(b)
	}
}

func (b *Buffer) describe() Usage { return Usage{"buffer", b.label, b.memory.size} }

func (b *Buffer) free() {
	if b.view != nil {
		vulkan.DestroyBufferView(b.d.handle, b.view, nil)
	}
	vulkan.DestroyBuffer(b.d.handle, b.handle, nil)
	b.d.memory.give(b.memory)
}

// within panics unless [offset, offset+n) lies inside the buffer.
func (b *Buffer) within(verb string, offset, n int) {
	if offset < 0 || n < 0 || offset+n > b.words() {
		panic(fmt.Sprintf("vk: %s touches bytes %d to %d of buffer %q, which has %d.", verb, offset, offset+n, b.label, b.size))
	}
}

// BufferSlice is a part of a buffer as a resource of a set; Offset is a multiple of Limits.MinStorageAlign.
type BufferSlice struct {
	Buffer       *Buffer
	Offset, Size int
}

func (s BufferSlice) binding(set string) shim.Binding {
	b := s.Buffer
	if b == nil {
		panic(fmt.Sprintf("vk: set %q was given a nil buffer.", set))
	}
	b.within("set "+set, s.Offset, s.Size)
	if align := b.d.info.Limits.MinStorageAlign; s.Offset%align != 0 || s.Size <= 0 {
		panic(fmt.Sprintf("vk: set %q binds %d bytes at %d of buffer %q; the size must be positive and the offset a multiple of %d.",
			set, s.Size, s.Offset, b.label, align))
	}
	return shim.Binding{Kind: shim.StorageBuffer, Handle: raw(b.handle), Offset: uint64(s.Offset), Size: uint64(s.Size)}
}

func (b *Buffer) binding(set string) shim.Binding {
	if b == nil {
		panic(fmt.Sprintf("vk: set %q was given a nil buffer.", set))
	}
	return BufferSlice{b, 0, b.words()}.binding(set)
}
