package audit

import (
	"fmt"
	"math"
)

// Offence is what is wrong with where an agent is.
type Offence uint8

const (
	None    Offence = iota
	TooNear         // the centre is nearer to an obstruction than its radius, less the tolerance
	NoFloor         // there is no floor within a step of its height
	Jumped          // its last step changed floors by more than a step and the slope limit allow
	Through         // its last step crossed an obstruction
)

// String names the offence.
func (o Offence) String() string {
	return [...]string{"none", "too near", "no floor", "jumped", "through"}[o]
}

// Judge finds the offence of an agent of a radius that was at prev and is at cur, with
// distances to walls forgiven by tol metres. The graver offence comes first: through,
// no floor, jumped, too near.
func (a *Audit) Judge(prev, cur [3]float64, radius, tol float64) Offence {
	if prev != cur && a.Crossed(prev, cur) {
		return Through
	}
	floor, ok := a.Floor(cur)
	if !ok {
		return NoFloor
	}
	if before, ok := a.Floor(prev); ok && a.jumped(prev, cur, before, floor) {
		return Jumped
	}
	if room := radius - tol; room > 0 && a.wall(cur, floor, room) < room {
		return TooNear
	}
	return None
}

// jumped reports whether nobody could have walked from one floor to the other on so
// short a way: no agent may hop between storeys.
func (a *Audit) jumped(from, to [3]float64, before, floor float64) bool {
	way := math.Hypot(to[0]-from[0], to[2]-from[2])
	return math.Abs(floor-before) > a.step+touch+way*a.slope
}

// InWall counts the agents with any offence. A nil prev leaves out the crossings; else
// agent i was at prev[i] one step ago. Agents that arrived or have not started must not
// be handed in, nor those that were moved on purpose.
func (a *Audit) InWall(prev, cur [][3]float64, radius []float64, tol float64) int {
	if len(radius) != len(cur) || prev != nil && len(prev) != len(cur) {
		panic(fmt.Sprintf("audit: InWall needs one previous place and one radius for each agent; got %d, %d and %d agents.",
			len(prev), len(radius), len(cur)))
	}
	count := 0
	for i, p := range cur {
		before := p
		if prev != nil {
			before = prev[i]
		}
		if a.Judge(before, p, radius[i], tol) != None {
			count++
		}
	}
	return count
}
