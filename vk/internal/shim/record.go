package shim

// #include "shim.h"
import "C"

import "unsafe"

// Scope bits; see shim.h.
const (
	ComputeRead   = C.VKX_COMPUTE_READ
	ComputeWrite  = C.VKX_COMPUTE_WRITE
	VertexRead    = C.VKX_VERTEX_READ
	FragmentRead  = C.VKX_FRAGMENT_READ
	FragmentWrite = C.VKX_FRAGMENT_WRITE
	IndirectRead  = C.VKX_INDIRECT_READ
	TransferRead  = C.VKX_TRANSFER_READ
	TransferWrite = C.VKX_TRANSFER_WRITE
	ColorRead     = C.VKX_COLOR_READ
	ColorWrite    = C.VKX_COLOR_WRITE
	DepthRead     = C.VKX_DEPTH_READ
	DepthWrite    = C.VKX_DEPTH_WRITE
	HostRead      = C.VKX_HOST_READ
	HostWrite     = C.VKX_HOST_WRITE
	AllScopes     = 1<<C.VKX_SCOPES - 1
)

// Operations; what each field of Cmd holds for them stands in shim.h.
const (
	OpBind         = C.VKX_BIND
	OpPush         = C.VKX_PUSH
	OpDispatch     = C.VKX_DISPATCH
	OpIndirect     = C.VKX_INDIRECT
	OpBarrier      = C.VKX_BARRIER
	OpCopy         = C.VKX_COPY
	OpFill         = C.VKX_FILL
	OpImageInit    = C.VKX_IMAGE_INIT
	OpImageCopy    = C.VKX_IMAGE_COPY
	OpImageClear   = C.VKX_IMAGE_CLEAR
	OpAttach       = C.VKX_ATTACH
	OpRender       = C.VKX_RENDER
	OpDraw         = C.VKX_DRAW
	OpRenderEnd    = C.VKX_RENDER_END
	OpLabel        = C.VKX_LABEL
	OpLabelEnd     = C.VKX_LABEL_END
	OpTimestamp    = C.VKX_TIMESTAMP
	OpResetQueries = C.VKX_RESET_QUERIES
)

// Cmd is one command; it holds no pointers, so a list of them crosses cgo unchecked and uncopied.
type Cmd struct {
	Op, A, B, C uint32
	H0, H1, H2  Handle
	X, Y, Z     uint64
}

// The two languages must agree on the layout.
var _ [C.sizeof_vkx_cmd]byte = [unsafe.Sizeof(Cmd{})]byte{}

// Record begins a command buffer, replays the commands into it and ends it, in one crossing. It returns a VkResult.
func (d *Device) Record(buffer Handle, cmds []Cmd, data []byte) int32 {
	p := (*C.vkx_cmd)(unsafe.Pointer(unsafe.SliceData(cmds)))
	q := (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(data)))
	return int32(C.vkx_record(d.c, C.uint64_t(buffer), p, C.uint32_t(len(cmds)), q))
}
