package shim

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"unsafe"
)

// Properties is what a physical device says about itself; sizes in bytes.
type Properties struct {
	Name, Driver, DriverInfo            string
	UUID, CacheUUID                     [16]byte
	API, DriverVersion                  uint32
	Vendor, Device, Type                uint32
	MaxGroups, MaxGroupDims             [3]uint32
	MaxGroupSize, MaxShared, MaxPush    uint32
	MaxBuffers                          uint32
	MaxImageDim, MaxImageLayers         uint32
	MaxColors                           uint32
	Subgroup, MinSubgroup               uint32
	MaxSubgroup, SubgroupOps            uint32
	MaxStorageRange, MaxBuffer          uint64
	MaxTexels                           uint64
	MaxAllocation, MinStorageAlign      uint64
	TimestampPeriod                     float32
	Family, TimestampBits               uint32 // Family is NoFamily when no queue does graphics and compute
	Int64, FragmentStores, VertexStores bool
}

// NoFamily stands for a missing queue family.
const NoFamily = ^uint32(0)

// GetProperties asks a physical device; fields newer than its Vulkan version stay zero.
func GetProperties(instance, physical Handle) Properties {
	var p C.vkx_properties
	C.vkx_get_properties(C.uint64_t(instance), C.uint64_t(physical), &p)
	return Properties{
		Name: C.GoString(&p.name[0]), Driver: C.GoString(&p.driver[0]), DriverInfo: C.GoString(&p.driver_info[0]),
		UUID: bytes16(p.uuid), CacheUUID: bytes16(p.cache_uuid),
		API: uint32(p.api), DriverVersion: uint32(p.driver_version),
		Vendor: uint32(p.vendor), Device: uint32(p.device), Type: uint32(p._type),
		MaxGroups: words3(p.max_groups), MaxGroupDims: words3(p.max_group_dims),
		MaxGroupSize: uint32(p.max_group_size), MaxShared: uint32(p.max_shared), MaxPush: uint32(p.max_push),
		MaxBuffers:  uint32(p.max_bindings),
		MaxImageDim: uint32(p.max_image_dim), MaxImageLayers: uint32(p.max_image_layers), MaxColors: uint32(p.max_colors),
		Subgroup: uint32(p.subgroup), MinSubgroup: uint32(p.min_subgroup),
		MaxSubgroup: uint32(p.max_subgroup), SubgroupOps: uint32(p.subgroup_ops),
		MaxStorageRange: uint64(p.max_storage_range), MaxTexels: uint64(p.max_texels), MaxBuffer: uint64(p.max_buffer),
		MaxAllocation: uint64(p.max_allocation), MinStorageAlign: uint64(p.min_storage_align),
		TimestampPeriod: float32(p.timestamp_period),
		Family:          uint32(p.family), TimestampBits: uint32(p.timestamp_bits),
		Int64: p.int64 != 0, FragmentStores: p.fragment_stores != 0, VertexStores: p.vertex_stores != 0,
	}
}

func bytes16(b [16]C.uint8_t) (out [16]byte) {
	for i, v := range b {
		out[i] = byte(v)
	}
	return out
}

func words3(w [3]C.uint32_t) [3]uint32 { return [3]uint32{uint32(w[0]), uint32(w[1]), uint32(w[2])} }

// Device is a logical device with its one queue, its timeline semaphore and its function table.
type Device struct{ c *C.vkx_device }

// CreateDevice opens a device of Vulkan 1.3; the second result is a VkResult.
func CreateDevice(instance, physical Handle, family uint32) (*Device, int32) {
	var c *C.vkx_device
	r := C.vkx_create_device(C.uint64_t(instance), C.uint64_t(physical), C.uint32_t(family), &c)
	if r != 0 {
		return nil, int32(r)
	}
	return &Device{c}, 0
}

// Handle returns the VkDevice.
func (d *Device) Handle() Handle { return uint64(C.vkx_device_handle(d.c)) }

// Destroy frees the device; all of its objects must be gone.
func (d *Device) Destroy() { C.vkx_destroy_device(d.c) }

// WaitIdle waits for the queue; it returns a VkResult.
func (d *Device) WaitIdle() int32 { return int32(C.vkx_wait_idle(d.c)) }

// Name labels an object of a VkObjectType for debuggers and validation messages.
func (d *Device) Name(objectType uint32, h Handle, name string) {
	c := C.CString(name)
	C.vkx_name(d.c, C.uint32_t(objectType), C.uint64_t(h), c)
	C.free(unsafe.Pointer(c))
}

// Submit submits at most MaxLists command buffers at once; the timeline rises to signal when they are done. The slice
// must be on the heap of a caller that keeps it, so that the call does not allocate.
func (d *Device) Submit(buffers []Handle, signal uint64) int32 {
	p := (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(buffers)))
	return int32(C.vkx_submit(d.c, p, C.uint32_t(len(buffers)), C.uint64_t(signal)))
}

// Wait waits until the timeline has reached a value; VK_TIMEOUT (2) when it has not in time.
func (d *Device) Wait(value, timeoutNS uint64) int32 {
	return int32(C.vkx_wait(d.c, C.uint64_t(value), C.uint64_t(timeoutNS)))
}

// Completed returns the timeline's value and a VkResult.
func (d *Device) Completed() (uint64, int32) {
	out := C.vkx_completed(d.c)
	return uint64(out.handle), int32(out.result)
}

// ResetQueries makes queries 0..n-1 of a pool unavailable, from the host.
func (d *Device) ResetQueries(pool Handle, n int) {
	C.vkx_reset_queries(d.c, C.uint64_t(pool), C.uint32_t(n))
}
