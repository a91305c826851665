package vk

import (
	"fmt"
	"math"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// ClearValue is the 16 bytes of a texel's four channels.
type ClearValue [4]uint32

// ClearFloats is a value for floating-point and RGBA8 images; depth is the first.
func ClearFloats(r, g, b, a float32) ClearValue {
	return ClearValue{math.Float32bits(r), math.Float32bits(g), math.Float32bits(b), math.Float32bits(a)}
}

// ClearInts is a value for signed and unsigned integer images.
func ClearInts(r, g, b, a int32) ClearValue {
	return ClearValue{uint32(r), uint32(g), uint32(b), uint32(a)}
}

// words splits the value for a command.
func (v ClearValue) words() (x, y uint64) {
	return uint64(v[0]) | uint64(v[1])<<32, uint64(v[2]) | uint64(v[3])<<32
}

// Attachment is one layer of an image as a target of rendering. What was there before stays unless Clear is set.
type Attachment struct {
	Image *Image
	Layer int
	Clear bool
	Value ClearValue
}

// ClearImage sets all texels of all layers.
func (l *List) ClearImage(i *Image, value ClearValue) {
	x, y := value.words()
	l.add(shim.Cmd{Op: shim.OpImageClear, A: uint32(i.layers), B: i.format.aspect(), H0: raw(i.handle), X: x, Y: y})
}

// initImage takes a new image from the undefined to the general layout.
func (l *List) initImage(i *Image) {
	l.add(shim.Cmd{Op: shim.OpImageInit, A: uint32(i.layers), B: i.format.aspect(), H0: raw(i.handle)})
}

// CopyImageToBuffer copies layers, tightly packed: texels of a row, rows, layers. The offset is a multiple of 4 and of
// the texel's size.
func (l *List) CopyImageToBuffer(i *Image, layer0, layers int, b *Buffer, off int) {
	b.within("a copy of image "+i.label, off, layers*i.layerSize())
	l.copyRows(i, layer0, layers, 0, i.height, b, off)
}

func (l *List) copyRows(i *Image, layer0, layers, row, rows int, b *Buffer, off int) {
	if layer0 < 0 || layers < 1 || layer0+layers > i.layers || off%max(4, i.format.TexelSize()) != 0 {
		l.misuse("copies layers %d to %d of image %q, which has %d, to byte %d of buffer %q",
			layer0, layer0+layers, i.label, i.layers, off, b.label)
	}
	l.add(shim.Cmd{Op: shim.OpImageCopy, A: uint32(layer0), B: uint32(layers), C: i.format.aspect(),
		H0: raw(b.handle), H1: raw(i.handle), X: uint64(off), Y: uint64(i.width) | uint64(rows)<<32, Z: uint64(row)})
}

// BeginRender starts drawing to the given layers; viewport and scissor are the w × h texels from (0, 0). There may be
// no attachments at all, for fragment shaders that only store. A failure to make a layer's view comes out of Record.
func (l *List) BeginRender(colors []Attachment, depth *Attachment, w, h int) {
	if l.rendering || w < 1 || h < 1 || len(colors) > l.d.info.Limits.MaxColors {
		l.misuse("begins a rendering of %d x %d texels to %d colors, or one inside another", w, h, len(colors))
	}
	for _, a := range colors {
		l.attach(a, w, h)
	}
	if depth != nil {
		l.attach(*depth, w, h)
	}
	l.rendering = true
	l.add(shim.Cmd{Op: shim.OpRender, A: uint32(w), B: uint32(h)})
}

func (l *List) attach(a Attachment, w, h int) {
	i := a.Image
	if a.Layer < 0 || a.Layer >= i.layers || w > i.width || h > i.height {
		l.misuse("renders %d x %d texels to layer %d of image %q, which has %d x %d and %d layers",
			w, h, a.Layer, i.label, i.width, i.height, i.layers)
	}
	view, err := i.view(a.Layer)
	if err != nil {
		l.err = err
		return
	}
	c := shim.Cmd{Op: shim.OpAttach, B: i.format.aspect(), H0: raw(view)}
	if a.Clear {
		c.A = 1
	}
	c.X, c.Y = a.Value.words()
	l.add(c)
}

// Draw draws triangles of the bound graphics pipeline: gl_VertexIndex runs from first to first + vertices - 1.
func (l *List) Draw(vertices, first uint32) {
	if l.bound == nil || l.bound.point != vulkan.PipelineBindPointGraphics || !l.rendering {
		l.misuse("draws without a graphics pipeline, or outside a rendering")
	}
	if vertices > 0 {
		l.add(shim.Cmd{Op: shim.OpDraw, A: vertices, B: first})
	}
}

// EndRender ends what BeginRender began.
func (l *List) EndRender() {
	if !l.rendering {
		l.misuse("ends a rendering that it did not begin")
	}
	l.rendering = false
	l.add(shim.Cmd{Op: shim.OpRenderEnd})
}

// Label opens a named group of commands for debuggers and profilers.
func (l *List) Label(name string) {
	l.add(shim.Cmd{Op: shim.OpLabel, X: uint64(len(l.data))})
	l.data = append(l.data, cstr(name)...)
	for len(l.data)%4 != 0 { // push constants after it stay aligned
		l.data = append(l.data, 0)
	}
	l.labels++
}

// EndLabel closes the last open label.
func (l *List) EndLabel() {
	if l.labels == 0 {
		l.misuse("ends a label that it did not begin")
	}
	l.labels--
	l.add(shim.Cmd{Op: shim.OpLabelEnd})
}

// Timestamp stores the time when everything before it is done as query i.
func (l *List) Timestamp(q *Queries, i int) {
	if i < 0 || i >= q.n {
		panic(fmt.Sprintf("vk: list %q writes timestamp %d of %d.", l.label, i, q.n))
	}
	l.add(shim.Cmd{Op: shim.OpTimestamp, A: uint32(i), H0: raw(q.handle)})
}

// ResetQueries makes all queries unavailable; it comes before their timestamps in each submission.
func (l *List) ResetQueries(q *Queries) {
	l.add(shim.Cmd{Op: shim.OpResetQueries, A: uint32(q.n), H0: raw(q.handle)})
}
