// Package picture draws layered fields and crowds as images, in pure Go. It knows nothing of engines and devices: fields
// come as plain arrays, and what a colour means is in docs/pictures.md.
//
// Every picture is the plan seen from above: +x to the right, +z down, so that nothing is mirrored.
package picture

import (
	"fmt"
	"image"
	"image/color"
	"math"
)

// Field is a layered grid of cells with Channels values each. The value of channel k of cell (i, j) of a layer lies at
// ((layer·Height + j)·Width + i)·Channels + k; i runs along x and j along z. NaN marks a cell without a value.
type Field struct {
	Width, Height, Layers, Channels int
	Data                            []float32
}

// At gives the channels of a cell.
func (f *Field) At(i, j, layer int) []float32 {
	c := ((layer*f.Height+j)*f.Width + i) * f.Channels
	return f.Data[c : c+f.Channels]
}

// Check reports a field whose data do not fit its size.
func (f *Field) Check() error {
	want := f.Width * f.Height * f.Layers * f.Channels
	if f.Width < 1 || f.Height < 1 || f.Layers < 1 || f.Channels < 1 || len(f.Data) != want {
		return fmt.Errorf("picture: a field of %d × %d × %d cells with %d channels has %d values", f.Width, f.Height, f.Layers, f.Channels, len(f.Data))
	}
	return nil
}

// Empty reports whether no cell of a layer has a value.
func (f *Field) Empty(layer int) bool {
	size := f.Width * f.Height * f.Channels
	for _, v := range f.Data[layer*size : (layer+1)*size] {
		if v == v {
			return false
		}
	}
	return true
}

// Range is the least and the greatest finite value over all layers and channels, 0 and 0 where there is none.
// Values from 1e30 on stand for infinity.
func (f *Field) Range() (lo, hi float32) {
	lo, hi = float32(math.Inf(1)), float32(math.Inf(-1))
	for _, v := range f.Data {
		if v > -infinite && v < infinite {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		return 0, 0
	}
	return lo, hi
}

const infinite = 1e30

// Painter is the colour of a cell by its channels.
type Painter func(v []float32) color.RGBA

// Draw paints a layer with squares of px × px pixels.
func Draw(f *Field, layer int, paint Painter, px int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, f.Width*px, f.Height*px))
	for j := range f.Height {
		for i := range f.Width {
			fill(img, i*px, j*px, px, px, paint(f.At(i, j, layer)))
		}
	}
	return img
}

// fill paints a rectangle that lies inside the image.
func fill(img *image.RGBA, x, y, w, h int, c color.RGBA) {
	for row := y; row < y+h; row++ {
		line := img.Pix[img.PixOffset(x, row):]
		for k := range w {
			line[4*k], line[4*k+1], line[4*k+2], line[4*k+3] = c.R, c.G, c.B, c.A
		}
	}
}

// PixelsPerCell is the size of a cell's square with which n panels of a width in cells come near to a picture of a
// width in pixels: between 1 and 12.
func PixelsPerCell(n, cells, pixels int) int {
	return min(max((pixels+n*cells/2)/(n*cells), 1), 12)
}
