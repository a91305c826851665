package measure

import "math"

// What counts as what.
const (
	Light      = 1e-3 // overlaps up to this do not count [m]
	StuckTime  = 5.0  // who has not come further than StuckReach in this time is stuck [s]
	StuckReach = 0.5  // [m]
)

// Crowd follows people from look to look. The looks should be no further apart than a step: what happens between two is not
// seen.
type Crowd struct {
	Storey float64                 // people whose heights differ by this or more are on different floors [m]
	Jam    func(p [3]float64) bool // where a jam is to be expected; nil: nowhere

	time     float64
	start    float64
	looks    int
	index    map[uint64]int // of trips
	trips    []Trip
	pairs    pairs
	touching map[[2]uint64]struct{} // pairs that overlapped at the last look
	touched  map[[2]uint64]struct{}
	minutes  float64 // of all agents
	contacts int
	worst    float64
	outside  float64
	brisk    float64
	overlaps float64 // agents that overlap another, times seconds
}

// Trip is the way of one agent.
type Trip struct {
	Walker                // at the last look that saw it
	From       [3]float64 // where it was first seen
	Begin, End float64    // first and last look that saw it [s]
	Stuck      bool       // was so at some time
	anchor     [3]float64 // where it was when it last got on
	since      float64
}

// NewCrowd follows a crowd on floors that are at least storey metres apart.
func NewCrowd(storey float64) *Crowd {
	return &Crowd{Storey: storey, index: map[uint64]int{}, touching: map[[2]uint64]struct{}{}, touched: map[[2]uint64]struct{}{}}
}

// Look sees everybody at a time, which must not go back.
func (c *Crowd) Look(time float64, all []Walker) {
	dt := time - c.time
	if c.looks == 0 {
		dt, c.start = 0, time
	}
	c.time, c.looks = time, c.looks+1
	c.minutes += dt * float64(len(all)) / 60
	for i := range all {
		c.follow(&all[i])
	}
	c.collide(all, dt)
}

// follow keeps the trip of one.
func (c *Crowd) follow(w *Walker) {
	k, known := c.index[w.ID]
	if !known {
		k = len(c.trips)
		c.index[w.ID] = k
		c.trips = append(c.trips, Trip{From: w.At, Begin: c.time, anchor: w.At, since: c.time})
	}
	t := &c.trips[k]
	t.Walker, t.End = *w, c.time
	switch {
	case w.Waiting || distance(w.At, t.anchor) > StuckReach:
		t.anchor, t.since = w.At, c.time
	case c.time-t.since > StuckTime:
		t.Stuck = true
	}
}

// collide finds who overlaps. A pair that did not at the last look has just collided.
func (c *Crowd) collide(all []Walker, dt float64) {
	clear(c.touched)
	overlapping := map[int]struct{}{}
	c.pairs.each(all, c.Storey, func(i, j int, depth float64) {
		c.worst = max(c.worst, depth)
		if c.Jam == nil || !c.Jam(all[i].At) && !c.Jam(all[j].At) {
			c.outside = max(c.outside, depth)
		}
		if all[i].brisk() && all[j].brisk() {
			c.brisk = max(c.brisk, depth)
		}
		if depth <= Light {
			return
		}
		overlapping[i], overlapping[j] = struct{}{}, struct{}{}
		pair := [2]uint64{min(all[i].ID, all[j].ID), max(all[i].ID, all[j].ID)}
		c.touched[pair] = struct{}{}
		if _, before := c.touching[pair]; !before && c.looks > 1 {
			c.contacts++
		}
	})
	c.overlaps += dt * float64(len(overlapping))
	c.touching, c.touched = c.touched, c.touching
}

// Trips are the ways of everybody seen, in the order in which they were first seen.
func (c *Crowd) Trips() []Trip { return c.trips }

// Sum is what the looks amount to.
type Sum struct {
	People       int
	Collisions   float64 // per agent and minute: pairs that begin to overlap by more than Light, each counted for both
	Worst        float64 // deepest overlap [m]
	WorstOutside float64 // of two who are both outside the jam [m]
	WorstBrisk   float64 // of two who both walk at half their speed or more [m]
	Overlapping  float64 // share of agent-time in which somebody overlaps another by more than Light
	Stuck        float64 // share of people who were stuck at some time
}

// Sum sums up.
func (c *Crowd) Sum() Sum {
	s := Sum{People: len(c.trips), Worst: c.worst, WorstOutside: c.outside, WorstBrisk: c.brisk}
	if c.minutes > 0 {
		s.Collisions, s.Overlapping = 2*float64(c.contacts)/c.minutes, c.overlaps/60/c.minutes
	}
	for i := range c.trips {
		if c.trips[i].Stuck {
			s.Stuck += 1 / float64(len(c.trips))
		}
	}
	return s
}

// Detour is the mean of the way that people walked by their shortest ways, shortest[i] being that of trip i [m]. Trips for which
// take is false, and those without a way, do not count.
func Detour(trips []Trip, shortest []float64, take func(*Trip) bool) float64 {
	sum, n := 0.0, 0
	for i := range trips {
		if shortest[i] > 0 && take(&trips[i]) {
			sum, n = sum+trips[i].Walked/shortest[i], n+1
		}
	}
	return sum / float64(n)
}

// brisk reports whether somebody gets on at half the preferred speed or more.
func (w *Walker) brisk() bool { return math.Hypot(w.Velocity[0], w.Velocity[2]) >= w.Speed/2 }

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
