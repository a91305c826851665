package plan

import (
	"container/heap"
	"math"

	"throng/passes"
	"throng/passes/passestest"
)

// march solves the discrete equation of a group in float64 by fast marching: one cell at a time, nearest first.
func march(w *passestest.World, group uint32) []float64 {
	g := passes.As[passes.Group](w.B, "groups")[group]
	class := passes.As[passes.Class](w.B, "classes")[g.Class]
	links, cost := w.Links(), w.B.Vec4("cost")[g.Class*w.Cells:]
	phi, into, q := make([]float64, w.Cells), make([][]uint32, w.Cells), &queue{}
	for c := range w.Cells {
		for d, n := range links.All(c) {
			if cost[c][d] < passes.Inf {
				into[n] = append(into[n], c)
			}
		}
		phi[c] = math.Inf(1)
		if w.B.U32("cellZone")[c]&0xffff == g.Goal+1 && w.B.F32("clearance")[c] >= class.Radius {
			phi[c] = 0
			heap.Push(q, entry{c, 0})
		}
	}
	for q.Len() > 0 {
		e := heap.Pop(q).(entry)
		if e.phi > phi[e.cell] {
			continue
		}
		for _, c := range into[e.cell] {
			var u, k [4]float64
			for d, n := range links.All(c) {
				u[d], k[d] = math.Inf(1), math.Inf(1)
				if cost[c][d] < passes.Inf {
					u[d], k[d] = phi[n], float64(cost[c][d])
				}
			}
			if v := bisect(u, k); v < phi[c]-1e-12 {
				phi[c] = v
				heap.Push(q, entry{c, v})
			}
		}
	}
	return phi
}

// bisect gives the least φ of the four quadrants: where, in one of them, the squares of the climbs from both neighbours,
// each measured in its cost, add up to one. The sum grows with φ, so halving finds it.
func bisect(u, c [4]float64) float64 {
	square := func(phi float64, d int) float64 {
		if math.IsInf(u[d], 1) || phi <= u[d] {
			return 0
		}
		return (phi - u[d]) * (phi - u[d]) / (c[d] * c[d])
	}
	best := math.Inf(1)
	for _, x := range []int{1, 3} {
		for _, z := range []int{0, 2} {
			lo, hi := min(u[x], u[z]), min(u[x]+c[x], u[z]+c[z])
			if math.IsInf(hi, 1) {
				continue
			}
			for range 60 {
				if mid := (lo + hi) / 2; square(mid, x)+square(mid, z) >= 1 {
					hi = mid
				} else {
					lo = mid
				}
			}
			best = min(best, hi)
		}
	}
	return best
}

type entry struct {
	cell uint32
	phi  float64
}

// queue is a heap of cells, nearest first.
type queue []entry

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].phi < q[j].phi }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(e any)        { *q = append(*q, e.(entry)) }
func (q *queue) Pop() any {
	e := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return e
}
