// Package vk is the only part of Throng that talks to Vulkan: it opens a device and gives out buffers, layered images,
// pipelines, descriptor sets and command lists that are recorded once and submitted many times.
//
// Vulkan 1.3 is required (dynamic rendering, synchronization2, timeline semaphores, host query reset). One queue does
// all work, so submissions run in the order of Submit; memory is made visible only by barriers.
//
// A Device may be used from several goroutines. A List, and a Queries while it is being read, belong to one at a time.
//
// Destroy methods may be called while the GPU still works with the object: it goes when all work submitted so far is
// done. They may be called twice and on nil.
//
// Sizes and offsets are in bytes. Errors of the driver match ErrOutOfMemory, ErrDeviceLost or ErrTimeout, or are an
// Error; misuse of the API by the program panics.
package vk
