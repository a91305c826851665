package vk

import (
	"fmt"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// List is a list of commands: filled once, recorded once, then submitted any number of times, also while earlier
// submissions of it still run. Commands are kept without pointers and become a Vulkan command buffer in one call.
//
// A list does not own what its commands name; all of it must live until the last submission is done.
type List struct {
	d      *Device
	label  string
	pool   vulkan.CommandPool
	buffer vulkan.CommandBuffer

	cmds      []shim.Cmd
	data      []byte // push constants and labels
	bound     *Pipeline
	rendering bool
	labels    int // open labels
	err       error
	recorded  bool
	last      Ticket // of the last submission
}

// NewList makes an empty list.
func (d *Device) NewList(label string) *List { return &List{d: d, label: label} }

// Reset empties the list; it keeps its memory.
func (l *List) Reset() {
	l.cmds, l.data = l.cmds[:0], l.data[:0]
	l.bound, l.rendering, l.labels, l.err, l.recorded = nil, false, 0, nil, false
}

// Record makes the list ready for Submit. It waits if an earlier submission of the list is still running.
func (l *List) Record() error {
	if l.rendering || l.labels != 0 {
		panic(fmt.Sprintf("vk: list %q ends inside a rendering or a label.", l.label))
	}
	err := l.err
	if err == nil {
		err = l.open()
	}
	if err == nil {
		err = check(l.d.shim.Record(raw(l.buffer), l.cmds, l.data))
	}
	if err != nil {
		return fmt.Errorf("vk: record list %q: %w", l.label, err)
	}
	l.recorded = true
	return nil
}

// open provides an empty command buffer. Each list has a pool of its own, so lists need no lock against each other.
func (l *List) open() error {
	if l.pool != nil {
		if err := l.d.Wait(l.last, Forever); err != nil {
			return err
		}
		return check(vulkan.ResetCommandPool(l.d.handle, l.pool, 0))
	}
	info := vulkan.CommandPoolCreateInfo{SType: vulkan.StructureTypeCommandPoolCreateInfo, QueueFamilyIndex: l.d.family}
	defer info.Free()
	var pool vulkan.CommandPool
	if err := check(vulkan.CreateCommandPool(l.d.handle, &info, nil, &pool)); err != nil {
		return err
	}
	one := vulkan.CommandBufferAllocateInfo{
		SType:       vulkan.StructureTypeCommandBufferAllocateInfo,
		CommandPool: pool, Level: vulkan.CommandBufferLevelPrimary, CommandBufferCount: 1,
	}
	defer one.Free()
	buffers := make([]vulkan.CommandBuffer, 1)
	if err := check(vulkan.AllocateCommandBuffers(l.d.handle, &one, buffers)); err != nil {
		vulkan.DestroyCommandPool(l.d.handle, pool, nil)
		return err
	}
	l.pool, l.buffer = pool, buffers[0]
	l.d.adopt(l, vulkan.ObjectTypeCommandBuffer, raw(l.buffer))
	return nil
}

// Destroy frees the list when the GPU is done with it.
func (l *List) Destroy() {
	if l != nil && l.pool != nil {
		l.recorded = false
		l.d.release(l)
	}
}

func (l *List) describe() Usage { return Usage{"list", l.label, 0} }

func (l *List) free() {
	vulkan.DestroyCommandPool(l.d.handle, l.pool, nil)
	l.pool = nil
}

func (l *List) add(c shim.Cmd) {
	l.cmds = append(l.cmds, c)
	l.recorded = false
}

func (l *List) misuse(format string, args ...any) {
	panic(fmt.Sprintf("vk: list %q ", l.label) + fmt.Sprintf(format, args...) + ".")
}

// Bind chooses the pipeline and the set of the following commands; s is nil for a pipeline without bindings.
func (l *List) Bind(p *Pipeline, s *Set) {
	c := shim.Cmd{Op: shim.OpBind, A: uint32(p.point), H0: raw(p.handle), H1: raw(p.layout)}
	switch {
	case s != nil && !s.suits(p), s == nil && len(p.kinds) > 0:
		l.misuse("binds pipeline %q, which has %d bindings, with a set that does not match", p.label, len(p.kinds))
	case s != nil:
		c.H2 = s.handle
	}
	l.bound = p
	l.add(c)
}

// Push sets all push constants of the bound pipeline; the bytes are copied.
func (l *List) Push(b []byte) {
	if l.bound == nil || len(b) != l.bound.push {
		l.misuse("pushes %d bytes, which is not what its bound pipeline takes", len(b))
	}
	if len(b) == 0 {
		return
	}
	l.add(shim.Cmd{Op: shim.OpPush, A: l.bound.stages, B: uint32(len(b)), H1: raw(l.bound.layout), X: uint64(len(l.data))})
	l.data = append(l.data, b...)
}

func (l *List) needCompute() {
	if l.bound == nil || l.bound.point != vulkan.PipelineBindPointCompute || l.rendering {
		l.misuse("dispatches without a compute pipeline, or inside a rendering")
	}
}

// Dispatch runs x × y × z groups of the bound compute pipeline. None at all is allowed and does nothing.
func (l *List) Dispatch(x, y, z uint32) {
	l.needCompute()
	most := l.d.info.Limits.MaxGroups
	if int(x) > most[0] || int(y) > most[1] || int(z) > most[2] {
		l.misuse("dispatches %d x %d x %d groups of %q; the device allows %v", x, y, z, l.bound.label, most)
	}
	if x != 0 && y != 0 && z != 0 {
		l.add(shim.Cmd{Op: shim.OpDispatch, A: x, B: y, C: z})
	}
}

// DispatchIndirect runs the bound compute pipeline with three uint32 group counts at an offset, a multiple of 4.
func (l *List) DispatchIndirect(b *Buffer, offset int) {
	l.needCompute()
	b.within("an indirect dispatch", offset, 12)
	if offset%4 != 0 {
		l.misuse("reads group counts at byte %d of buffer %q, not a multiple of 4", offset, b.label)
	}
	l.add(shim.Cmd{Op: shim.OpIndirect, H0: raw(b.handle), X: uint64(offset)})
}

// Barrier orders everything before it against everything after it, in this list and in earlier submissions, and makes
// the writes of src visible to dst. Barriers are not allowed inside a rendering.
func (l *List) Barrier(src, dst Scope) {
	if l.rendering {
		l.misuse("has a barrier inside a rendering")
	}
	l.add(shim.Cmd{Op: shim.OpBarrier, A: uint32(src), B: uint32(dst)})
}

// Copy copies n bytes between buffers; the ranges must not overlap.
func (l *List) Copy(dst, src *Buffer, dstOff, srcOff, n int) {
	dst.within("a copy", dstOff, n)
	src.within("a copy", srcOff, n)
	if n > 0 {
		l.add(shim.Cmd{Op: shim.OpCopy, H0: raw(dst.handle), H1: raw(src.handle),
			X: uint64(dstOff), Y: uint64(srcOff), Z: uint64(n)})
	}
}

// Fill writes the same word to n bytes; offset and n are multiples of 4.
func (l *List) Fill(b *Buffer, off, n int, v uint32) {
	b.within("a fill", off, n)
	if off%4 != 0 || n%4 != 0 {
		l.misuse("fills %d bytes at %d of buffer %q; both must be multiples of 4", n, off, b.label)
	}
	if n > 0 {
		l.add(shim.Cmd{Op: shim.OpFill, A: v, H0: raw(b.handle), X: uint64(off), Z: uint64(n)})
	}
}
