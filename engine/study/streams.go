package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"throng/ecs"
	"throng/engine/measure"
	"throng/engine/scenes"
)

// within counts who is in a rectangle.
func within(r scenes.Rect, all []measure.Walker) (n int) {
	for i := range all {
		if x, z := all[i].At[0], all[i].At[2]; x >= r.X0 && x <= r.X1 && z >= r.Z0 && z <= r.Z1 {
			n++
		}
	}
	return n
}

// highest is the mean of the n highest counts.
func highest(counts []int, n int) (mean float64) {
	s := slices.Sorted(slices.Values(counts))
	s = s[max(0, len(s)-n):]
	for _, c := range s {
		mean += float64(c) / float64(len(s))
	}
	return mean
}

// normal deals out speeds about a mean, none further off than three deviations.
func normal(random *rand.Rand, mean, deviation float64) func() float64 {
	return func() float64 { return mean + deviation*min(max(random.NormFloat64(), -3), 3) }
}

// stripes tells how ordered two streams along x are in part of a plan, at some times.
type stripes struct {
	area             scenes.Rect
	from, to, every  float64 // times [s]
	random           *rand.Rand
	next             float64
	order, mean, dev []float64
	density          []float64
}

func (s *stripes) look(time float64, all []measure.Walker) {
	if s.next = max(s.next, s.from); time < s.next-1e-9 || time > s.to+1e-9 {
		return
	}
	s.next += s.every
	l := measure.Lanes{}
	for i := range all {
		if w := &all[i]; within(s.area, all[i:i+1]) == 1 {
			l.Across, l.Ahead = append(l.Across, w.At[2]), append(l.Ahead, w.Group == 0)
			l.Strip = measure.LaneStrip * 2 * w.Radius
		}
	}
	mean, dev := l.Shuffled(200, s.random)
	s.order, s.mean, s.dev = append(s.order, l.Order()), append(s.mean, mean), append(s.dev, dev)
	s.density = append(s.density, float64(len(l.Across))/((s.area.X1-s.area.X0)*(s.area.Z1-s.area.Z0)))
}

