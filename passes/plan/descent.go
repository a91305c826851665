package plan

import (
	"math"

	"throng/passes"
)

// descent is the ways down within a page: from every cell to the lowest of its neighbours there, up to a cell where the way
// leaves the page or ends. It is the form of lib/descent.glsl.
type descent struct {
	next [passes.PageCells]int     // cell on the way, in the end its last
	sum  [passes.PageCells]float32 // of the changes of the cells before the last
	last [passes.PageCells][2]uint32
}

// newDescent finds the ways by what the page itself holds, and by the exits of its border cells.
func newDescent(phi []float32, links []uint32, ways [][2]uint32) *descent {
	d := &descent{}
	for c := range d.next {
		d.next[c] = c
		k := borderOf(c)
		if k < 0 {
			d.last[c] = [2]uint32{passes.WayLost, 0}
		} else if d.last[c] = ways[k]; d.last[c][0] != passes.WayInside {
			continue
		}
		d.step(c, phi, links[c])
		if d.next[c] != c {
			d.sum[c] = math.Float32frombits(d.last[c][1])
		}
	}
	for range 8 { // ways in a page have at most 2^8 cells
		from := *d
		for c, n := range from.next {
			if n != c {
				d.next[c], d.sum[c] = from.next[n], from.sum[c]+from.sum[n]
			}
		}
	}
	return d
}

// step goes to the lowest neighbour within the page, if one is lower.
func (d *descent) step(c int, phi []float32, word uint32) {
	lowest := passes.Potential(phi[c])
	if passes.IsFixed(phi[c]) {
		d.last[c][0] = passes.WayHeld
		return
	}
	for k, by := range [4]int{passes.Tile, 1, -passes.Tile, -1} {
		switch layer := word >> (8 * k) & 0xff; layer {
		case passes.LinkNone:
		case passes.LinkNear:
			if value := passes.Potential(phi[c+by]); value < lowest {
				lowest, d.next[c] = value, c+by
			}
		default:
			d.last[c][0] = passes.WayHeld // in another page of the same tile
		}
	}
	if passes.Potential(phi[c]) >= passes.Inf {
		d.next[c], d.last[c][0] = c, passes.WayLost
	}
}

// way gives the end of the way from a cell, and what the values on it have yet to change.
func (d *descent) way(c int) [2]uint32 {
	last := d.last[d.next[c]]
	return wayOf(last[0], d.sum[c]+math.Float32frombits(last[1]))
}

func wayOf(to uint32, change float32) [2]uint32 { return [2]uint32{to, math.Float32bits(change)} }
