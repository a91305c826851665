package measure

import (
	"math"
	"math/rand/v2"
	"slices"
)

// LaneStrip is the half-width of the strip in which an agent looks for others, by the diameter of a body.
const LaneStrip = 0.375

// Lanes is where people are across a corridor, and which way they walk.
type Lanes struct {
	Across []float64 // [m]
	Ahead  []bool
	Strip  float64 // half-width [m]
}

// Order is φ of Rex and Löwen: the mean of ((same − other)/(same + other))² over the people in each one's strip along the corridor,
// 1 where lanes are pure. Who is alone in the strip does not count; NaN where all are.
func (l *Lanes) Order() float64 {
	order := make([]int, len(l.Across))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		switch {
		case l.Across[i] < l.Across[j]:
			return -1
		case l.Across[i] > l.Across[j]:
			return 1
		}
		return i - j
	})
	ahead := make([]int, len(order)+1) // running count
	for k, i := range order {
		ahead[k+1] = ahead[k]
		if l.Ahead[i] {
			ahead[k+1]++
		}
	}
	sum, n, from, to := 0.0, 0, 0, 0
	for k, i := range order {
		for l.Across[order[from]] <= l.Across[i]-l.Strip {
			from++
		}
		for to = max(to, k); to < len(order) && l.Across[order[to]] < l.Across[i]+l.Strip; to++ {
		}
		others, same := to-from-1, ahead[to]-ahead[from]-1
		if !l.Ahead[i] {
			same = to - from - (ahead[to] - ahead[from]) - 1
		}
		if others > 0 {
			d := float64(2*same-others) / float64(others)
			sum, n = sum+d*d, n+1
		}
	}
	return sum / float64(n)
}

// Shuffled is the mean and the deviation of the order when directions are dealt out at random so many times.
func (l *Lanes) Shuffled(times int, random *rand.Rand) (mean, deviation float64) {
	s := Lanes{l.Across, slices.Clone(l.Ahead), l.Strip}
	var sum, squares float64
	for range times {
		random.Shuffle(len(s.Ahead), func(i, j int) { s.Ahead[i], s.Ahead[j] = s.Ahead[j], s.Ahead[i] })
		order := s.Order()
		sum, squares = sum+order, squares+order*order
	}
	mean = sum / float64(times)
	return mean, math.Sqrt(max(0, squares/float64(times)-mean*mean))
}

// Rotation is Γ: the mean over people within a distance of a centre of (r × v)/(|r| |v|), 1 where all circle clockwise seen from
// above. Who stands does not count; 0 where nobody is there.
func Rotation(all []Walker, centre [2]float64, within float64) float64 {
	sum, n := 0.0, 0
	for i := range all {
		x, z := all[i].At[0]-centre[0], all[i].At[2]-centre[1]
		u, w := all[i].Velocity[0], all[i].Velocity[2]
		r, v := math.Hypot(x, z), math.Hypot(u, w)
		if r > 0 && r <= within && v > 0 {
			sum, n = sum+(x*w-z*u)/(r*v), n+1
		}
	}
	return sum / float64(max(n, 1))
}
