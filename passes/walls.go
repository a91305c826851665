package passes

import (
	"iter"
	"math"
)

// The walls of a cell are segments about its centre, two words each: x and z of an end as signed 16-bit numbers, in steps
// of 1/32767 of the window's half-width, Reach + Cell. Within that window lies all that an agent in the cell can touch.
// A word of "wallStart" has the first segment of the cell, counted from the page's first, above the number of them.
const (
	// WallBits hold the number of a cell's segments.
	WallBits = 12
	// MaxWalls is the most segments that a cell can have.
	MaxWalls = 1<<WallBits - 1

	wallSteps = 32767
)

// WallRange is the word of "wallStart" for n segments from first on.
func WallRange(first, n uint32) uint32 { return first<<WallBits | n }

// PackWall stores what lies of a segment in the window of a cell with the given centre. Part of it must.
func PackWall(f *Frame, centre [2]float32, s Segment) [2]uint32 {
	h := f.Reach + f.Cell
	from, to := float32(0), float32(1)
	for axis := range 2 {
		at, d := s[axis]-centre[axis], s[axis+2]-s[axis]
		if d != 0 {
			a, b := (-h-at)/d, (h-at)/d
			from, to = max(from, min(a, b)), min(to, max(a, b))
		}
	}
	return [2]uint32{f.packCorner(centre, s, from), f.packCorner(centre, s, to)}
}

// packCorner rounds the point of a segment at the share t of its length.
func (f *Frame) packCorner(centre [2]float32, s Segment, t float32) (word uint32) {
	for axis := range 2 {
		v := (s[axis] - centre[axis] + t*(s[axis+2]-s[axis])) / (f.Reach + f.Cell) * wallSteps
		i := int32(min(max(math.Floor(float64(v+0.5)), -wallSteps), wallSteps))
		word |= uint32(i) & 0xffff << (16 * axis)
	}
	return word
}

// Walls finds the walls of cells: the form of lib/walls.glsl.
type Walls struct {
	f            *Frame
	pages        [][4]uint32
	start, first []uint32
	packed       [][2]uint32
}

// NewWalls reads the slots "pages", "wallStart", "pageWalls" and "walls".
func NewWalls(f *Frame, b *Buffers) Walls {
	return WallsOf(f, b.UVec4("pages"), b.U32("wallStart"), b.U32("pageWalls"), As[[2]uint32](b, "walls"))
}

// WallsOf reads copies of those slots.
func WallsOf(f *Frame, pages [][4]uint32, wallStart, pageWalls []uint32, walls [][2]uint32) Walls {
	return Walls{f, pages, wallStart, pageWalls, walls}
}

// Around visits the walls within reach of a cell.
func (w *Walls) Around(c uint32) iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		word, centre, step := w.start[c], Centre(w.f, w.pages, c), (w.f.Reach+w.f.Cell)/wallSteps
		first := w.first[c/PageCells] + word>>WallBits
		for _, p := range w.packed[first : first+word&MaxWalls] {
			a, b := unpackPair(p[0], 1), unpackPair(p[1], 1)
			if !yield(Segment{centre[0] + a[0]*step, centre[1] + a[1]*step, centre[0] + b[0]*step, centre[1] + b[1]*step}) {
				return
			}
		}
	}
}
