package move

import (
	"math"

	"throng/passes"
	"throng/passes/passestest"
)

const pace = 2744.0 / 2048 // about 1.34 m/s, without rounding when it is stored

// class0 is the class of the tests' groups.
var class0 = passes.Class{Speed: pace, Radius: 0.2, RhoMin: 0.7, Sample: 1}

// uniform makes a floor where one group flows at velocity v everywhere.
func uniform(w *passestest.World, v vec) *passestest.World {
	w.Groups([]passes.Class{class0}, []passes.Group{{Goal: 0}})
	for c := range w.B.U32("velocity") {
		w.B.U32("velocity")[c] = passes.PackVelocity(v)
	}
	w.Step().Dt = 0.05
	return w
}

// plan fills group 0's fields with shortest ways to its goal over cells whose clearance is the class's radius or more:
// along rows, columns and diagonals, by relaxing until nothing changes.
func plan(w *passestest.World) {
	w.Groups([]passes.Class{class0}, []passes.Group{{Goal: 0}})
	phi, v := w.B.F32("potential")[:w.Cells], w.B.U32("velocity")
	clearance, zone := w.B.F32("clearance"), w.B.U32("cellZone")
	for c := range phi {
		phi[c] = passes.Inf
		if clearance[c] >= class0.Radius && zone[c]&0xffff == 1 {
			phi[c] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for c := range phi {
			if clearance[c] < class0.Radius {
				continue
			}
			for _, n := range ways(w, uint32(c)) {
				if t := phi[n.cell] + float32(math.Hypot(float64(n.d[0]), float64(n.d[1])))*w.Frame.Cell/pace; t < phi[c] {
					phi[c], v[c] = t, passes.PackVelocity(scale(n.d, pace/length(n.d)))
					changed = true
				}
			}
		}
	}
	w.Step().Dt = 0.05
}

type way struct {
	cell uint32
	d    vec
}

// ways lists the neighbours of a cell, diagonal ones where both ways round lead to them.
func ways(w *passestest.World, c uint32) (out []way) {
	links := w.Links()
	over := func(c uint32, d int) uint32 {
		if c == passes.None {
			return c
		}
		return links.To(c, d)
	}
	for d := range 4 {
		e := (d + 1) % 4
		if n := over(c, d); n != passes.None {
			out = append(out, way{n, direction(d)})
		}
		if n := over(over(c, d), e); n != passes.None && n == over(over(c, e), d) {
			out = append(out, way{n, add(direction(d), direction(e))})
		}
	}
	return out
}

// advanceOnce closes the step before, as the engine does once it has taken its results, and runs one without separation.
func advanceOnce(w *passestest.World) {
	w.Run(Close{})
	w.Run(Motion(w.Frame, false, 1)...)
	w.Step().Number++
	w.Step().Time += w.Step().Dt
}

func balanced(t *passes.Tally) bool { return t.Spawned == t.Alive+t.Arrived+t.Removed+t.Lost }

// direction is the unit step d = 0..3: N, E, S, W.
func direction(d int) vec {
	return [4]vec{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}[d]
}
