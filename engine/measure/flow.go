package measure

import (
	"math"
	"slices"
)

// Line counts who passes it: a stretch of the plan, passed in the direction in which it has A on the left hand and B on the right.
type Line struct {
	A, B  [2]float64
	Times []float64 // of passing, ascending; who passes back and again counts once

	before map[uint64]crossing
	passed map[uint64]bool
}

type crossing struct {
	at   [2]float64
	time float64
}

// Look sees everybody at a time.
func (l *Line) Look(time float64, all []Walker) {
	if l.before == nil {
		l.before, l.passed = map[uint64]crossing{}, map[uint64]bool{}
	}
	for i := range all {
		w := &all[i]
		now := crossing{[2]float64{w.At[0], w.At[2]}, time}
		if was, known := l.before[w.ID]; known && !l.passed[w.ID] {
			if part, ok := l.cut(was.at, now.at); ok {
				l.passed[w.ID] = true
				t := was.time + part*(time-was.time)
				at, _ := slices.BinarySearch(l.Times, t)
				l.Times = slices.Insert(l.Times, at, t)
			}
		}
		l.before[w.ID] = now
	}
}

// cut is where a way from p to q passes the line, as a share of the way.
func (l *Line) cut(p, q [2]float64) (part float64, ok bool) {
	along := [2]float64{l.B[0] - l.A[0], l.B[1] - l.A[1]}
	// In the plan (x, z) seen from above, z points to the right of x.
	side := func(r [2]float64) float64 { return along[1]*(r[0]-l.A[0]) - along[0]*(r[1]-l.A[1]) }
	from, to := side(p), side(q)
	if !(from < 0 && to >= 0) {
		return 0, false
	}
	part = from / (from - to)
	x, z := p[0]+part*(q[0]-p[0]), p[1]+part*(q[1]-p[1])
	share := (along[0]*(x-l.A[0]) + along[1]*(z-l.A[1])) / (along[0]*along[0] + along[1]*along[1])
	return part, share >= 0 && share <= 1
}

// Flow is the steady flow of so many people past a line [1/s]: between the first fifth and the last. It is NaN where fewer than
// four fifths have passed.
func Flow(times []float64, people int) float64 {
	first, last := people/5, people*4/5
	if first < 1 || len(times) < last {
		return math.NaN()
	}
	return float64(last-first) / (times[last-1] - times[first-1])
}

// Gap is the longest time between two who pass one after the other [s].
func Gap(times []float64) (longest float64) {
	for k := 1; k < len(times); k++ {
		longest = max(longest, times[k]-times[k-1])
	}
	return longest
}

// Proportion fits y = a·x through the origin by least squares; r2 is the share of the variance of y about its mean that it
// explains.
func Proportion(x, y []float64) (a, r2 float64) {
	var xx, xy, mean float64
	for i := range x {
		xx, xy, mean = xx+x[i]*x[i], xy+x[i]*y[i], mean+y[i]/float64(len(x))
	}
	a = xy / xx
	var rest, all float64
	for i := range x {
		rest, all = rest+(y[i]-a*x[i])*(y[i]-a*x[i]), all+(y[i]-mean)*(y[i]-mean)
	}
	return a, 1 - rest/all
}
