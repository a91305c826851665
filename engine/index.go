package engine

import (
	"math"

	"throng/passes"
)

// index sorts the crowd that was read back into squares of the plan, so that a question looks at few agents. It is made by
// the first question after a readback, by counting: two passes over the agents.
type index struct {
	side       float64 // of a square [m]
	wide, long int     // squares
	start      []int32 // first place of each square in the order, and the number of all
	places     []place
	boxX, boxZ float64 // of the scene [m]
}

// place is where an agent stands, relative to the scene's box [m].
type place struct {
	x, y, z float32
	slot    uint32
}

// perSquare is how many agents a square has on average.
const perSquare = 4

// sort takes up the agents of a readback.
func (x *index) sort(f *passes.Frame, s *seen, origin [3]float64) {
	n := 0
	for _, state := range s.state {
		if state&0xff != passes.StateFree {
			n++
		}
	}
	x.boxX, x.boxZ = float64(f.Width)*float64(f.Cell), float64(f.Height)*float64(f.Cell)
	x.side = max(float64(f.Cell), math.Sqrt(perSquare*x.boxX*x.boxZ/float64(max(n, 1))))
	x.wide, x.long = int(x.boxX/x.side)+1, int(x.boxZ/x.side)+1
	x.start = resized(x.start, x.wide*x.long+1)
	x.places = resized(x.places, n)
	clear(x.start)
	each := func(do func(square int, p place)) {
		for i, state := range s.state {
			if state&0xff == passes.StateFree {
				continue
			}
			at := &s.columns.Position[i]
			p := place{float32(at[0] - origin[0]), float32(at[1] - origin[1]), float32(at[2] - origin[2]), uint32(i)}
			do(x.row(float64(p.z))*x.wide+x.column(float64(p.x)), p)
		}
	}
	each(func(square int, _ place) { x.start[square+1]++ })
	for k := range x.start[1:] {
		x.start[k+1] += x.start[k]
	}
	// Filled from the end of each square: the ends become the starts.
	each(func(square int, p place) {
		x.start[square+1]--
		x.places[x.start[square+1]] = p
	})
	for k := range x.start[1:] {
		x.start[k] = x.start[k+1]
	}
	x.start[len(x.start)-1] = int32(n)
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// column and row give the square of a place; those beyond the box are in the outermost ones.
func (x *index) column(at float64) int { return min(max(int(at/x.side), 0), x.wide-1) }

func (x *index) row(at float64) int { return min(max(int(at/x.side), 0), x.long-1) }

// rectangle calls do with all agents of the squares that a rectangle of the plan meets.
func (x *index) rectangle(x0, z0, x1, z1 float64, do func(p *place)) {
	first, last := x.column(x0), x.column(x1)
	for j := x.row(z0); j <= x.row(z1); j++ {
		x.squares(j, first, last, do)
	}
}

// squares calls do with the agents of squares first to last of a row.
func (x *index) squares(row, first, last int, do func(p *place)) {
	from, to := x.start[row*x.wide+first], x.start[row*x.wide+last+1]
	for k := from; k < to; k++ {
		do(&x.places[k])
	}
}

// rings calls do with the agents of all squares, those around a place first, ring by ring, and after each ring asks done,
// with the distance up to which it has seen everybody.
func (x *index) rings(atX, atZ float64, do func(p *place), done func(seen float64) bool) {
	// Of a place beyond the box the nearest in it counts: who is in the box is no nearer to the place than to that.
	i, j := x.column(atX), x.row(atZ)
	for r := 0; r < max(x.wide, x.long); r++ {
		for row := max(j-r, 0); row <= min(j+r, x.long-1); row++ {
			if row == j-r || row == j+r {
				x.squares(row, max(i-r, 0), min(i+r, x.wide-1), do)
				continue
			}
			if i-r >= 0 {
				x.squares(row, i-r, i-r, do)
			}
			if i+r < x.wide && r > 0 {
				x.squares(row, i+r, i+r, do)
			}
		}
		if done(float64(r) * x.side) {
			return
		}
	}
}
