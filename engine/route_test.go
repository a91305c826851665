package engine

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// travel is a scenario of the hall with all that routes, parties and spawners know: a counter, a wait, choices of both kinds, families,
// Poisson arrivals and a queue.
func travel(sc *ecs.Scenario) {
	g := ecs.NewGroup("travellers", 0)
	g.Speeds, g.Party = ecs.Distribution{Law: ecs.LawWeidmann}, ecs.Party{Min: 1, Max: 3, Gap: 1}
	g.Route = []ecs.Stop{
		{Goals: []int{1, 2}, Capacity: 2, Wait: ecs.Distribution{Law: ecs.LawLognormal, Mean: 2, Deviation: 1}},
		{Goals: []int{3, 2}, Weights: []float64{3, 1}, Capacity: 0, Wait: ecs.Distribution{Min: 0, Max: 3}},
		{Goals: []int{0}},
	}
	stay := ecs.NewGroup("stay", 3)
	stay.Arrival = ecs.ArrivalWait
	sc.Groups = []ecs.Group{g, stay, ecs.NewGroup("straight", 0)}
	sc.Spawns = []ecs.Spawn{
		{Group: "travellers", Region: west, Rate: 4, Arrivals: ecs.ArrivalsPoisson, Stop: 5},
		{Group: "travellers", Region: ecs.Region{Box: &[2][3]float64{{5, -1, 5}, {9, 1, 11}}}, Count: 12},
		{Group: "stay", Region: ecs.Region{Box: &[2][3]float64{{10, -1, 8}, {14, 1, 11}}}, Count: 6},
		{Group: "straight", Region: ecs.Region{Box: &[2][3]float64{{14, -1, 6}, {16, 1, 11}}}, Count: 10},
	}
	sc.DT, sc.Params.PlanEvery = 0.1, 4
}

// Everybody but who stays gets to the exit by way of a counter, which never serves more than it may, and of a waiting place; groups of
// the scenario are told as such on the way; the books balance at every step.
func TestTravel(t *testing.T) {
	longer(t)
	eachExecutor(t, func(t *testing.T, x string) {
		e := hall(t, Options{Executor: x}, travel)
		if len(e.classOf) != 3+3 {
			t.Errorf("there are %d potentials, want 3 and one for each goal on the way", len(e.classOf))
		}
		waited, longest, inLine := 0, 0, uint32(0)
		members := map[uint32]int{}
		for n := 0; n < 1500 && (e.Time() < 5 || e.Stats().Alive > 6); n++ {
			s := e.walkOn(t, 1)
			inLine = max(inLine, s.InLine)
			if n%10 != 0 {
				continue
			}
			lines, err := e.Lines()
			must(t, err)
			sum := 0
			for _, l := range lines {
				if l.Capacity != 2 || l.Served > 2 || l.Goal != 1 && l.Goal != 2 {
					t.Fatalf("a line is %+v", l)
				}
				waited, longest, sum = max(waited, l.Waiting), max(longest, l.Served), sum+l.Waiting
			}
			if len(lines) != 2 || sum != int(s.InLine) {
				t.Fatalf("the lines are %+v, and the account says %d", lines, s.InLine)
			}
			views, err := e.Agents(nil)
			must(t, err)
			for _, a := range views {
				members[a.Slot<<8|a.Generation&0xff] |= 1 << a.Group
			}
		}
		s := e.Stats()
		if s.Alive != 6 || s.Stranded != 0 || s.Queued != 0 || s.InLine != 0 || s.Spawned < 12+6+10+8 {
			t.Errorf("after %g s the books are %+v", e.Time(), s)
		}
		if waited < 2 || longest != 2 || inLine == 0 {
			t.Errorf("up to %d stood in a line and %d were served", waited, longest)
		}
		for key, groups := range members {
			if groups&(groups-1) != 0 {
				t.Errorf("agent %d is told to be of groups %b", key>>8, groups)
			}
		}
		views, err := e.Agents(nil)
		must(t, err)
		for _, a := range views {
			if a.Group != 1 || a.State != ecs.StateArrived || e.goalAt(a.Cell) != 3 || math.Hypot(a.Velocity[0], a.Velocity[2]) > 0.05 {
				t.Errorf("who stays is %+v", a)
			}
		}
	})
}

