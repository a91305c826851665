package study

import (
	"fmt"

	"throng/ecs"
	"throng/engine/measure"
	"throng/engine/scenes"
)

// seeds is how often cases with random starts are repeated.
const seeds = 3

// counterflow is the time until the last of 100 people in the first room has come to the second. It rises with those who come
// the other way.
func counterflow(l *lab) error {
	against := []int{0, 10, 50, 100}
	for seed := range seeds {
		var times []float64
		var names []string
		for _, n := range against {
			o, line, err := l.meet(seed, n)
			if err != nil {
				return err
			}
			names = append(names, fmt.Sprintf("%d against, seed %d", n, seed))
			l.complete(names[len(names)-1], o)
			last := o.Time
			if len(line.Times) == 100 {
				last = line.Times[99]
			}
			times = append(times, last)
		}
		l.rising("T, ", "s", names, times)
		l.atLeast(fmt.Sprintf("T(100)/T(0), seed %d", seed), times[3]/times[0], "", 1.5)
	}
	return nil
}

// meet lets 100 people walk from the first room to the second and n back.
func (l *lab) meet(seed, n int) (*Outcome, *measure.Line, error) {
	t, err := trial(&scenes.Layout{
		Name: "counterflow", Rooms: []scenes.Rect{rect(0, 0, 10, 10), rect(10, 4, 20, 6), rect(20, 0, 30, 10)},
		Goals: [][]scenes.Rect{{rect(29, 0, 30, 10)}, {rect(0, 0, 1, 10)}},
	}, 0, 1)
	if err != nil {
		return nil, nil, err
	}
	random := seeded(seed)
	speed := uniform(random, 0.97, 1.62)
	if err := t.seat(0, rect(1.2, 0.2, 9.8, 9.8), 100, random, speed); err != nil {
		return nil, nil, err
	}
	if err := t.seat(1, rect(20.2, 0.2, 28.8, 9.8), n, random, speed); err != nil {
		return nil, nil, err
	}
	line := &measure.Line{A: [2]float64{20, 4}, B: [2]float64{20, 6}}
	t.Until, t.Look = 300, line.Look
	o, err := l.run(fmt.Sprintf("%d against, seed %d", n, seed), t)
	return o, line, err
}

// corner: nobody comes nearer to a wall than his radius, and nobody touches another.
func corner(l *lab) error {
	for seed := range seeds {
		t, err := trial(&scenes.Layout{
			Name: "corner", Rooms: []scenes.Rect{rect(0, 0, 12, 2), rect(10, 2, 12, 12)}, Goals: [][]scenes.Rect{{rect(10, 11, 12, 12)}},
		}, 0)
		if err != nil {
			return err
		}
		if err := t.seat(0, rect(0.2, 0.2, 6, 1.8), 20, seeded(seed), nil); err != nil {
			return err
		}
		t.Until = 60
		what := fmt.Sprintf("seed %d", seed)
		o, err := l.run(what, t)
		if err != nil {
			return err
		}
		l.atMost("T, "+what, l.complete(what, o), "s", 60)
		l.atMost("touching a wall, "+what, float64(o.InWall), "agents", 0)
		l.atMost("deepest overlap of two, "+what, 1000*o.Crowd.Sum().Worst, "mm", 1)
	}
	return nil
}

// door is an opening of 1 m in a wall along x, with a strip behind it; out: towards which side of z.
func door(x, z float64, out int) (rooms []scenes.Rect, goal scenes.Rect, line *measure.Line) {
	const wall, deep = 0.25, 2
	if out > 0 {
		behind := rect(x-1, z+wall, x+2, z+wall+deep)
		return []scenes.Rect{rect(x, z, x+1, z+wall), behind}, rect(x-1, behind.Z1-1, x+2, behind.Z1),
			&measure.Line{A: [2]float64{x + 1, z + wall}, B: [2]float64{x, z + wall}}
	}
	behind := rect(x-1, z-wall-deep, x+2, z-wall)
	return []scenes.Rect{rect(x, z-wall, x+1, z), behind}, rect(x-1, behind.Z0, x+2, behind.Z0+1),
		&measure.Line{A: [2]float64{x, z - wall}, B: [2]float64{x + 1, z - wall}}
}

