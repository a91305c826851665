package scenes

import (
	"math"
	"slices"
)

// span is an interval of one axis in millimetres. Whole millimetres make pieces
// that should meet meet exactly, where sums of decimal fractions would not.
type span struct{ lo, hi int }

// m is the span from lo to hi metres.
func m(lo, hi float64) span { return span{millimetres(lo), millimetres(hi)} }

func millimetres(x float64) int { return int(math.Round(1000 * x)) }

// solid is what remains after boxes were filled and cut one after the other. Its
// surface is closed, without inner faces, however the boxes overlap or touch.
type solid struct{ ops []operation }

type operation struct {
	box  [3]span // x, y, z
	full bool    // fill, else cut
}

func (s *solid) fill(x, y, z span) { s.ops = append(s.ops, operation{[3]span{x, y, z}, true}) }
func (s *solid) cut(x, y, z span)  { s.ops = append(s.ops, operation{[3]span{x, y, z}, false}) }

// mesh is the solid's surface, counterclockwise seen from outside.
func (s *solid) mesh() *mesh {
	out := newMesh()
	l := newLattice(s.ops)
	for axis := range 3 {
		for i := range l.size(axis) {
			l.faces(axis, i, -1, out)
			l.faces(axis, i, +1, out)
		}
	}
	return out
}

// lattice divides space at every coordinate where a box begins or ends, so that
// each of its cells is either full or empty.
type lattice struct {
	cuts [3][]int
	full []bool
}

func newLattice(ops []operation) *lattice {
	l := &lattice{}
	for axis := range 3 {
		for _, op := range ops {
			l.cuts[axis] = append(l.cuts[axis], op.box[axis].lo, op.box[axis].hi)
		}
		slices.Sort(l.cuts[axis])
		l.cuts[axis] = slices.Compact(l.cuts[axis])
	}
	l.full = make([]bool, l.size(0)*l.size(1)*l.size(2))
	for _, op := range ops {
		l.apply(op)
	}
	return l
}

// size is the number of cells along an axis.
func (l *lattice) size(axis int) int { return max(len(l.cuts[axis])-1, 0) }

func (l *lattice) index(c [3]int) int { return (c[0]*l.size(1)+c[1])*l.size(2) + c[2] }

func (l *lattice) apply(op operation) {
	var lo, hi [3]int
	for axis, s := range op.box {
		lo[axis], _ = slices.BinarySearch(l.cuts[axis], s.lo)
		hi[axis], _ = slices.BinarySearch(l.cuts[axis], s.hi)
	}
	for x := lo[0]; x < hi[0]; x++ {
		for y := lo[1]; y < hi[1]; y++ {
			for z := lo[2]; z < hi[2]; z++ {
				l.full[l.index([3]int{x, y, z})] = op.full
			}
		}
	}
}

// at reports whether a cell is full; cells beyond the lattice are empty.
func (l *lattice) at(c [3]int) bool {
	for axis := range 3 {
		if c[axis] < 0 || c[axis] >= l.size(axis) {
			return false
		}
	}
	return l.full[l.index(c)]
}

// faces adds the exposed faces of cell layer i on one side of an axis, merged into
// rectangles. Runs along y are merged first: the pieces of a wall that lie above one
// another then become one face, and so one segment of the wall's outline in plan.
func (l *lattice) faces(axis, i, side int, out *mesh) {
	u, v := (axis+1)%3, (axis+2)%3
	first, second := u, v
	if v == 1 {
		first, second = v, u
	}
	open := l.exposed(axis, i, side, first, second)
	n, rows := l.size(first), l.size(second)
	for b := range rows {
		for a := 0; a < n; a++ {
			if !open[b*n+a] {
				continue
			}
			a1, b1 := grow(open, n, rows, a, b)
			var r [3]span
			r[first] = span{l.cuts[first][a], l.cuts[first][a1]}
			r[second] = span{l.cuts[second][b], l.cuts[second][b1]}
			plane := l.cuts[axis][i]
			if side > 0 {
				plane = l.cuts[axis][i+1]
			}
			r[axis] = span{plane, plane}
			out.rectangle(axis, side, r)
		}
	}
}

// exposed marks the cells of layer i that are full and have an empty neighbour on the side.
func (l *lattice) exposed(axis, i, side, first, second int) []bool {
	n := l.size(first)
	open := make([]bool, n*l.size(second))
	for k := range open {
		var c [3]int
		c[axis], c[first], c[second] = i, k%n, k/n
		beyond := c
		beyond[axis] += side
		open[k] = l.at(c) && !l.at(beyond)
	}
	return open
}

// grow takes the largest rectangle that starts at (a, b) and extends along a first,
// clears it, and returns its ends.
func grow(open []bool, n, rows, a, b int) (a1, b1 int) {
	a1 = a
	for a1 < n && open[b*n+a1] {
		a1++
	}
	b1 = b + 1
	for b1 < rows && !slices.Contains(open[b1*n+a:b1*n+a1], false) {
		b1++
	}
	for row := b; row < b1; row++ {
		clear(open[row*n+a : row*n+a1])
	}
	return a1, b1
}
