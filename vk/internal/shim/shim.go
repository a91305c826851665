// Package shim holds the Vulkan calls that vulkan-go lacks or makes unsafely: entry points newer than Vulkan 1.0,
// calls that take arrays of structs (their C copies may be freed by the garbage collector while the driver still reads
// them), and command-list replay, which crosses the cgo border once per list.
//
// Handles are uint64 here. Package vk is the only user and checks all arguments.
package shim

/*
#cgo LDFLAGS: -ldl -lpthread
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import "unsafe"

// Handle is any Vulkan handle.
type Handle = uint64

// Limits of the fixed arrays on the C side.
const (
	MaxBindings  = C.VKX_MAX_BINDINGS
	MaxConstants = C.VKX_MAX_CONSTANTS
	MaxColors    = C.VKX_MAX_COLORS
	MaxLists     = C.VKX_MAX_LISTS
)

// OpenLoader opens the first library of names that is there and returns its vkGetInstanceProcAddr, or nil.
func OpenLoader(names ...string) unsafe.Pointer {
	for _, name := range names {
		c := C.CString(name)
		p := C.vkx_open_loader(c)
		C.free(unsafe.Pointer(c))
		if p != nil {
			return p
		}
	}
	return nil
}

// LoaderVersion returns the Vulkan version that the loader itself supports, packed as Vulkan does.
func LoaderVersion() uint32 { return uint32(C.vkx_loader_version()) }

// HasLayer reports whether an instance layer is installed.
func HasLayer(name string) bool {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return C.vkx_has_layer(c) != 0
}

// HasExtension reports whether an instance extension is there; layer is "" for those of loader and drivers.
func HasExtension(layer, name string) bool {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	if layer == "" {
		return C.vkx_has_extension(nil, c) != 0
	}
	l := C.CString(layer)
	defer C.free(unsafe.Pointer(l))
	return C.vkx_has_extension(l, c) != 0
}

// Log collects validation messages in C memory.
type Log struct{ c *C.vkx_log }

// NewLog returns nil when there is no memory for it.
func NewLog() *Log {
	c := C.vkx_log_new()
	if c == nil {
		return nil
	}
	return &Log{c}
}

// Chain is the pNext chain that instance creation needs.
func (l *Log) Chain() unsafe.Pointer { return C.vkx_log_chain(l.c) }

// Attach starts collecting from an instance made with Chain; it returns a VkResult.
func (l *Log) Attach(instance Handle) int32 {
	return int32(C.vkx_log_attach(l.c, C.uint64_t(instance)))
}

// Detach stops collecting; it comes before the instance's destruction.
func (l *Log) Detach() { C.vkx_log_detach(l.c) }

// Free comes after the instance's destruction.
func (l *Log) Free() { C.vkx_log_free(l.c) }

// Messages returns copies of the messages so far.
func (l *Log) Messages() []string {
	n := uint32(C.vkx_log_count(l.c))
	out := make([]string, n)
	for i := range out {
		out[i] = C.GoString(C.vkx_log_text(l.c, C.uint32_t(i)))
	}
	return out
}
