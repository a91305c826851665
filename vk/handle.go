package vk

import "unsafe"

// vulkan-go's handles are pointers to incomplete C types, the shim's are uint64. Both are 8 bytes: Vulkan's own headers
// make it so on every 64-bit platform, and on others the array below does not compile.
var _ [8]byte = [unsafe.Sizeof(uintptr(0))]byte{}

// raw turns a handle of vulkan-go into one of the shim.
func raw[H any](h H) uint64 { return *(*uint64)(unsafe.Pointer(&h)) }

// cooked turns a handle of the shim into one of vulkan-go.
func cooked[H any](h uint64) H { return *(*H)(unsafe.Pointer(&h)) }

// cstr ends a string as C needs it; vulkan-go passes Go strings on as they are.
func cstr(s string) string { return s + "\x00" }
