package vk

import "throng/vk/internal/shim"

// Scope is a set of ways in which the GPU or the host touches memory. A barrier makes what its source scope wrote
// visible to its destination scope, and keeps the latter from starting before the former is done.
type Scope uint32

// The scopes; shader reads and writes are those of storage buffers and images, and compute shaders read texels too.
const (
	ComputeRead   Scope = shim.ComputeRead
	ComputeWrite  Scope = shim.ComputeWrite
	VertexRead    Scope = shim.VertexRead
	FragmentRead  Scope = shim.FragmentRead
	FragmentWrite Scope = shim.FragmentWrite
	IndirectRead  Scope = shim.IndirectRead  // arguments of DispatchIndirect
	TransferRead  Scope = shim.TransferRead  // source of Copy and CopyImageToBuffer
	TransferWrite Scope = shim.TransferWrite // destination of them, of Fill and of ClearImage
	ColorRead     Scope = shim.ColorRead     // color attachments that are not cleared
	ColorWrite    Scope = shim.ColorWrite
	DepthRead     Scope = shim.DepthRead // every depth attachment
	DepthWrite    Scope = shim.DepthWrite
	HostRead      Scope = shim.HostRead  // Bytes of a mapped buffer, after Wait
	HostWrite     Scope = shim.HostWrite // Bytes before Submit; Submit itself makes them visible
	All           Scope = shim.AllScopes
)
