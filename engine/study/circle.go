package study

import (
	"math"

	"throng/engine/scenes"
)

// circle is a disc of n people who all cross it. The jam to be expected is the inner half of its radius, where all would stand
// four to a square metre.
func circle(n int) func(*lab) error {
	return func(l *lab) error {
		c, err := scenes.NewCrowd("circle", n, 0, 1)
		if err != nil {
			return err
		}
		rim := 0.0
		for _, p := range c.People {
			rim = max(rim, math.Hypot(p.Position[0], p.Position[2]))
		}
		t := &Trial{Scenario: c.Scenario, Scene: c.Scene, People: c.People, Until: 600, Audit: 10}
		t.Jam = func(p [3]float64) bool { return math.Hypot(p[0], p[2]) < rim/2 }
		o, err := l.run("circle", t)
		if err != nil {
			return err
		}
		s := o.Crowd.Sum()
		l.atMost("not arrived", float64(o.Alive), "people", 0)
		l.tell("T", o.Time, "s")
		l.tell("T by the free time", o.Time/(2*rim/c.Scenario.Groups[0].Speed), "")
		l.atMost("deepest overlap outside the central jam", 1000*s.WorstOutside, "mm", 1)
		tellCrowd(l, o)
		return nil
	}
}
