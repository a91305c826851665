package study

import (
	"fmt"

	"throng/ecs"
	"throng/engine/measure"
	"throng/engine/scenes"
)

// neck is a hall of 10 × 10 m that people leave by a neck in the middle of a wall.
type neck struct {
	length, width float64
	goal          float64 // from the end of the neck [m]
	line          *measure.Line
}

// neckPitch is from one hall to the next along z [m].
const neckPitch = 11

// Footprints of the density that slows people down [m]: the default, which takes in the walls beside a neck as empty floor and the
// walker himself, and one that comes nearer to the flows of experiments.
const (
	footprint       = 0.7
	narrowFootprint = 0.45
)

// necks lets people out of halls beside each other: so many in each, in the half away from the neck. Their speed follows the density
// within a footprint.
func (l *lab) necks(what string, halls []*neck, people int, footprint float64) (*Outcome, error) {
	layout := scenes.Layout{Name: "necks", Goals: [][]scenes.Rect{nil}}
	for k, n := range halls {
		z := neckPitch * float64(k)
		a, b, end := z+5-n.width/2, z+5+n.width/2, 10+n.length
		layout.Rooms = append(layout.Rooms, rect(0, z, 10, z+10), rect(10, a, end, b), rect(end, z, end+10, z+10))
		layout.Goals[0] = append(layout.Goals[0], rect(end+n.goal, z, end+n.goal+1, z+10))
		n.line = &measure.Line{A: [2]float64{end, a}, B: [2]float64{end, b}}
	}
	t, err := trial(&layout, 0)
	if err != nil {
		return nil, err
	}
	t.Scenario.Params.FundamentalDiagram, t.Scenario.Params.Footprint = ecs.Weidmann, footprint
	for k := range halls {
		z := neckPitch * float64(k)
		if err := t.seat(0, rect(0.2, z+0.2, 5, z+9.8), people, seeded(k), nil); err != nil {
			return nil, err
		}
	}
	t.Audit = 10
	t.Look = func(time float64, all []measure.Walker) {
		for _, n := range halls {
			n.line.Look(time, all)
		}
	}
	return l.run(what, t)
}

// goalDistance: with the goal further off it does not go faster.
func goalDistance(l *lab) error {
	halls := []*neck{{length: 0.2, width: 1}, {length: 0.2, width: 1, goal: 8}}
	var times []float64
	for k, name := range []string{"goal at the neck", "goal 8 m behind it"} {
		o, err := l.necks(name, halls[k:k+1], 150, footprint)
		if err != nil {
			return err
		}
		times = append(times, l.complete(name, o))
		l.tell("flow, "+name, measure.Flow(halls[k].line.Times, 150), "1/s")
	}
	l.tell("T, goal at the neck", times[0], "s")
	l.atLeast("T, goal 8 m behind it", times[1], "s", times[0])
	return nil
}

// neckLength: a longer neck takes longer.
func neckLength(l *lab) error {
	var times []float64
	for _, length := range []float64{0.2, 5} {
		h := &neck{length: length, width: 1, goal: 1}
		what := fmt.Sprintf("neck of %g m", length)
		o, err := l.necks(what, []*neck{h}, 100, footprint)
		if err != nil {
			return err
		}
		times = append(times, l.complete(what, o))
		l.tell("flow, "+what, measure.Flow(h.line.Times, 100), "1/s")
	}
	l.tell("T, neck of 0.2 m", times[0], "s")
	l.figure("T, neck of 5 m", times[1], "s", fmt.Sprintf("> %.4g", times[0]), times[1] > times[0])
	return nil
}

// neckWidth: a wider neck lets more through.
func neckWidth(l *lab) error {
	_, err := l.flows("neck of 5 m", 5, []float64{0.8, 1, 1.2}, footprint)
	return err
}