func (e *Engine) goalAt(c uint32) int { return int(e.host.zone[c]&0xffff) - 1 }

// Every stage does on the device what its reference does, with lines, parties and queues.
func TestRouteStagesEqualReferences(t *testing.T) {
	e := hall(t, Options{}, travel)
	for range 60 {
		must(t, e.Step(0.1))
	}
	must(t, e.Wait())
	if s := e.Stats(); s.InLine == 0 {
		t.Fatalf("nobody stands in line: the test shows nothing: %+v", s)
	}
	w := newTwin(t, e)
	for n := range 20 {
		step := []passes.StepData{{Dt: 0.1, Time: float32(e.Time()) + 0.1*float32(n), Number: 60 + uint32(n)}}
		if n == 0 {
			step[0].Commands = 4
			w.put("commands", wordBytes(w.commands()))
		}
		w.put("step", wordBytes(step))
		s := e.schedule()
		lists := [][]passes.Pass{s.plan, s.step, {s.close}}
		if n == 0 {
			lists = append([][]passes.Pass{s.commands}, lists...)
		}
		for _, list := range lists {
			for _, p := range list {
				w.run(p)
				w.compare(p)
			}
		}
	}
	for _, slot := range []string{"agentStage", "agentSeed", "agentParty", "partyLast", "counters", "taken"} {
		if data := w.cpu.b.U32(slot); !slices.ContainsFunc(data, func(v uint32) bool { return v != 0 }) {
			t.Errorf("%q is all zero: the test shows nothing", slot)
		}
	}
}

// The same seed gives the same hash at every step, another seed another; and who goes on from a snapshot does what the others do who
// went on without.
func TestTravelRepeats(t *testing.T) {
	longer(t)
	eachExecutor(t, func(t *testing.T, x string) {
		const middle, steps = 40, 80
		run := func(seed uint64, restore *Snapshot) (hashes []string, taken *Snapshot) {
			e := hall(t, Options{Executor: x}, func(sc *ecs.Scenario) {
				travel(sc)
				sc.Seed = seed
			})
			from := 0
			if restore != nil {
				must(t, e.Restore(restore))
				from = middle
			}
			for n := from; n < steps; n++ {
				if n == middle {
					var err error
					taken, err = e.Snapshot()
					must(t, err)
				}
				must(t, e.Step(0.1))
				if n >= middle && n%8 == 0 {
					hash, err := e.Hash()
					must(t, err)
					hashes = append(hashes, fmt.Sprint(hash, e.Stats().Queued, e.Stats().InLine))
				}
			}
			return hashes, taken
		}
		want, snapshot := run(1, nil)
		if other, _ := run(2, nil); slices.Equal(other, want) {
			t.Error("another seed makes no difference")
		}
		var file bytes.Buffer
		must(t, snapshot.Write(&file))
		read, err := ReadSnapshot(&file)
		must(t, err)
		if again, _ := run(1, nil); x == "gpu" && !slices.Equal(again, want) {
			t.Error("a second run differs")
		}
		if resumed, _ := run(1, read); !slices.Equal(resumed, want) {
			t.Error("who goes on from the snapshot does something else")
		}
		if snapshot.Spawners[0].Called == 0 {
			t.Error("nobody has come: the test shows nothing")
		}
	})
}

