package shim

// #include "shim.h"
import "C"

import "unsafe"

// Kinds of a binding.
const (
	StorageBuffer = C.VKX_STORAGE_BUFFER
	StorageImage  = C.VKX_STORAGE_IMAGE
	UniformBuffer = C.VKX_UNIFORM_BUFFER
	TexelBuffer   = C.VKX_TEXEL_BUFFER
)

// Binding is one descriptor: a buffer's handle with its range, or the handle of a view of an image or a buffer.
type Binding struct {
	Handle       Handle
	Offset, Size uint64
	Kind         uint32
	_            uint32
}

// The two languages must agree on the layout.
var _ [C.sizeof_vkx_binding]byte = [unsafe.Sizeof(Binding{})]byte{}

// Raster describes a graphics pipeline; formats are VkFormat, Cull is VkCullModeFlags.
type Raster struct {
	Layout, Vertex, Fragment Handle
	Colors                   []uint32
	Depth                    uint32
	DepthTest                bool
	Cull                     uint32
}

func handle(out C.vkx_out) (Handle, int32) { return uint64(out.handle), int32(out.result) }

func words(s []uint32) *C.uint32_t { return (*C.uint32_t)(unsafe.Pointer(unsafe.SliceData(s))) }

// CreateCache makes a pipeline cache from the data of an earlier one, which may be empty.
func (d *Device) CreateCache(data []byte) (Handle, int32) {
	return handle(C.vkx_create_cache(d.c, unsafe.Pointer(unsafe.SliceData(data)), C.size_t(len(data))))
}

// CreateSetLayout makes bindings 0..n-1, one descriptor each, visible to the stages (VkShaderStageFlags).
func (d *Device) CreateSetLayout(kinds []uint8, stages uint32) (Handle, int32) {
	p := (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(kinds)))
	return handle(C.vkx_create_set_layout(d.c, p, C.uint32_t(len(kinds)), C.uint32_t(stages)))
}

// CreateLayout makes a pipeline layout of one set and push bytes of constants.
func (d *Device) CreateLayout(set Handle, push int, stages uint32) (Handle, int32) {
	return handle(C.vkx_create_layout(d.c, C.uint64_t(set), C.uint32_t(push), C.uint32_t(stages)))
}

// CreateCompute makes a compute pipeline from a shader module's function main.
func (d *Device) CreateCompute(cache, layout, module Handle, constants []uint32) (Handle, int32) {
	return handle(C.vkx_create_compute(d.c, C.uint64_t(cache), C.uint64_t(layout), C.uint64_t(module),
		words(constants), C.uint32_t(len(constants))))
}

// CreateRaster makes a graphics pipeline for dynamic rendering.
func (d *Device) CreateRaster(cache Handle, r Raster, constants []uint32) (Handle, int32) {
	c := C.vkx_raster{
		layout: C.uint64_t(r.Layout), vertex: C.uint64_t(r.Vertex), fragment: C.uint64_t(r.Fragment),
		color_count: C.uint32_t(len(r.Colors)), depth: C.uint32_t(r.Depth), cull: C.uint32_t(r.Cull),
	}
	for i, format := range r.Colors {
		c.colors[i] = C.uint32_t(format)
	}
	if r.DepthTest {
		c.depth_test = 1
	}
	return handle(C.vkx_create_raster(d.c, C.uint64_t(cache), &c, words(constants), C.uint32_t(len(constants))))
}

// CreatePool makes a descriptor pool whose sets can be freed one by one.
func (d *Device) CreatePool(sets, buffers, images int) (Handle, int32) {
	return handle(C.vkx_create_pool(d.c, C.uint32_t(sets), C.uint32_t(buffers), C.uint32_t(images)))
}

// AllocateSet takes one set from a pool.
func (d *Device) AllocateSet(pool, layout Handle) (Handle, int32) {
	return handle(C.vkx_allocate_set(d.c, C.uint64_t(pool), C.uint64_t(layout)))
}

// FreeSet gives a set back to its pool.
func (d *Device) FreeSet(pool, set Handle) { C.vkx_free_set(d.c, C.uint64_t(pool), C.uint64_t(set)) }

// WriteSet writes bindings 0..n-1.
func (d *Device) WriteSet(set Handle, bindings []Binding) {
	p := (*C.vkx_binding)(unsafe.Pointer(unsafe.SliceData(bindings)))
	C.vkx_write_set(d.c, C.uint64_t(set), p, C.uint32_t(len(bindings)))
}
