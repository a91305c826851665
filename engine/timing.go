package engine

import (
	"slices"
	"time"
)

// Timing is the time of a pass in the last steps that ran it; the rounds of the solver count as one pass.
type Timing struct {
	Pass        string
	Median, P95 time.Duration
}

// PassTime is the time of a pass, all that it was run in one go.
type PassTime struct {
	Pass string
	Time time.Duration
}

// history is the number of steps that timings look back on.
const history = 256

// stopwatch collects the times of passes, step by step, without allocating once it has seen every pass.
type stopwatch struct {
	names []string
	now   []time.Duration
	ran   []bool // in this step
	laps  [][]time.Duration
	next  int
}

// add counts time to a pass of the running step.
func (s *stopwatch) add(name string, d time.Duration) {
	i := slices.Index(s.names, name)
	if i < 0 {
		i = len(s.names)
		s.names, s.now, s.ran = append(s.names, name), append(s.now, 0), append(s.ran, false)
		s.laps = append(s.laps, make([]time.Duration, 0, history))
	}
	s.now[i] += d
	s.ran[i] = true
}

// spent lists the times since the last lap.
func (s *stopwatch) spent() (all []PassTime) {
	for i, name := range s.names {
		if s.ran[i] {
			all = append(all, PassTime{name, s.now[i]})
		}
	}
	return all
}

// lap ends the step.
func (s *stopwatch) lap() {
	for i, d := range s.now {
		switch {
		case !s.ran[i]:
		case len(s.laps[i]) < history:
			s.laps[i] = append(s.laps[i], d)
		default:
			s.laps[i][s.next%history] = d
		}
		s.now[i], s.ran[i] = 0, false
	}
	s.next++
}

// timings sums up, in the order in which passes were first seen.
func (s *stopwatch) timings(reset bool) []Timing {
	var all []Timing
	for i, name := range s.names {
		if laps := slices.Clone(s.laps[i]); len(laps) > 0 {
			slices.Sort(laps)
			all = append(all, Timing{name, laps[len(laps)/2], laps[len(laps)*95/100]})
		}
	}
	if reset {
		*s = stopwatch{}
	}
	return all
}