// flows are the steady flows through necks of some widths; they rise.
func (l *lab) flows(what string, length float64, widths []float64, footprint float64) (flows []float64, err error) {
	const people = 150
	var halls []*neck
	var names []string
	for _, w := range widths {
		halls, names = append(halls, &neck{length: length, width: w, goal: 1}), append(names, fmt.Sprintf("%g m wide", w))
	}
	o, err := l.necks(what, halls, people, footprint)
	if err != nil {
		return nil, err
	}
	l.complete(what, o)
	for _, h := range halls {
		flows = append(flows, measure.Flow(h.line.Times, people))
	}
	l.rising("flow, "+what+", ", "1/s", names, flows)
	for k, h := range halls {
		l.atMost("longest gap, "+what+", "+names[k], measure.Gap(h.line.Times), "s", 10)
	}
	l.tell("deepest overlap, "+what, 1000*o.Crowd.Sum().Worst, "mm")
	return flows, nil
}

// bottleneck: the flow is proportional to the width.
func bottleneck(l *lab) error {
	widths := []float64{0.8, 1, 1.2, 1.6, 2, 2.4}
	for _, length := range []float64{2, 0.2, 5} {
		what := fmt.Sprintf("neck of %g m", length)
		flows, err := l.flows(what, length, widths, narrowFootprint)
		if err != nil {
			return err
		}
		a, r2 := measure.Proportion(widths, flows)
		if length != 2 { // the bounds are those of the experiments' neck
			l.tell("a of J = a w, "+what, a, "1/(m s)")
			l.tell("R² of J = a w, "+what, r2, "")
			continue
		}
		l.between("a of J = a w, "+what, a, "1/(m s)", 1.3, 2.3)
		l.tell("a by that of experiments, 1.9", a/1.9, "")
		l.atLeast("R² of J = a w, "+what, r2, "", 0.95)
	}
	return nil
}

// twoNecks: the crowd gathers before the first neck and not before the second.
func twoNecks(l *lab) error {
	layout := scenes.Layout{Name: "two necks", Rooms: []scenes.Rect{
		rect(0, 0, 10, 10), rect(10, 4.5, 10.2, 5.5), rect(10.2, 0, 20.2, 10), rect(20.2, 4.5, 20.4, 5.5), rect(20.4, 0, 25.4, 10),
	}, Goals: [][]scenes.Rect{{rect(24, 0, 25.4, 10)}}}
	t, err := trial(&layout, 0)
	if err != nil {
		return err
	}
	if err := t.seat(0, rect(0.2, 0.2, 5, 9.8), 150, seeded(0), nil); err != nil {
		return err
	}
	t.Scenario.Params.FundamentalDiagram = ecs.Weidmann
	areas := []scenes.Rect{rect(8, 3.5, 10, 6.5), rect(18.2, 3.5, 20.2, 6.5)}
	lines := []*measure.Line{{A: [2]float64{10.2, 4.5}, B: [2]float64{10.2, 5.5}}, {A: [2]float64{20.4, 4.5}, B: [2]float64{20.4, 5.5}}}
	var counts [2][]int
	t.Look = func(time float64, all []measure.Walker) {
		for k, area := range areas {
			lines[k].Look(time, all)
			counts[k] = append(counts[k], within(area, all))
		}
	}
	o, err := l.run("two necks", t)
	if err != nil {
		return err
	}
	l.tell("T", l.complete("two necks", o), "s")
	peak, crowded := [2]float64{}, [2]float64{}
	for k := range counts {
		peak[k], crowded[k] = highest(counts[k], 1), highest(counts[k], 10)
	}
	l.tell("peak before the first neck", peak[0], "people")
	l.figure("peak before the second", peak[1], "people", fmt.Sprintf("< %g", peak[0]), peak[1] < peak[0])
	l.figure("mean of the ten highest, second", crowded[1], "people", fmt.Sprintf("< %.4g", crowded[0]), crowded[1] < crowded[0])
	if len(lines[0].Times) > 0 && len(lines[1].Times) > 0 {
		l.figure("first through the second", lines[1].Times[0], "s", fmt.Sprintf("> %.4g", lines[0].Times[0]), lines[1].Times[0] > lines[0].Times[0])
	}
	return nil
}
