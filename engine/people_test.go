package engine

import (
	"math"
	"slices"
	"testing"

	"throng/ecs"
)

// RiMEA 5, IMO 5: ten people in a room of 8 × 5 m start at their times, uniform from 10 to 100 s, and not before: to two steps.
func TestRiMEA5PreMovement(t *testing.T) {
	e := hall(t, Options{Executor: "cpu"}, func(sc *ecs.Scenario) {
		sc.Groups[0].PreMovement = ecs.Distribution{Min: 10, Max: 100}
		sc.Spawns = []ecs.Spawn{{Group: "walkers", Region: ecs.Region{Box: &[2][3]float64{{1, -1, 3}, {9, 1, 8}}}, Count: 10}}
		sc.Params.PlanEvery, sc.Params.Separation = 20, ecs.Off
	})
	must(t, e.Step(0.1))
	c, err := e.fetchColumns()
	must(t, err)
	starts := map[uint32]float64{}
	var views []AgentView
	for e.Time() < 102 {
		must(t, e.Step(0.1))
		views, err = e.Agents(views[:0])
		must(t, err)
		for _, a := range views {
			if _, ok := starts[a.Slot]; !ok && a.Walked > 0.05 {
				starts[a.Slot] = e.Time()
			}
		}
	}
	var all []float64
	for slot, at := range starts {
		set := float64(c.body[slot][2])
		if set < 10 || set > 100 || at < set || at > set+0.2 {
			t.Errorf("agent %d starts after %g s, want %g", slot, at, set)
		}
		all = append(all, set)
	}
	if len(all) != 10 {
		t.Fatalf("%d of 10 have started", len(all))
	}
	if slices.Sort(all); all[9]-all[0] < 40 {
		t.Errorf("the starts are %v: hardly from 10 to 100 s", all)
	}
}

// RiMEA 7: fifty people have speeds by Weidmann's law, within its bounds, and walk at them: within 0.03 m/s.
func TestRiMEA7Speeds(t *testing.T) {
	e := hall(t, Options{}, func(sc *ecs.Scenario) {
		sc.Groups[0].Speeds = ecs.Distribution{Law: ecs.LawWeidmann}
		sc.Spawns = []ecs.Spawn{{Group: "walkers", Region: ecs.Region{Box: &[2][3]float64{{1, -1, 5.5}, {2, 1, 6.5}}}, Count: 50}}
		sc.Params.Separation, sc.Params.RhoMin, sc.Params.RhoMax = ecs.Off, 90, 100 // as if each walked alone
		sc.Params.PlanEvery, sc.Groups[0].Model = 1, ecs.ModelContinuum
	})
	for range 20 {
		must(t, e.Step(0.1))
	}
	before, err := e.Agents(nil)
	must(t, err)
	for range 40 {
		must(t, e.Step(0.1))
	}
	after, err := e.Agents(nil)
	must(t, err)
	sum := 0.0
	for i, b := range before {
		v := (after[i].Walked - b.Walked) / 4
		if sum += b.Speed; b.Speed < 0.5 || b.Speed > 2.2 || math.Abs(v-b.Speed) > 0.03 {
			t.Errorf("agent %d has %g m/s and walks at %g", b.Slot, b.Speed, v)
		}
	}
	if mean := sum / 50; len(before) != 50 || math.Abs(mean-1.34) > 4*0.26/math.Sqrt(50) {
		t.Errorf("%d people have %g m/s on average", len(before), mean)
	}
}

// Two hundred people go to a goal of 1 m² in a hall. They are absorbed at its rim: nobody stands on it, and no pile holds up who comes:
// with 4 m of rim and 2 people per metre and second all are gone within 35 s, the way included.
func TestGoalAbsorbsAtItsRim(t *testing.T) {
	e := hall(t, Options{}, func(sc *ecs.Scenario) {
		sc.Groups[0].Goal, sc.Groups[0].Exact = 4, 2
		sc.Spawns = []ecs.Spawn{{Group: "walkers", Region: ecs.Region{Box: &[2][3]float64{{4, -1, 2}, {16, 1, 10}}}, Count: 200}}
		sc.Params.PlanEvery = 2
	})
	on := 0
	for n := 0; n < 1200 && (n < 2 || e.Stats().Alive > 0); n++ {
		must(t, e.Step(0.1))
		must(t, e.Wait())
		if n%5 != 0 {
			continue
		}
		views, err := e.Agents(nil)
		must(t, err)
		now := 0
		for _, a := range views {
			if e.goalAt(a.Cell) == 4 {
				now++
			}
		}
		on = max(on, now)
	}
	last, s := e.Time(), e.Stats()
	t.Logf("200 people are gone after %g s; at most %d were on the goal", last, on)
	// Separation may push somebody onto the goal after it was looked at; it is absorbed in the next step.
	if s.Alive != 0 || s.Arrived != 200 || on > 2 || last > 35 || !s.Balanced() {
		t.Errorf("after %g s the books are %+v, and up to %d were on the goal", last, s, on)
	}
}

// Families stay together on the device: nobody is much farther from another than the gap twice over, though they are fast and slow and have
// to pass others, and all arrive.
func TestFamiliesStayTogether(t *testing.T) {
	apart := [2]float64{}
	for k, party := range []ecs.Party{{}, {Min: 3, Max: 4, Gap: 1}} {
		e := hall(t, Options{}, func(sc *ecs.Scenario) {
			sc.Groups[0].Speeds = ecs.Distribution{Law: ecs.LawWeidmann}
			sc.Groups[0].Party = party
			sc.Groups = append(sc.Groups, ecs.NewGroup("others", 1))
			sc.Spawns = []ecs.Spawn{
				{Group: "walkers", Region: ecs.Region{Box: &[2][3]float64{{1, -1, 5}, {5, 1, 11}}}, Count: 40},
				{Group: "others", Region: ecs.Region{Box: &[2][3]float64{{10, -1, 3}, {20, 1, 11}}}, Count: 60},
			}
			sc.Params.PlanEvery = 2
		})
		must(t, e.Step(0.1))
		must(t, e.Wait())
		var err error
		families := fetch[uint32](e.x, &e.frame, "agentParty", &err)
		must(t, err)
		if party.Max == 0 {
			families = make([]uint32, 40) // the slots that would be families
			for i := range families {
				families[i] = uint32(i/4) + 1
			}
		}
		n, sum := 0, 0.0
		for e.Time() < 12 {
			s := e.walkOn(t, 5)
			if s.Lost > 0 {
				t.Fatalf("%+v", s)
			}
			views, err := e.Agents(nil)
			must(t, err)
			for i, a := range views {
				for _, b := range views[:i] {
					if a.Group == 0 && b.Group == 0 && families[a.Slot] == families[b.Slot] {
						n++
						sum += math.Hypot(a.Position[0]-b.Position[0], a.Position[2]-b.Position[2])
					}
				}
			}
		}
		apart[k] = sum / float64(n)
		for n := 0; n < 600 && e.Stats().Alive > 0; n++ {
			e.walkOn(t, 1)
		}
		if s := e.Stats(); s.Alive > 0 {
			t.Errorf("after %g s the books are %+v", e.Time(), s)
		}
	}
	t.Logf("members of families are %.2f m apart, and those who are not in one %.2f m", apart[1], apart[0])
	if apart[1] > 2.5 || apart[1] > 0.7*apart[0] {
		t.Errorf("members of families are %.2f m apart, and those who are not in one %.2f m", apart[1], apart[0])
	}
}
