package study

import (
	"fmt"

	"throng/engine/scenes"
)

// office empties three storeys at three speeds: it goes the faster the faster people walk, nobody beats his shortest way, and where
// one person to a room leaves, nobody is held up.
func office(l *lab) error {
	speeds := []float64{0.75, 1, 1.25}
	var names []string
	var times, alone []float64
	for _, v := range speeds {
		for _, perRoom := range []int{4, 1} {
			what := fmt.Sprintf("%g m/s, %d a room", v, perRoom)
			o, t, err := l.storeys(what, v, perRoom)
			if err != nil {
				return err
			}
			if perRoom == 1 {
				alone = append(alone, l.complete(what, o)*v)
				continue
			}
			names, times = append(names, what), append(times, l.complete(what, o))
			shortest, err := Shortest(l.engine, t.Scenario, t.Scene, o.Crowd.Trips())
			if err != nil {
				return err
			}
			least := 0.0
			for _, way := range shortest {
				least = max(least, way/v)
			}
			l.atLeast("T by that of the longest way, "+what, o.Time/least, "", 1)
		}
	}
	l.falling("T, ", "s", names, times)
	for i, way := range alone[1:] {
		l.between(fmt.Sprintf("T v of one a room, by that at 0.75 m/s, %g m/s", speeds[i+1]), way/alone[0], "", 0.9, 1.1)
	}
	return nil
}

// storeys empties the built-in building.
func (l *lab) storeys(what string, speed float64, perRoom int) (*Outcome, *Trial, error) {
	const name = "rimea8"
	scene, err := scenes.Load(name, 1)
	if err != nil {
		return nil, nil, err
	}
	sc := scenes.Defaults(name)
	for i := range sc.Groups {
		sc.Groups[i].Speed = speed
	}
	for i := range sc.Spawns {
		sc.Spawns[i].Count = perRoom
	}
	t := &Trial{Scenario: sc, Scene: scene, Until: 600, Audit: 10}
	o, err := l.run(what, t)
	return o, t, err
}
