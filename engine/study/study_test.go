package study

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"throng/ecs"
	"throng/engine"
	"throng/engine/measure"
	"throng/engine/scenes"
)

// onCPU opens the reference executor, which needs no device.
func onCPU(t *testing.T) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Executor: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// passage is a hall with a wall across it that leaves a gap; people walk through.
func passage(t *testing.T, people int) *Trial {
	t.Helper()
	tr, err := trial(&scenes.Layout{
		Name: "passage", Rooms: []scenes.Rect{rect(0, 0, 5, 5), rect(5, 2, 5.25, 3), rect(5.25, 0, 10, 5)}, Goals: [][]scenes.Rect{{rect(9, 0, 10, 5)}},
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.seat(0, rect(0.25, 0.25, 4, 4.75), people, seeded(1), nil); err != nil {
		t.Fatal(err)
	}
	return tr
}

// A trial ends when everybody has arrived, sees each step once, and knows who walked how far.
func TestTrial(t *testing.T) {
	e, tr := onCPU(t), passage(t, 12)
	line, looks, last := measure.Line{A: [2]float64{5.1, 2}, B: [2]float64{5.1, 3}}, 0, 0.0
	tr.Look = func(time float64, all []measure.Walker) {
		if math.Abs(time-last-tr.Scenario.DT) > 1e-9 {
			t.Fatalf("a look at %g s follows one at %g s", time, last)
		}
		line.Look(time, all)
		looks, last = looks+1, time
	}
	o, err := tr.Run(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	if !o.Done || !o.Balanced() || o.Arrived != 12 || o.Time != last || o.Step != looks || len(line.Times) != 12 || o.Crowd.Sum().People != 12 {
		t.Errorf("the outcome is %+v after %d looks; %d have passed the gap", o, looks, len(line.Times))
	}
	trips := o.Crowd.Trips()
	shortest, err := Shortest(e, tr.Scenario, tr.Scene, trips)
	if err != nil {
		t.Fatal(err)
	}
	for i, trip := range trips {
		gap := [2]float64{5.125, min(max(trip.From[2], 2.2), 2.8)}
		straight := math.Hypot(gap[0]-trip.From[0], gap[1]-trip.From[2]) + 9 - gap[0]
		if math.Abs(shortest[i]-straight) > 0.7 || trip.Walked < straight-0.4 {
			t.Errorf("from %v it is %.2f m to the goal, by the potential %.2f m; walked %.2f m", trip.From, straight, shortest[i], trip.Walked)
		}
	}
	if d := measure.Detour(trips, shortest, func(*measure.Trip) bool { return true }); d < 0.95 || d > 1.5 {
		t.Errorf("the detour is %g", d)
	}
}

// A trial ends at its time, at its budget, and when it is called off.
func TestTrialEnds(t *testing.T) {
	e, tr := onCPU(t), passage(t, 3)
	tr.Until = 1
	if o, err := tr.Run(context.Background(), e); err != nil || o.Done || math.Abs(o.Time-1) > 1e-9 || o.Alive != 3 {
		t.Errorf("after a second: %+v, %v", o, err)
	}
	tr.Budget = 1
	if o, err := tr.Run(context.Background(), e); err != nil || o.Done || o.Step > 1 {
		t.Errorf("without time: %+v, %v", o, err)
	}
	tr.Budget = 0
	called, off := context.WithCancel(context.Background())
	off()
	if _, err := tr.Run(called, e); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("called off: %v", err)
	}
}

// Where walls are not baked people walk through them, and the audit sees it.
func TestTrialSeesWalls(t *testing.T) {
	e, tr := onCPU(t), passage(t, 12)
	tr.Scenario.Grid.Walls, tr.Until = ecs.WallsNone, 8
	for _, every := range []int{0, 4} {
		tr.Audit = every
		if o, err := tr.Run(context.Background(), e); err != nil || o.InWall == 0 || o.Where == "" || o.Balanced() {
			t.Errorf("every %d steps: %+v, %v", every, o, err)
		}
	}
}

// Figures pass or not by their bounds, and one that misses makes the case miss.
func TestFigures(t *testing.T) {
	l := &lab{report: Report{Pass: true}}
	l.tell("told", math.NaN(), "")
	l.atMost("most", 1, "s", 1)
	l.atLeast("least", 2, "s", 2)
	l.between("between", 1.5, "", 1, 2)
	l.rising("T, ", "s", []string{"a", "b"}, []float64{1, 2})
	l.falling("T, ", "s", []string{"a", "b"}, []float64{2, 1})
	if !l.report.Pass || len(l.report.Figures) != 8 {
		t.Fatalf("good figures give %+v", l.report)
	}
	text, err := json.Marshal(l.report)
	if err != nil || !strings.Contains(string(text), `"value":null`) {
		t.Errorf("JSON: %s, %v", text, err)
	}
	for name, bad := range map[string]func(*lab){
		"most":    func(l *lab) { l.atMost("", 1.1, "", 1) },
		"least":   func(l *lab) { l.atLeast("", math.NaN(), "", 1) },
		"between": func(l *lab) { l.between("", 3, "", 1, 2) },
		"rising":  func(l *lab) { l.rising("", "", []string{"a", "b"}, []float64{2, 2}) },
		"falling": func(l *lab) { l.falling("", "", []string{"a", "b"}, []float64{2, 2}) },
		"left":    func(l *lab) { l.complete("", &Outcome{}) },
	} {
		l := &lab{report: Report{Pass: true}}
		if bad(l); l.report.Pass {
			t.Errorf("%s: a missed bound passes", name)
		}
	}
}

func TestUnknownCase(t *testing.T) {
	if _, err := Validate(context.Background(), nil, "moonwalk", ""); !errors.Is(err, ErrUnknown) || !errors.Is(err, ecs.ErrInput) || !strings.Contains(err.Error(), "corner") {
		t.Errorf("an unknown case gives %v", err)
	}
}

// The order of people who are in pure stripes, mixed, or not yet there.
func TestStripes(t *testing.T) {
	s := stripes{area: rect(0, 0, 10, 4), from: 1, to: 2, every: 0.5, random: seeded(0)}
	var all []measure.Walker
	for k := range 200 {
		lane := k % 4
		all = append(all, measure.Walker{Group: lane % 2, Radius: 0.2, At: [3]float64{10 * float64(k) / 200, 0, 0.5 + float64(lane)}})
	}
	for k := range 60 {
		s.look(0.05*float64(k), all)
	}
	if len(s.order) != 3 || mean(s.order) != 1 || mean(s.mean) > 0.2 || math.Abs(mean(s.density)-5) > 1e-9 {
		t.Errorf("order %v, shuffled %v, density %v", s.order, s.mean, s.density)
	}
	if highest([]int{1, 9, 3, 5}, 2) != 7 || !math.IsNaN(mean(nil)) {
		t.Error("the mean of the two highest of 1, 9, 3, 5 is not 7")
	}
}
