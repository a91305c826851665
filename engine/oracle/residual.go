package oracle

import (
	"fmt"
	"math"
)

// Residual is the largest |got - want| / want over all cells. A cell that only one of the two reaches counts as 1, as
// does a source that is not zero in both. NaN in got is a cell that nobody can stand on: it counts as not reached.
func Residual(got []float32, want []float64) float64 {
	if len(got) != len(want) {
		panic(fmt.Sprintf("oracle: a residual needs two fields of one size; got %d and %d cells.", len(got), len(want)))
	}
	worst := 0.0
	for c, g := range got {
		worst = max(worst, relative(float64(g), want[c]))
	}
	return worst
}

func relative(got, want float64) float64 {
	reached := got < Closed // false for NaN
	if reached != (want < Closed) {
		return 1
	}
	switch {
	case !reached || got == want:
		return 0
	case want == 0:
		return 1
	}
	return math.Abs(got-want) / want
}

// Links turns a connection field into neighbours. The field has four channels per cell, N (+z), E (+x), S, W: the layer
// of the neighbour, negative or NaN where there is none. Cells are numbered layer by layer, row (z) by row, along x.
func Links(width, height, layers int, connection []float32) [][4]uint32 {
	cells := width * height * layers
	if len(connection) != 4*cells {
		panic(fmt.Sprintf("oracle: %d × %d × %d cells have %d connections; got %d.", width, height, layers, 4*cells, len(connection)))
	}
	links := make([][4]uint32, cells)
	for c := range links {
		i, j := c%width, c/width%height
		at := [4][2]int{{i, j + 1}, {i + 1, j}, {i, j - 1}, {i - 1, j}}
		for d, n := range at {
			links[c][d] = None
			layer := connection[4*c+d]
			inside := n[0] >= 0 && n[0] < width && n[1] >= 0 && n[1] < height
			if inside && layer >= 0 && int(layer) < layers {
				links[c][d] = uint32((int(layer)*height+n[1])*width + n[0])
			}
		}
	}
	return links
}

// Quads groups the values of a four-channel field by cell.
func Quads(data []float32) [][4]float32 {
	quads := make([][4]float32, len(data)/4)
	for i := range quads {
		quads[i] = [4]float32(data[4*i : 4*i+4])
	}
	return quads
}
