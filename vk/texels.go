package vk

import (
	"fmt"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// Texels is a buffer as shaders see it through a samplerBuffer or usamplerBuffer: the same memory, read by the units for textures.
type Texels struct {
	buffer *Buffer
	view   vulkan.BufferView
}

// Texels gives the whole buffer as texels of a format, one of R32F, R32UI, RG32F, RG32UI, RGBA32F and RGBA32UI; a buffer has one of them
// for all its life.
//
// Errors: ErrTooLarge above Limits.MaxTexels, ErrOutOfMemory.
func (b *Buffer) Texels(f Format) (Texels, error) {
	d := b.d
	if n := b.size / f.TexelSize(); n > d.info.Limits.MaxTexels {
		return Texels{}, fmt.Errorf("vk: view buffer %q as %d texels, the device's limit is %d: %w", b.label, n, d.info.Limits.MaxTexels, ErrTooLarge)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if b.view == nil {
		info := vulkan.BufferViewCreateInfo{SType: vulkan.StructureTypeBufferViewCreateInfo, Buffer: b.handle, Format: formats[f].format,
			Range: vulkan.DeviceSize(vulkan.WholeSize)}
		defer info.Free()
		var view vulkan.BufferView
		if err := check(vulkan.CreateBufferView(d.handle, &info, nil, &view)); err != nil {
			return Texels{}, fmt.Errorf("vk: view buffer %q as %s: %w", b.label, f, err)
		}
		b.view, b.texels = view, f
	}
	if f != b.texels {
		panic(fmt.Sprintf("vk: buffer %q has a view of %s and was asked for one of %s.", b.label, b.texels, f))
	}
	return Texels{b, b.view}, nil
}

func (t Texels) binding(set string) shim.Binding {
	if t.view == nil {
		panic(fmt.Sprintf("vk: set %q was given texels of no buffer.", set))
	}
	return shim.Binding{Kind: shim.TexelBuffer, Handle: raw(t.view)}
}