// hall is a room of 30 × 20 m with doors, and people in part of it.
func (l *lab) hall(what string, at []doorAt, people scenes.Rect, change func(*ecs.Scenario)) (*Outcome, []*measure.Line, error) {
	layout := scenes.Layout{Name: "hall", Rooms: []scenes.Rect{rect(0, 0, 30, 20)}, Goals: [][]scenes.Rect{nil}}
	var lines []*measure.Line
	for _, d := range at {
		rooms, goal, line := door(d.x, d.z, d.out)
		layout.Rooms, layout.Goals[0], lines = append(layout.Rooms, rooms...), append(layout.Goals[0], goal), append(lines, line)
	}
	t, err := trial(&layout, 0)
	if err != nil {
		return nil, nil, err
	}
	if err := t.seat(0, people, hallPeople, seeded(0), nil); err != nil {
		return nil, nil, err
	}
	t.Scenario.Params.FundamentalDiagram = ecs.Weidmann
	change(t.Scenario)
	t.Until, t.Audit = 900, 10
	t.Look = func(time float64, all []measure.Walker) {
		for _, line := range lines {
			line.Look(time, all)
		}
	}
	o, err := l.run(what, t)
	return o, lines, err
}

type doorAt struct {
	x, z float64
	out  int
}

const hallPeople = 1000

// doors: with half the doors it takes about twice the time, and all doors are used alike.
func doors(l *lab) error {
	all := []doorAt{{4, 20, 1}, {25, 20, 1}, {4, 0, -1}, {25, 0, -1}}
	var times []float64
	for _, n := range []int{4, 2} {
		what := fmt.Sprintf("%d doors", n)
		o, lines, err := l.hall(what, all[:n], rect(2, 2, 28, 18), func(*ecs.Scenario) {})
		if err != nil {
			return err
		}
		times = append(times, l.complete(what, o))
		l.tell("T, "+what, o.Time, "s")
		for k, line := range lines {
			share := float64(len(line.Times)) * float64(n) / hallPeople
			l.between(fmt.Sprintf("people by door %d of %d, by its share", k+1, n), share, "", 0.85, 1.15)
			l.between(fmt.Sprintf("flow through door %d of %d", k+1, n), measure.Flow(line.Times, len(line.Times)), "1/(m s)", 1, 2.5)
		}
	}
	l.between("T(2)/T(4)", times[1]/times[0], "", 1.6, 2.4)
	return nil
}

// exits: most take the near exit, but enough the far one that all are out sooner than if they knew nothing of the crowd.
func exits(l *lab) error {
	at := []doorAt{{21, 20, 1}, {27, 20, 1}}
	start := rect(2, 2, 15.5, 18)
	o, lines, err := l.hall("dynamic", at, start, func(sc *ecs.Scenario) { sc.Weights = ecs.Weights{Beta: 1} })
	if err != nil {
		return err
	}
	dynamic := l.complete("dynamic", o)
	near, far := float64(len(lines[0].Times)), float64(len(lines[1].Times))
	o, lines, err = l.hall("static", at, start, func(sc *ecs.Scenario) { sc.Weights = ecs.Weights{Alpha: 1} })
	if err != nil {
		return err
	}
	static := l.complete("static", o)
	l.tell("T, dynamic", dynamic, "s")
	l.tell("T, static: the shortest way", static, "s")
	l.tell("by the far exit, static", float64(len(lines[1].Times)), "people")
	l.atLeast("by the near exit, by the far one", near/far, "", 1)
	l.atLeast("share of the far exit", far/hallPeople, "", 0.2)
	l.atMost("T dynamic / static", dynamic/static, "", 0.9)
	return nil
}