// mean leaves out what is not known.
func mean(all []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range all {
		if !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	return sum / float64(n)
}

// lanes form where two streams are mixed. The corridor is so long that whoever comes to its middle 50 m has been mixed from the
// start, as on a ring.
func lanes(l *lab) error {
	const long, wide, middle, density = 260.0, 4.0, 50.0, 0.75
	for seed := range seeds {
		t, err := trial(&scenes.Layout{
			Name: "lanes", Rooms: []scenes.Rect{rect(0, 0, long, wide)}, Goals: [][]scenes.Rect{{rect(long-1, 0, long, wide)}, {rect(0, 0, 1, wide)}},
		}, 0, 1)
		if err != nil {
			return err
		}
		random := seeded(seed)
		if err := t.seat(0, rect(1.2, 0.2, long-1.2, wide-0.2), int(density*long*wide), random, normal(random, 1.34, 0.1)); err != nil {
			return err
		}
		for i := range t.People {
			t.People[i].Group = i % 2
		}
		s := stripes{area: rect((long-middle)/2, 0, (long+middle)/2, wide), from: 30, to: 60, every: 1, random: random}
		t.Until, t.Audit, t.Look = 60, 10, s.look
		what := fmt.Sprintf("seed %d", seed)
		if _, err := l.run(what, t); err != nil {
			return err
		}
		l.tell("density, "+what, mean(s.density), "1/m²")
		l.atLeast("φ, "+what, mean(s.order), "", 0.5)
		least := mean(s.mean) + 5*mean(s.dev)
		l.figure("φ above the shuffled, "+what, mean(s.order)-mean(s.mean), "", fmt.Sprintf("≥ 5 σ = %.3f", least-mean(s.mean)), mean(s.order) >= least)
	}
	return nil
}

// twoGroups pass through each other.
func twoGroups(l *lab) error {
	const long, wide, deep = 40.0, 10.0, 12.0
	t, err := trial(&scenes.Layout{
		Name: "two groups", Rooms: []scenes.Rect{rect(0, 0, long, wide)}, Goals: [][]scenes.Rect{{rect(long-1, 0, long, wide)}, {rect(0, 0, 1, wide)}},
	}, 0, 1)
	if err != nil {
		return err
	}
	random := seeded(0)
	for group, x := range []float64{1.2, long - 1.2 - deep} {
		if err := t.seat(group, rect(x, 0.2, x+deep, wide-0.2), 300, random, normal(random, 1.34, 0.1)); err != nil {
			return err
		}
	}
	contact := (long - 2*(1.2+deep)) / 2 / 1.34
	s := stripes{area: rect(5, 0, long-5, wide), from: contact + 10, to: contact + 15, every: 0.5, random: random}
	t.Until, t.Audit, t.Look = 200, 10, s.look
	o, err := l.run("two groups", t)
	if err != nil {
		return err
	}
	l.atMost("T by the free time", l.complete("two groups", o)/(long/1.34), "", 2.5)
	l.atLeast("φ 10 s after they meet", mean(s.order), "", 0.5)
	l.tell("φ of shuffled ones", mean(s.mean), "")
	tellCrowd(l, o)
	return nil
}

// tellCrowd adds how a crowd got on.
func tellCrowd(l *lab, o *Outcome) {
	s := o.Crowd.Sum()
	l.tell("collisions", s.Collisions, "per agent-minute")
	l.tell("deepest overlap", 1000*s.Worst, "mm")
	l.tell("of two who walk at half their speed or more", 1000*s.WorstBrisk, "mm")
	l.tell("stuck for 5 s", 100*s.Stuck, "%")
}

// fourGroups meet in the middle of a plaza, and pass by turning about it.
func fourGroups(l *lab) error {
	const size, edge, people, window = 60.0, 10.0, 200, 10.0
	a, b := (size-edge)/2, (size+edge)/2
	blocks := []scenes.Rect{rect(a, 2, b, 2+edge), rect(2, a, 2+edge, b), rect(a, size-2-edge, b, size-2), rect(size-2-edge, a, size-2, b)}
	layout := scenes.Layout{Name: "four groups", Open: true, Rooms: []scenes.Rect{rect(0, 0, size, size)}}
	for k := range blocks {
		layout.Goals = append(layout.Goals, []scenes.Rect{blocks[(k+2)%4]})
	}
	t, err := trial(&layout, 0, 1, 2, 3)
	if err != nil {
		return err
	}
	random := seeded(0)
	for k := range blocks {
		if err := t.seat(k, blocks[k], people, random, nil); err != nil {
			return err
		}
	}
	var turns []float64
	t.Look = func(_ float64, all []measure.Walker) {
		turns = append(turns, measure.Rotation(all, [2]float64{size / 2, size / 2}, 5))
	}
	t.Until, t.Audit = 300, 10
	o, err := l.run("four groups", t)
	if err != nil {
		return err
	}
	most, n := 0.0, int(window/t.Scenario.DT)
	for k := 0; k+n <= len(turns); k++ {
		most = max(most, math.Abs(mean(turns[k:k+n])))
	}
	l.tell("T", l.complete("four groups", o), "s")
	l.atLeast("|Γ| over 10 s, the most", most, "", 0.3)
	tellCrowd(l, o)
	return nil
}

// standing: 100 people who stand four to a square metre are walked round; if they walk the same way they are followed.
func standing(l *lab) error {
	const long, wide = 40.0, 24.0
	for _, still := range []bool{true, false} {
		t, err := trial(&scenes.Layout{
			Name: "standing", Open: true, Rooms: []scenes.Rect{rect(0, 0, long, wide)}, Goals: [][]scenes.Rect{{rect(long-2, wide/2-8, long-1, wide/2+8)}},
		}, 0)
		if err != nil {
			return err
		}
		what, start, x := "a crowd that walks on", 0.0, 4.0
		if still {
			what, start, x = "a crowd that stands", 1e5, 15.0
		}
		if err := t.seat(0, rect(x, wide/2-2.5, x+5, wide/2+2.5), 100, seeded(0), nil); err != nil {
			return err
		}
		for i := range t.People {
			t.People[i].Start = start
		}
		t.People = append(t.People, scenes.Person{SpawnAt: ecs.SpawnAt{Position: [3]float64{2, 0, wide / 2}}})
		t.Scenario.Params.Capacity = len(t.People)
		t.Scenario.Params.Footprint, t.Scenario.Weights = 1.2, ecs.Weights{Beta: 1} // time is all that counts, and who stands is felt from afar
		p := passer{least: math.Inf(1), middle: wide / 2}
		t.Until, t.Look = 90, p.look
		if _, err := l.run(what, t); err != nil {
			return err
		}
		l.figure("seconds on the way, "+what, p.gone, "s", "arrives", p.gone > 0)
		if still {
			l.atLeast("clearance, "+what, p.least, "m", 0.5)
		} else {
			l.atMost("off the straight way, "+what, p.aside, "m", 0.5)
		}
	}
	return nil
}

// passer follows the last of a crowd.
type passer struct {
	middle, least, aside, gone float64
	id                         uint64
	known                      bool
}

func (p *passer) look(time float64, all []measure.Walker) {
	if !p.known {
		p.id, p.known = all[len(all)-1].ID, true
	}
	k := slices.IndexFunc(all, func(w measure.Walker) bool { return w.ID == p.id })
	if k < 0 {
		if p.gone == 0 {
			p.gone = time
		}
		return
	}
	own := &all[k]
	p.aside = max(p.aside, math.Abs(own.At[2]-p.middle))
	for i := range all {
		if i != k {
			p.least = min(p.least, math.Hypot(own.At[0]-all[i].At[0], own.At[2]-all[i].At[2])-own.Radius-all[i].Radius)
		}
	}
}