// A made-up snapshot cannot lead agents where there are no stages and parties.
func TestSnapshotOfRoutesThatDoesNotFit(t *testing.T) {
	e := hall(t, Options{Executor: "cpu"}, travel)
	must(t, e.Step(0.1))
	for want, harm := range map[string]func(s *Snapshot){
		"on stage": func(s *Snapshot) { s.Slots["agentStage"][0], s.Slots["agentStage"][3] = 99, 0 },
		"in party": func(s *Snapshot) { s.Slots["agentParty"][3] = 1 },
		"has made": func(s *Snapshot) { s.Spawners[0].Made = 5 },
	} {
		s, err := e.Snapshot()
		must(t, err)
		must(t, e.Restore(s))
		harm(s)
		if err := e.Restore(s); !errors.Is(err, ErrSnapshot) || !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error about %q, got %v", want, err)
		}
	}
}

// Choices among exits have their shares, and without weights each takes the nearest.
func TestExitChoice(t *testing.T) {
	for _, weights := range [][]float64{{1, 3}, nil} {
		e := hall(t, Options{Executor: "cpu"}, func(sc *ecs.Scenario) {
			sc.Groups[0].Route = []ecs.Stop{{Goals: []int{0, 1}, Weights: weights}}
			sc.Spawns = []ecs.Spawn{{Group: "walkers", Region: ecs.Region{Box: &[2][3]float64{{1, -1, 3}, {22, 1, 11}}}, Count: 400}}
			sc.Params.Separation = ecs.Off
		})
		must(t, e.Step(0.1))
		must(t, e.Wait())
		c, err := e.fetchColumns()
		must(t, err)
		toOwn := 0
		for i, s := range c.state {
			if s&0xff == passes.StateFree {
				continue
			}
			own := s>>8 == 0
			if own {
				toOwn++
			}
			// Half way between the exits, at (5, 1.5) and (22.5, 6), within 2 m people may choose either.
			x, z := float64(c.position[i][0]), float64(c.position[i][1])
			d := math.Hypot(x-4, z-1.5) - math.Hypot(x-22.5, z-6)
			if weights == nil && math.Abs(d) > 3 && own != (d > 0) {
				t.Errorf("who stands at (%g, %g) goes to exit %d", x, z, s>>8)
			}
		}
		if weights != nil && math.Abs(float64(toOwn)/400-0.25) > 0.09 {
			t.Errorf("%d of 400 go to the exit with a quarter of the weight", toOwn)
		}
	}
}

// Nobody is planned for on the way to the stops of a group that nobody is in.
func TestStopsOfNobodyRest(t *testing.T) {
	e := hall(t, Options{Executor: "cpu"}, func(sc *ecs.Scenario) {
		g := ecs.NewGroup("tour", 0)
		g.Speed = 1
		g.Route = []ecs.Stop{{Goals: []int{1}}, {Goals: []int{0}}}
		sc.Groups = append(sc.Groups, g)
	})
	must(t, e.Spawn(0, ecs.SpawnAt{Position: [3]float64{12, 0, 6}}))
	must(t, e.Step(0.1))
	if e.Resting(0) || !e.Resting(1) || !e.Resting(2) {
		t.Error("the stop of nobody does not rest")
	}
	must(t, e.Spawn(1, ecs.SpawnAt{Position: [3]float64{12, 0, 6}}))
	must(t, e.Step(0.1))
	if e.Resting(1) || e.Resting(2) {
		t.Error("the stop rests that somebody is to go to")
	}
	if agents, err := e.Agents(nil); err != nil || len(agents) != 2 || agents[1].Group != 1 {
		t.Errorf("the agents are %+v (%v)", agents, err)
	}
}

// Routes need potentials, of which there are so many.
func TestTooManyStops(t *testing.T) {
	e := open(t, Options{Executor: "cpu"})
	sc := emptyScenario("stops")
	for g := range 200 {
		group := ecs.NewGroup(fmt.Sprint(g), g)
		group.Speed = 1 + float64(g)/1000
		group.Route = []ecs.Stop{{Goals: []int{g, g + 1}}}
		sc.Groups = append(sc.Groups, group)
	}
	if err := e.Load(sc, rooms(1)); !errors.Is(err, ecs.ErrInput) || !strings.Contains(err.Error(), "401 potentials, expected at most 256") {
		t.Errorf("got %v", err)
	}
}
